"""Objects that a detector found."""

from __future__ import annotations

import dataclasses
from typing import List, Optional

from landmarkkit._lazy import LazyFields

from .bounding_box import BoundingBox
from .category import Category
from .keypoint import NormalizedKeypoint


@dataclasses.dataclass
class Detection:
    """An object: its box in pixels, its classes with scores, and keypoints if the model provides
    any."""

    bounding_box: BoundingBox
    categories: List[Category]
    keypoints: Optional[List[NormalizedKeypoint]] = None


@dataclasses.dataclass
class DetectionResult(LazyFields):
    """The objects in an image."""

    detections: List[Detection]
