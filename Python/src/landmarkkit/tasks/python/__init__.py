"""The tasks under MediaPipe's names: `vision`, `components`, and `BaseOptions`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from landmarkkit._imports import lazily

if TYPE_CHECKING:
    from . import components, core, vision
    from .core.base_options import BaseOptions

__all__ = ["BaseOptions", "components", "core", "vision"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(
        __name__,
        {"BaseOptions": "core.base_options", "components": "", "core": "", "vision": ""},
    )
