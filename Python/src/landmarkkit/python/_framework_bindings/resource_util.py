"""Where MediaPipe finds its models."""

__all__ = ["set_resource_dir"]


def set_resource_dir(path: str) -> None:
    """Does nothing: the package `landmarkkit-models` contains the models.

    Args:
        path: A folder with MediaPipe's files.
    """
