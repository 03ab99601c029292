"""MediaPipe's `mediapipe.python`, as far as scripts use it: `landmarkkit.python.solutions` is
another name for `landmarkkit.solutions`."""

from typing import TYPE_CHECKING

from .. import solutions
from .._imports import SecondName, lazily

if TYPE_CHECKING:
    from ..tasks.python.vision.core.image import Image, ImageFormat
    from . import solution_base
    from ._framework_bindings import resource_util

__all__ = ["Image", "ImageFormat", "resource_util", "solution_base", "solutions"]

# The dot leads to the modules of landmarkkit.
_IMAGE = ".tasks.python.vision.core.image"

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "Image": _IMAGE,
            "ImageFormat": _IMAGE,
            "_framework_bindings": "",
            "resource_util": "_framework_bindings",
            "solution_base": "",
        },
    )

SecondName(f"{__name__}.solutions", solutions.__name__)
