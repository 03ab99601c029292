"""Finds faces: boxes with six keypoints."""

from __future__ import annotations

import dataclasses
from typing import Callable, List, Optional

import numpy as np

from landmarkkit import _native

from ..components.containers.bounding_box import BoundingBox
from ..components.containers.category import Category
from ..components.containers.detections import Detection, DetectionResult
from ..components.containers.keypoint import NormalizedKeypoint
from ..core.base_options import BaseOptions
from ._instances import Found, Instance
from ._task import VisionTask
from .core.image import Image
from .core.vision_task_running_mode import VisionTaskRunningMode as RunningMode

FaceDetectorResult = DetectionResult


@dataclasses.dataclass
class FaceDetectorOptions:
    """Options of a face detector.

    Attributes:
        base_options: The model: a face bundle, or MediaPipe's short-range detector (`.tflite`).
        running_mode: How it receives its images.
        min_detection_confidence: The minimum probability of a face, 0…1.
        min_suppression_threshold: The overlap from which two boxes count as one face, 0…1.
        result_callback: Receives the results of a live stream: the result, the image, its
            timestamp.
        threads: How many threads share the work of a call; 0 for as many as are useful.
    """

    base_options: BaseOptions
    running_mode: RunningMode = RunningMode.IMAGE
    min_detection_confidence: float = 0.5
    min_suppression_threshold: float = 0.3
    result_callback: Optional[Callable[[DetectionResult, Image, int], None]] = None
    threads: int = 0


class FaceDetector(VisionTask[FaceDetectorOptions, DetectionResult]):
    """Finds faces in images and video: their boxes, and six keypoints each: the eyes, the tip of
    the nose, the mouth, and the ears; right comes first, from the person's point of view."""

    _TASK = _native.FACE_DETECTOR
    _OPTIONS = FaceDetectorOptions

    def _configure(self, struct: _native.OptionsStruct, options: FaceDetectorOptions) -> None:
        self._set_numbers(struct, options, "min_detection_confidence", "min_suppression_threshold")

    def _make_result(self, found: Found, image: Image) -> DetectionResult:
        return DetectionResult._lazily(_MAKERS, (found.take(), image.width, image.height))


def _detections(result: DetectionResult) -> List[Detection]:
    instances, width, height = result._source
    return [_detection(face, width, height) for face in instances]


_MAKERS = {"detections": _detections}


def _detection(face: Instance, width: int, height: int) -> Detection:
    x_center, y_center, box_width, box_height, _ = face.region
    points: List[List[float]] = np.frombuffer(face.landmarks, np.float32).reshape(-1, 5).tolist()
    return Detection(
        # Whole pixels, truncated toward zero as in MediaPipe.
        BoundingBox(
            int((x_center - box_width / 2) * width),
            int((y_center - box_height / 2) * height),
            int(box_width * width),
            int(box_height * height),
        ),
        [Category(0, face.score)],
        [NormalizedKeypoint(x, y, score=0.0) for x, y, *_ in points],
    )
