"""The tasks, with MediaPipe's API: `vision`, `components`, and `BaseOptions`.

The modules are in `landmarkkit.tasks.python`, as MediaPipe's are in `mediapipe.tasks.python`. Their
names are also here, as in MediaPipe's `mp.tasks`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._imports import lazily

if TYPE_CHECKING:
    from . import python
    from .python import BaseOptions, components, core, vision

__all__ = ["BaseOptions", "components", "core", "python", "vision"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(
        __name__,
        {"python": "", **dict.fromkeys(["BaseOptions", "components", "core", "vision"], "python")},
    )
