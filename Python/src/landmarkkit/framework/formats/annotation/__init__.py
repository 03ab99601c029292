"""Messages that describe regions of an image."""

from typing import TYPE_CHECKING

from ...._imports import lazily

if TYPE_CHECKING:
    from . import rasterization_pb2

__all__ = ["rasterization_pb2"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, dict.fromkeys(__all__, ""))
