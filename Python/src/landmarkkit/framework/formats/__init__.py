"""MediaPipe's messages, as protocol buffers: `pip install landmarkkit[solutions]`."""

from typing import TYPE_CHECKING

from ..._imports import lazily

if TYPE_CHECKING:
    from . import (
        annotation,
        classification_pb2,
        detection_pb2,
        landmark_pb2,
        location_data_pb2,
        rect_pb2,
    )

__all__ = [
    "annotation",
    "classification_pb2",
    "detection_pb2",
    "landmark_pb2",
    "location_data_pb2",
    "rect_pb2",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, dict.fromkeys(__all__, ""))
