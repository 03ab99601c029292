"""Parts that all tasks share."""

from typing import TYPE_CHECKING

from landmarkkit._imports import lazily

if TYPE_CHECKING:
    from . import containers

__all__ = ["containers"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, dict.fromkeys(__all__, ""))
