"""Finds faces: 468 landmarks each, or 478 with the irises."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar, List, Optional

import numpy as np

from .. import _native
from ..framework.formats.landmark_pb2 import NormalizedLandmarkList
from ..tasks.python.vision._instances import take_instances
from . import _messages
from ._solution import (
    SolutionBase,
    SolutionOutputs,
    confidence,
    count,
    flag,
    smoothing,
)
from .face_mesh_connections import (
    FACEMESH_CONTOURS,
    FACEMESH_FACE_OVAL,
    FACEMESH_IRISES,
    FACEMESH_LEFT_EYE,
    FACEMESH_LEFT_EYEBROW,
    FACEMESH_LEFT_IRIS,
    FACEMESH_LIPS,
    FACEMESH_NOSE,
    FACEMESH_RIGHT_EYE,
    FACEMESH_RIGHT_EYEBROW,
    FACEMESH_RIGHT_IRIS,
    FACEMESH_TESSELATION,
)

__all__ = [
    "FACEMESH_CONTOURS",
    "FACEMESH_FACE_OVAL",
    "FACEMESH_IRISES",
    "FACEMESH_LEFT_EYE",
    "FACEMESH_LEFT_EYEBROW",
    "FACEMESH_LEFT_IRIS",
    "FACEMESH_LIPS",
    "FACEMESH_NOSE",
    "FACEMESH_NUM_LANDMARKS",
    "FACEMESH_NUM_LANDMARKS_WITH_IRISES",
    "FACEMESH_RIGHT_EYE",
    "FACEMESH_RIGHT_EYEBROW",
    "FACEMESH_RIGHT_IRIS",
    "FACEMESH_TESSELATION",
    "FaceMesh",
    "FaceMeshOutputs",
]

FACEMESH_NUM_LANDMARKS = 468
FACEMESH_NUM_LANDMARKS_WITH_IRISES = 478

# Without and with refined landmarks.
MODELS = ("face_mesh.task", "face_mesh_with_attention.task")


@dataclasses.dataclass
class FaceMeshOutputs(SolutionOutputs):
    """The faces in an image.

    Attributes:
        multi_face_landmarks: A `NormalizedLandmarkList` with 468 or 478 landmarks for each face;
            None if there is none.
    """

    multi_face_landmarks: Optional[List[NormalizedLandmarkList]]

    _fields: ClassVar = ("multi_face_landmarks",)


class FaceMesh(SolutionBase):
    """Finds faces in images and video."""

    _TASK = _native.FACE

    def __init__(
        self,
        static_image_mode: bool = False,
        max_num_faces: int = 1,
        refine_landmarks: bool = False,
        min_detection_confidence: float = 0.5,
        min_tracking_confidence: float = 0.5,
    ):
        """Creates the solution.

        Args:
            static_image_mode: Whether images are independent, instead of frames of a video in
                order.
            max_num_faces: The maximum number of faces to find.
            refine_landmarks: Whether to place the landmarks of the eyes and lips more accurately,
                and to add those of the irises.
            min_detection_confidence: The minimum probability for a face to be detected, 0…1.
            min_tracking_confidence: The minimum probability for a face to be kept, 0…1.

        Raises:
            InvalidArgumentError: An argument is out of range, or has the wrong type.
            ModelNotFoundError: The models are not installed.
        """
        super().__init__(
            MODELS[flag("refine_landmarks", refine_landmarks)],
            is_video=not static_image_mode,
            max_count=count("max_num_faces", max_num_faces),
            min_detection_confidence=confidence(
                "min_detection_confidence", min_detection_confidence
            ),
            min_presence_confidence=confidence("min_tracking_confidence", min_tracking_confidence),
            smoothing=smoothing(False),
        )

    def process(self, image: np.ndarray) -> FaceMeshOutputs:
        """Finds the faces in an image.

        Args:
            image: RGB, uint8 of shape (height, width, 3).

        Raises:
            InvalidArgumentError: The image has another shape or type.
            ClosedSolutionError: The solution is closed.
        """
        return FaceMeshOutputs._lazily(_MAKERS, self._found(image))


def _landmarks(result: FaceMeshOutputs) -> Optional[List[Any]]:
    return [_messages.landmarks(face) for face in take_instances(result)] or None


_MAKERS = {"multi_face_landmarks": _landmarks}
