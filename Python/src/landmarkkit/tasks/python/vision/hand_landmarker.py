"""Finds hands: 21 landmarks each, in the image and in the world, and the side."""

from __future__ import annotations

import dataclasses
import enum
from typing import Callable, List, Optional, Union

from landmarkkit import _native

from ..components.containers.category import Category
from ..components.containers.landmark import Landmark, NormalizedLandmark
from ..core.base_options import BaseOptions
from ._connections import Connection, Lines, chain, pairs
from ._instances import Found, WorldInstancesResult, image_landmarks, world_landmarks
from ._task import Landmarker
from .core.image import Image
from .core.vision_task_running_mode import VisionTaskRunningMode as RunningMode


class HandLandmark(enum.IntEnum):
    """The landmarks of a hand, by their index."""

    WRIST = 0
    THUMB_CMC = 1
    THUMB_MCP = 2
    THUMB_IP = 3
    THUMB_TIP = 4
    INDEX_FINGER_MCP = 5
    INDEX_FINGER_PIP = 6
    INDEX_FINGER_DIP = 7
    INDEX_FINGER_TIP = 8
    MIDDLE_FINGER_MCP = 9
    MIDDLE_FINGER_PIP = 10
    MIDDLE_FINGER_DIP = 11
    MIDDLE_FINGER_TIP = 12
    RING_FINGER_MCP = 13
    RING_FINGER_PIP = 14
    RING_FINGER_DIP = 15
    RING_FINGER_TIP = 16
    PINKY_MCP = 17
    PINKY_PIP = 18
    PINKY_DIP = 19
    PINKY_TIP = 20


class HandLandmarksConnections:
    """The lines to draw between the landmarks of a hand."""

    Connection = Connection

    HAND_PALM_CONNECTIONS: Lines = pairs([(0, 1), (0, 5), (9, 13), (13, 17), (5, 9), (0, 17)])
    HAND_THUMB_CONNECTIONS: Lines = chain(1, 2, 3, 4)
    HAND_INDEX_FINGER_CONNECTIONS: Lines = chain(5, 6, 7, 8)
    HAND_MIDDLE_FINGER_CONNECTIONS: Lines = chain(9, 10, 11, 12)
    HAND_RING_FINGER_CONNECTIONS: Lines = chain(13, 14, 15, 16)
    HAND_PINKY_FINGER_CONNECTIONS: Lines = chain(17, 18, 19, 20)
    HAND_CONNECTIONS: Lines = (
        HAND_PALM_CONNECTIONS
        + HAND_THUMB_CONNECTIONS
        + HAND_INDEX_FINGER_CONNECTIONS
        + HAND_MIDDLE_FINGER_CONNECTIONS
        + HAND_RING_FINGER_CONNECTIONS
        + HAND_PINKY_FINGER_CONNECTIONS
    )


@dataclasses.dataclass
class HandLandmarkerResult(WorldInstancesResult):
    """The hands in an image; each list has one entry per hand.

    Attributes:
        handedness: The side of the person's own body, with its probability, as a list of one class.
            Images are assumed not to be mirrored.
        hand_landmarks: 21 landmarks in the image.
        hand_world_landmarks: 21 landmarks in meters around the middle of the hand.
    """

    handedness: List[List[Category]]
    hand_landmarks: List[List[NormalizedLandmark]]
    hand_world_landmarks: List[List[Landmark]]

    _LANDMARKS = 21


@dataclasses.dataclass
class HandLandmarkerOptions:
    """Options of a hand landmarker.

    Attributes:
        base_options: The model, a hand bundle.
        running_mode: How it receives its images.
        num_hands: The maximum number of hands to find.
        min_hand_detection_confidence: The minimum probability for a hand to be detected, 0…1.
        min_hand_presence_confidence: The minimum probability for a hand to be kept, 0…1.
        min_tracking_confidence: The minimum overlap of regions in successive frames that count as
            the same hand, 0…1.
        result_callback: Receives the results of a live stream: the result, the image, its
            timestamp.
        threads: How many threads share the work of a call; 0 for as many as are useful.
        smoothing: "mediapipe" (hands never), "off" or "on" (each hand by itself).
        smoothing_min_cutoff: The cutoff of smoothing at rest, in hertz.
        smoothing_beta: How much the cutoff grows with speed, in hand sizes per second.
        track_retention: How long a hand out of sight keeps its id, in seconds.
        detection_interval: How often the detector searches video for more hands while some are
            tracked: the interval in frames (by default 1, as in MediaPipe), or "adaptive", which is
            every fifth frame while nothing changes.
        precision: "single" as in MediaPipe, the default; "half" for 16-bit floats in the landmark
            model, on ARM processors with FEAT_FP16; "fine" for 16-bit or "fast" for 8-bit integers, on
            x86 processors with VNNI. An error if the processor does not support it.
    """

    base_options: BaseOptions
    running_mode: RunningMode = RunningMode.IMAGE
    num_hands: int = 1
    min_hand_detection_confidence: float = 0.5
    min_hand_presence_confidence: float = 0.5
    min_tracking_confidence: float = 0.5
    result_callback: Optional[Callable[[HandLandmarkerResult, Image, int], None]] = None
    threads: int = 0
    smoothing: Optional[str] = None
    smoothing_min_cutoff: Optional[float] = None
    smoothing_beta: Optional[float] = None
    track_retention: Optional[float] = None
    detection_interval: Union[int, str, None] = None
    precision: Optional[str] = None


class HandLandmarker(Landmarker[HandLandmarkerOptions, HandLandmarkerResult]):
    """Finds hands in images and video."""

    _TASK = _native.HAND
    _OPTIONS = HandLandmarkerOptions
    _COUNT = "num_hands"
    _KIND = "hand"

    def _make_result(self, found: Found, image: Image) -> HandLandmarkerResult:
        return HandLandmarkerResult._lazily(_MAKERS, found)


def _handedness(result: HandLandmarkerResult) -> List[List[Category]]:
    # MediaPipe counts right before left.
    names = ("Left", "Right")
    return [
        [Category(1 - i.handedness, i.handedness_score, names[i.handedness], names[i.handedness])]
        for i in result._instances
    ]


_MAKERS = {
    "handedness": _handedness,
    "hand_landmarks": image_landmarks,
    "hand_world_landmarks": world_landmarks,
}
