"""Formats of images, by MediaPipe's path."""

from ...tasks.python.vision.core.image import ImageFormat

__all__ = ["ImageFormat"]
