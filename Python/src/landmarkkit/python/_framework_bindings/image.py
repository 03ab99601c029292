"""Images, by MediaPipe's path."""

from ...tasks.python.vision.core.image import Image

__all__ = ["Image"]
