"""Finds poses: 33 landmarks each, in the image and in the world."""

from __future__ import annotations

import dataclasses
import enum
from typing import Callable, List, Optional, Union

import numpy as np

from landmarkkit import _native

from ..components.containers.landmark import Landmark, NormalizedLandmark
from ..core.base_options import BaseOptions
from ._connections import Connection, Lines, pairs
from ._instances import Found, WorldInstancesResult, image_landmarks, world_landmarks
from ._task import Landmarker
from .core.image import Image, ImageFormat
from .core.vision_task_running_mode import VisionTaskRunningMode as RunningMode


class PoseLandmark(enum.IntEnum):
    """The landmarks of a pose, by their index; left and right are the person's own."""

    NOSE = 0
    LEFT_EYE_INNER = 1
    LEFT_EYE = 2
    LEFT_EYE_OUTER = 3
    RIGHT_EYE_INNER = 4
    RIGHT_EYE = 5
    RIGHT_EYE_OUTER = 6
    LEFT_EAR = 7
    RIGHT_EAR = 8
    MOUTH_LEFT = 9
    MOUTH_RIGHT = 10
    LEFT_SHOULDER = 11
    RIGHT_SHOULDER = 12
    LEFT_ELBOW = 13
    RIGHT_ELBOW = 14
    LEFT_WRIST = 15
    RIGHT_WRIST = 16
    LEFT_PINKY = 17
    RIGHT_PINKY = 18
    LEFT_INDEX = 19
    RIGHT_INDEX = 20
    LEFT_THUMB = 21
    RIGHT_THUMB = 22
    LEFT_HIP = 23
    RIGHT_HIP = 24
    LEFT_KNEE = 25
    RIGHT_KNEE = 26
    LEFT_ANKLE = 27
    RIGHT_ANKLE = 28
    LEFT_HEEL = 29
    RIGHT_HEEL = 30
    LEFT_FOOT_INDEX = 31
    RIGHT_FOOT_INDEX = 32


class PoseLandmarksConnections:
    """The lines to draw between the landmarks of a pose."""

    Connection = Connection

    # fmt: off
    POSE_LANDMARKS: Lines = pairs([
        # The face.
        (0, 1), (1, 2), (2, 3), (3, 7), (0, 4), (4, 5), (5, 6), (6, 8), (9, 10),
        # The shoulders and arms.
        (11, 12), (11, 13), (13, 15), (15, 17), (15, 19), (15, 21), (17, 19),
        (12, 14), (14, 16), (16, 18), (16, 20), (16, 22), (18, 20),
        # The trunk and legs.
        (11, 23), (12, 24), (23, 24), (23, 25), (24, 26), (25, 27), (26, 28),
        (27, 29), (28, 30), (29, 31), (30, 32), (27, 31), (28, 32),
    ])
    # fmt: on


def _no_masks() -> Optional[List[Image]]:
    return None


@dataclasses.dataclass
class PoseLandmarkerResult(WorldInstancesResult):
    """The poses in an image; each list has one entry per pose.

    Attributes:
        pose_landmarks: 33 landmarks in the image.
        pose_world_landmarks: 33 landmarks in meters around the middle of the hips.
        segmentation_masks: Images of the same size with the probability that each pixel belongs to
            the person (VEC32F1); None unless requested, or without poses.
    """

    pose_landmarks: List[List[NormalizedLandmark]]
    pose_world_landmarks: List[List[Landmark]]
    # It has no plain default, which would hide that the field of a lazy result is not computed yet.
    segmentation_masks: Optional[List[Image]] = dataclasses.field(default_factory=_no_masks)

    _LANDMARKS = 33
    _NUMBERS = 5


@dataclasses.dataclass
class PoseLandmarkerOptions:
    """Options of a pose landmarker.

    Attributes:
        base_options: The model, a pose bundle.
        running_mode: How it receives its images.
        num_poses: The maximum number of people to find.
        min_pose_detection_confidence: The minimum probability for a person to be detected, 0…1.
        min_pose_presence_confidence: The minimum probability for a pose to be kept, 0…1.
        min_tracking_confidence: The minimum overlap of regions in successive frames that count as
            the same pose, 0…1.
        output_segmentation_masks: Whether to compute segmentation masks.
        result_callback: Receives the results of a live stream: the result, the image, its
            timestamp.
        threads: How many threads share the work of a call; 0 for as many as are useful.
        smoothing: "mediapipe" (only while `num_poses` is 1), "off" or "on" (each by itself).
        smoothing_min_cutoff: The cutoff of smoothing at rest, in hertz.
        smoothing_beta: How much the cutoff grows with speed, in pose sizes per second.
        side_guard: Whether to swap left and right where the model has confused them.
        track_retention: How long a person out of sight keeps the id, in seconds.
        detection_interval: How often the detector searches video for more people while some are
            tracked: the interval in frames (by default 1, as in MediaPipe), or "adaptive", which is
            every fifth frame while nothing changes.
        precision: "single" as in MediaPipe, the default; "half" for 16-bit floats in the landmark
            model, on ARM processors with FEAT_FP16; "fine" for 16-bit or "fast" for 8-bit integers, on
            x86 processors with VNNI. An error if the processor does not support it.
    """

    base_options: BaseOptions
    running_mode: RunningMode = RunningMode.IMAGE
    num_poses: int = 1
    min_pose_detection_confidence: float = 0.5
    min_pose_presence_confidence: float = 0.5
    min_tracking_confidence: float = 0.5
    output_segmentation_masks: bool = False
    result_callback: Optional[Callable[[PoseLandmarkerResult, Image, int], None]] = None
    threads: int = 0
    smoothing: Optional[str] = None
    smoothing_min_cutoff: Optional[float] = None
    smoothing_beta: Optional[float] = None
    side_guard: bool = False
    track_retention: Optional[float] = None
    detection_interval: Union[int, str, None] = None
    precision: Optional[str] = None


class PoseLandmarker(Landmarker[PoseLandmarkerOptions, PoseLandmarkerResult]):
    """Finds poses in images and video."""

    _TASK = _native.POSE
    _OPTIONS = PoseLandmarkerOptions
    _COUNT = "num_poses"
    _KIND = "pose"

    def _configure(self, struct: _native.OptionsStruct, options: PoseLandmarkerOptions) -> None:
        super()._configure(struct, options)
        struct.segmentation_masks = bool(options.output_segmentation_masks)
        struct.side_guard = bool(options.side_guard)

    def _make_result(self, found: Found, image: Image) -> PoseLandmarkerResult:
        return PoseLandmarkerResult._lazily(_MAKERS, found)


def _masks(result: PoseLandmarkerResult) -> Optional[List[Image]]:
    masks = [
        Image(ImageFormat.VEC32F1, np.frombuffer(pose.mask, np.float32).reshape(pose.mask_size))
        for pose in result._instances
        if pose.mask is not None
    ]
    return masks or None


_MAKERS = {
    "pose_landmarks": image_landmarks,
    "pose_world_landmarks": world_landmarks,
    "segmentation_masks": _masks,
}
