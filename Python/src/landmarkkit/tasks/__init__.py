"""The tasks, with MediaPipe's API: `vision`, `components`, and `BaseOptions`.

`landmarkkit.tasks.python` is another name for this module, so that imports of MediaPipe's modules
work when `mediapipe` is replaced with `landmarkkit`.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from .._imports import SecondName, lazily

if TYPE_CHECKING:
    from . import components, core, vision
    from .core.base_options import BaseOptions

__all__ = ["BaseOptions", "components", "core", "python", "vision"]

__getattr__, __dir__ = lazily(
    __name__,
    {"BaseOptions": "core.base_options", "components": "", "core": "", "vision": ""},
)

python = sys.modules[__name__]
SecondName(f"{__name__}.python", __name__)
