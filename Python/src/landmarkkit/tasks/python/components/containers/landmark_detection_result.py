"""The landmarks of one object, with everything that belongs to them."""

from __future__ import annotations

import dataclasses
from typing import List, Optional

from .category import Category
from .landmark import Landmark, NormalizedLandmark
from .rect import NormalizedRect


@dataclasses.dataclass
class LandmarksDetectionResult:
    """Landmarks in the image and in the world, classes, and the region in which they were found."""

    landmarks: Optional[List[NormalizedLandmark]]
    categories: Optional[List[Category]]
    world_landmarks: Optional[List[Landmark]]
    rect: NormalizedRect
