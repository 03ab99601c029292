"""MediaPipe's `mediapipe.framework`, as far as scripts use it: the messages in `formats`."""

from typing import TYPE_CHECKING

from .._imports import lazily

if TYPE_CHECKING:
    from . import formats

__all__ = ["formats"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, dict.fromkeys(__all__, ""))
