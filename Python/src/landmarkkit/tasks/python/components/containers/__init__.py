"""The types of which results consist."""

from typing import TYPE_CHECKING

from landmarkkit._imports import lazily

if TYPE_CHECKING:
    from . import (
        bounding_box,
        category,
        classification_result,
        detections,
        keypoint,
        landmark,
        landmark_detection_result,
        rect,
    )
    from .bounding_box import BoundingBox
    from .category import Category
    from .classification_result import ClassificationResult, Classifications
    from .detections import Detection, DetectionResult
    from .keypoint import NormalizedKeypoint
    from .landmark import Landmark, NormalizedLandmark
    from .landmark_detection_result import LandmarksDetectionResult
    from .rect import NormalizedRect, Rect, RectF

__all__ = [
    "BoundingBox",
    "Category",
    "ClassificationResult",
    "Classifications",
    "Detection",
    "DetectionResult",
    "Landmark",
    "LandmarksDetectionResult",
    "NormalizedKeypoint",
    "NormalizedLandmark",
    "NormalizedRect",
    "Rect",
    "RectF",
    "bounding_box",
    "category",
    "classification_result",
    "detections",
    "keypoint",
    "landmark",
    "landmark_detection_result",
    "rect",
]

_HOMES = {
    "BoundingBox": "bounding_box",
    "Category": "category",
    "ClassificationResult": "classification_result",
    "Classifications": "classification_result",
    "Detection": "detections",
    "DetectionResult": "detections",
    "Landmark": "landmark",
    "LandmarksDetectionResult": "landmark_detection_result",
    "NormalizedKeypoint": "keypoint",
    "NormalizedLandmark": "landmark",
    "NormalizedRect": "rect",
    "Rect": "rect",
    "RectF": "rect",
    "bounding_box": "",
    "category": "",
    "classification_result": "",
    "detections": "",
    "keypoint": "",
    "landmark": "",
    "landmark_detection_result": "",
    "rect": "",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, _HOMES)
