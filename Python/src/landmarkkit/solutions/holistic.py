"""Finds the most prominent person: the pose, both hands, and the face."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, ClassVar, Optional

import numpy as np

from .. import _native
from ..framework.formats.landmark_pb2 import LandmarkList, NormalizedLandmarkList
from ..tasks.python.vision._instances import take_instances
from ..tasks.python.vision.hand_landmarker import HandLandmark
from ..tasks.python.vision.pose_landmarker import PoseLandmark
from . import _messages, face_mesh, pose
from ._models import find
from ._solution import SolutionBase, SolutionOutputs, choice, flag
from .face_mesh_connections import FACEMESH_CONTOURS, FACEMESH_TESSELATION
from .hands_connections import HAND_CONNECTIONS
from .pose_connections import POSE_CONNECTIONS

__all__ = [
    "FACEMESH_CONTOURS",
    "FACEMESH_TESSELATION",
    "HAND_CONNECTIONS",
    "HandLandmark",
    "Holistic",
    "HolisticOutputs",
    "POSE_CONNECTIONS",
    "PoseLandmark",
]

_HANDS_MODEL = "holistic_hands.task"


@dataclasses.dataclass
class HolisticOutputs(SolutionOutputs):
    """The person in an image; a field is None if its part was not found.

    Attributes:
        pose_landmarks: A `NormalizedLandmarkList` with 33 landmarks in the image.
        pose_world_landmarks: A `LandmarkList` with 33 landmarks in meters around the middle of the
            hips.
        left_hand_landmarks, right_hand_landmarks: A `NormalizedLandmarkList` with 21 landmarks in
            the image; left and right are the person's own.
        face_landmarks: A `NormalizedLandmarkList` with 468 or 478 landmarks in the image.
        segmentation_mask: The probability that each pixel belongs to the person: read-only float32
            of shape (height, width); None unless requested.
    """

    pose_landmarks: Optional[NormalizedLandmarkList]
    pose_world_landmarks: Optional[LandmarkList]
    left_hand_landmarks: Optional[NormalizedLandmarkList]
    right_hand_landmarks: Optional[NormalizedLandmarkList]
    face_landmarks: Optional[NormalizedLandmarkList]
    segmentation_mask: Optional[np.ndarray]

    _fields: ClassVar = (
        "pose_landmarks",
        "pose_world_landmarks",
        "left_hand_landmarks",
        "right_hand_landmarks",
        "face_landmarks",
        "segmentation_mask",
    )


class Holistic(SolutionBase):
    """Finds the most prominent person in images and video."""

    _TASK = _native.HOLISTIC

    def __init__(
        self,
        static_image_mode: bool = False,
        model_complexity: int = 1,
        smooth_landmarks: bool = True,
        enable_segmentation: bool = False,
        smooth_segmentation: bool = True,
        refine_face_landmarks: bool = False,
        min_detection_confidence: float = 0.5,
        min_tracking_confidence: float = 0.5,
    ):
        """Creates the solution.

        Args:
            static_image_mode: Whether images are independent, instead of frames of a video in
                order.
            model_complexity: 0, 1 or 2: from the fastest model of the pose to the most accurate
                one.
            smooth_landmarks: Whether to smooth the pose of a video.
            enable_segmentation: Whether to compute the mask.
            smooth_segmentation: Has no effect, as in MediaPipe 0.10.21, whose masks are the same
                with and without it.
            refine_face_landmarks: Whether to place the landmarks of the eyes and lips more
                accurately, and to add those of the irises.
            min_detection_confidence: The minimum probability for a person to be detected, 0…1.
            min_tracking_confidence: The minimum probability for a pose to be kept, 0…1.

        Raises:
            InvalidArgumentError: An argument is out of range, or has the wrong type.
            ModelNotFoundError: The models are not installed.
        """
        is_video = not static_image_mode
        face_model = face_mesh.MODELS[flag("refine_face_landmarks", refine_face_landmarks)]
        super().__init__(
            pose.MODELS[choice("model_complexity", model_complexity, len(pose.MODELS))],
            is_video=is_video,
            hand_model_path=_native.encoded_path(find(_HANDS_MODEL), "hand model"),
            face_model_path=_native.encoded_path(find(face_model), "face model"),
            **pose.pose_options(
                smooth_landmarks and is_video,
                enable_segmentation,
                smooth_segmentation and is_video,
                min_detection_confidence,
                min_tracking_confidence,
            ),
        )

    def process(self, image: np.ndarray) -> HolisticOutputs:
        """Finds the person in an image.

        Args:
            image: RGB, uint8 of shape (height, width, 3).

        Raises:
            InvalidArgumentError: The image has another shape or type.
            ClosedSolutionError: The solution is closed.
        """
        return HolisticOutputs._lazily(_MAKERS, self._found(image))


def _part(index: int) -> Callable[[Any], Optional[NormalizedLandmarkList]]:
    """A maker for the landmarks of a hand or the face; the library's results begin with the
    pose."""
    return lambda result: _messages.landmarks(take_instances(result)[index])


_PARTS = {
    **pose.MAKERS,
    "left_hand_landmarks": _part(1),
    "right_hand_landmarks": _part(2),
    "face_landmarks": _part(3),
}
# In the order in which `vars()` gives them.
_MAKERS = {name: _PARTS[name] for name in HolisticOutputs._fields}
