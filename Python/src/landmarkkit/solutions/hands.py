"""Finds hands: 21 landmarks each, in the image and in the world, and the side."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar, List, Optional

import numpy as np

from .. import _native
from ..framework.formats.classification_pb2 import ClassificationList
from ..framework.formats.landmark_pb2 import LandmarkList, NormalizedLandmarkList
from ..tasks.python.vision._instances import take_instances
from ..tasks.python.vision.hand_landmarker import HandLandmark
from . import _messages
from ._solution import (
    SolutionBase,
    SolutionOutputs,
    choice,
    confidence,
    count,
    smoothing,
)
from .hands_connections import HAND_CONNECTIONS

__all__ = ["HAND_CONNECTIONS", "HandLandmark", "Hands", "HandsOutputs"]

_MODELS = ("hands_lite.task", "hands_full.task")


@dataclasses.dataclass
class HandsOutputs(SolutionOutputs):
    """The hands in an image; each list has an entry for each hand, and is None if there is none.

    Attributes:
        multi_hand_landmarks: A `NormalizedLandmarkList` with 21 landmarks in the image.
        multi_hand_world_landmarks: A `LandmarkList` with 21 landmarks in meters around the middle
            of the hand.
        multi_handedness: A `ClassificationList` with the side and its probability. The image is
            assumed to be mirrored, as from a selfie camera.
    """

    multi_hand_landmarks: Optional[List[NormalizedLandmarkList]]
    multi_hand_world_landmarks: Optional[List[LandmarkList]]
    multi_handedness: Optional[List[ClassificationList]]

    _fields: ClassVar = ("multi_hand_landmarks", "multi_hand_world_landmarks", "multi_handedness")


class Hands(SolutionBase):
    """Finds hands in images and video."""

    _TASK = _native.HAND

    def __init__(
        self,
        static_image_mode: bool = False,
        max_num_hands: int = 2,
        model_complexity: int = 1,
        min_detection_confidence: float = 0.5,
        min_tracking_confidence: float = 0.5,
    ):
        """Creates the solution.

        Args:
            static_image_mode: Whether images are independent, instead of frames of a video in
                order.
            max_num_hands: The maximum number of hands to find.
            model_complexity: 0 for the faster model, 1 for the more accurate one.
            min_detection_confidence: The minimum probability for a hand to be detected, 0…1.
            min_tracking_confidence: The minimum probability for a hand to be kept, 0…1.

        Raises:
            InvalidArgumentError: An argument is out of range, or has the wrong type.
            ModelNotFoundError, MissingDependencyError: `landmarkkit[solutions]` is not installed.
        """
        super().__init__(
            _MODELS[choice("model_complexity", model_complexity, len(_MODELS))],
            is_video=not static_image_mode,
            max_count=count("max_num_hands", max_num_hands),
            min_detection_confidence=confidence(
                "min_detection_confidence", min_detection_confidence
            ),
            min_presence_confidence=confidence("min_tracking_confidence", min_tracking_confidence),
            smoothing=smoothing(False),
        )

    def process(self, image: np.ndarray) -> HandsOutputs:
        """Finds the hands in an image.

        Args:
            image: RGB, uint8 of shape (height, width, 3).

        Raises:
            InvalidArgumentError: The image has another shape or type.
            ClosedSolutionError: The solution is closed.
        """
        return HandsOutputs._lazily(_MAKERS, self._found(image))


def _landmarks(result: HandsOutputs) -> Optional[List[Any]]:
    return [_messages.landmarks(hand) for hand in take_instances(result)] or None


def _world_landmarks(result: HandsOutputs) -> Optional[List[Any]]:
    return [_messages.world_landmarks(hand) for hand in take_instances(result)] or None


def _handedness(result: HandsOutputs) -> Optional[List[Any]]:
    return [_messages.handedness(hand) for hand in take_instances(result)] or None


_MAKERS = {
    "multi_hand_landmarks": _landmarks,
    "multi_hand_world_landmarks": _world_landmarks,
    "multi_handedness": _handedness,
}
