"""The tasks, in the shape of MediaPipe's: `vision`, `components`, and `BaseOptions`.

`landmarkkit.tasks.python` is another name of this module, so that imports of MediaPipe's modules
work when `mediapipe` is replaced with `landmarkkit`.
"""

from __future__ import annotations

import sys

from . import components, core, vision
from .core.base_options import BaseOptions

__all__ = ["BaseOptions", "components", "core", "python", "vision"]

python = sys.modules[__name__]
for _name in [name for name in sys.modules if (name + ".").startswith(__name__ + ".")]:
    sys.modules[f"{__name__}.python{_name[len(__name__):]}"] = sys.modules[_name]
del _name
