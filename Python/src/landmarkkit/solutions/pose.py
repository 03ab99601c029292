"""Finds the most prominent pose: 33 landmarks, in the image and in the world, and a mask."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, ClassVar, Dict, Optional

import numpy as np

from .. import _native
from ..framework.formats.landmark_pb2 import LandmarkList, NormalizedLandmarkList
from ..tasks.python.vision._instances import Instance, take_instances
from ..tasks.python.vision.pose_landmarker import PoseLandmark
from . import _messages
from ._solution import (
    SolutionBase,
    SolutionOutputs,
    choice,
    confidence,
    flag,
    smoothing,
)
from .pose_connections import POSE_CONNECTIONS

__all__ = ["POSE_CONNECTIONS", "Pose", "PoseLandmark", "PoseOutputs"]

MODELS = ("pose_lite.task", "pose_full.task", "pose_heavy.task")


@dataclasses.dataclass
class PoseOutputs(SolutionOutputs):
    """The pose in an image; all fields are None without a pose.

    Attributes:
        pose_landmarks: A `NormalizedLandmarkList` with 33 landmarks in the image.
        pose_world_landmarks: A `LandmarkList` with 33 landmarks in meters around the middle of the
            hips.
        segmentation_mask: The probability that each pixel belongs to the person: read-only float32
            of shape (height, width); None unless requested.
    """

    pose_landmarks: Optional[NormalizedLandmarkList]
    pose_world_landmarks: Optional[LandmarkList]
    segmentation_mask: Optional[np.ndarray]

    _fields: ClassVar = ("pose_landmarks", "pose_world_landmarks", "segmentation_mask")


class Pose(SolutionBase):
    """Finds the most prominent pose in images and video."""

    _TASK = _native.POSE

    def __init__(
        self,
        static_image_mode: bool = False,
        model_complexity: int = 1,
        smooth_landmarks: bool = True,
        enable_segmentation: bool = False,
        smooth_segmentation: bool = True,
        min_detection_confidence: float = 0.5,
        min_tracking_confidence: float = 0.5,
    ):
        """Creates the solution.

        Args:
            static_image_mode: Whether images are independent, instead of frames of a video in
                order.
            model_complexity: 0, 1 or 2: from the fastest model to the most accurate one.
            smooth_landmarks: Whether to smooth the landmarks of a video.
            enable_segmentation: Whether to compute the mask.
            smooth_segmentation: Has no effect, as in MediaPipe 0.10.21, whose masks are the same
                with and without it.
            min_detection_confidence: The minimum probability for a person to be detected, 0…1.
            min_tracking_confidence: The minimum probability for a pose to be kept, 0…1.

        Raises:
            InvalidArgumentError: An argument is out of range, or has the wrong type.
            ModelNotFoundError: The models are not installed.
        """
        is_video = not static_image_mode
        super().__init__(
            MODELS[choice("model_complexity", model_complexity, len(MODELS))],
            is_video=is_video,
            max_count=1,
            **pose_options(
                smooth_landmarks and is_video,
                enable_segmentation,
                smooth_segmentation and is_video,
                min_detection_confidence,
                min_tracking_confidence,
            ),
        )

    def process(self, image: np.ndarray) -> PoseOutputs:
        """Finds the pose in an image.

        Args:
            image: RGB, uint8 of shape (height, width, 3).

        Raises:
            InvalidArgumentError: The image has another shape or type.
            ClosedSolutionError: The solution is closed.
        """
        return PoseOutputs._lazily(MAKERS, self._found(image))


def pose_options(
    smooth_landmarks: bool,
    enable_segmentation: bool,
    smooth_segmentation: bool,
    min_detection_confidence: float,
    min_tracking_confidence: float,
) -> Dict[str, Any]:
    """The library's options for a pose."""
    flag("smooth_segmentation", smooth_segmentation)
    return {
        "smoothing": smoothing(flag("smooth_landmarks", smooth_landmarks)),
        "segmentation_masks": flag("enable_segmentation", enable_segmentation),
        "min_detection_confidence": confidence(
            "min_detection_confidence", min_detection_confidence
        ),
        "min_presence_confidence": confidence("min_tracking_confidence", min_tracking_confidence),
    }


def _pose(result: Any) -> Optional[Instance]:
    instances = take_instances(result)
    return instances[0] if instances else None


# Also for the other results that begin with a pose.
MAKERS: Dict[str, Callable[[Any], Any]] = {
    "pose_landmarks": lambda result: _messages.landmarks(_pose(result), has_visibility=True),
    "pose_world_landmarks": lambda result: _messages.world_landmarks(
        _pose(result), has_visibility=True
    ),
    "segmentation_mask": lambda result: _messages.mask(_pose(result)),
}
