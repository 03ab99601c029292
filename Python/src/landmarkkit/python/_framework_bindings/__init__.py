"""The modules that MediaPipe has in C++, as far as scripts without graphs import them."""

from typing import TYPE_CHECKING

from ..._imports import lazily

if TYPE_CHECKING:
    from . import image, image_frame, resource_util

__all__ = ["image", "image_frame", "resource_util"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, dict.fromkeys(__all__, ""))
