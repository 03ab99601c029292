"""MediaPipe's downloads of models, which scripts call or replace."""

__all__ = ["download_oss_model"]


def download_oss_model(model_path: str) -> None:
    """Does nothing: the package `landmarkkit-models` contains the models.

    Args:
        model_path: The model's path in MediaPipe's package.
    """
