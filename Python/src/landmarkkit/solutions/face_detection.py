"""Finds faces: boxes with six keypoints."""

from __future__ import annotations

import dataclasses
import enum
from typing import ClassVar, List, Optional

import numpy as np

from .. import _native, errors
from ..framework.formats import detection_pb2, location_data_pb2
from ..tasks.python.vision._instances import take_instances
from . import _messages
from ._solution import SolutionBase, SolutionOutputs, confidence

__all__ = ["FaceDetection", "FaceDetectionOutputs", "FaceKeyPoint", "get_key_point"]

# The models for short and full range, with the minimum probabilities of a face. MediaPipe 0.10.21
# ignores `min_detection_confidence`: it sets this in options that its graph no longer reads.
_MODELS = (
    ("face_detection_short_range.tflite", 0.5),
    ("face_detection_full_range_sparse.tflite", 0.6),
)


class FaceKeyPoint(enum.IntEnum):
    """The keypoints of a face, by their index; left and right are the person's own."""

    RIGHT_EYE = 0
    LEFT_EYE = 1
    NOSE_TIP = 2
    MOUTH_CENTER = 3
    RIGHT_EAR_TRAGION = 4
    LEFT_EAR_TRAGION = 5


def get_key_point(
    detection: Optional[detection_pb2.Detection], key_point_enum: int
) -> Optional[location_data_pb2.LocationData.RelativeKeypoint]:
    """A keypoint of a face.

    Args:
        detection: The face, a `Detection`, or None.
        key_point_enum: Which keypoint, a `FaceKeyPoint`.

    Returns:
        A `RelativeKeypoint`; None without a face.
    """
    if not detection or not detection.location_data:
        return None
    return detection.location_data.relative_keypoints[key_point_enum]


@dataclasses.dataclass
class FaceDetectionOutputs(SolutionOutputs):
    """The faces in an image.

    Attributes:
        detections: A `Detection` with a relative box and six keypoints for each face; None if there
            is none.
    """

    detections: Optional[List[detection_pb2.Detection]]

    _fields: ClassVar = ("detections",)


class FaceDetection(SolutionBase):
    """Finds faces in images."""

    _TASK = _native.FACE_DETECTOR

    def __init__(self, min_detection_confidence: float = 0.5, model_selection: int = 0):
        """Creates the solution.

        Args:
            min_detection_confidence: Has no effect, as in MediaPipe 0.10.21, where the minimum
                probability of a face is 0.5, and 0.6 for full range.
            model_selection: 1 for faces within 5 meters of the camera; anything else for those
                within 2 meters.

        Raises:
            InvalidArgumentError: The confidence is out of range, or not a number.
            ModelNotFoundError: The models are not installed.
        """
        if min_detection_confidence is None:
            raise errors.WrongTypeError("min_detection_confidence must be a number, got None")
        confidence("min_detection_confidence", min_detection_confidence)
        model, least = _MODELS[1 if model_selection == 1 else 0]
        super().__init__(model, is_video=False, min_detection_confidence=least)

    def process(self, image: np.ndarray) -> FaceDetectionOutputs:
        """Finds the faces in an image.

        Args:
            image: RGB, uint8 of shape (height, width, 3).

        Raises:
            InvalidArgumentError: The image has another shape or type.
            ClosedSolutionError: The solution is closed.
        """
        return FaceDetectionOutputs._lazily(_MAKERS, self._found(image))


def _detections(result: FaceDetectionOutputs) -> Optional[List[detection_pb2.Detection]]:
    return [_messages.detection(face) for face in take_instances(result)] or None


_MAKERS = {"detections": _detections}
