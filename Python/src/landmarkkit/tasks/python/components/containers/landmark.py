"""Points of a hand, pose or face."""

from __future__ import annotations

import dataclasses
from typing import Optional

from ._unset import UNSET


@dataclasses.dataclass
class Landmark:
    """A point in the world: meters around the middle of the hips or of the hand.

    Attributes:
        x, y, z: To the image's right, down, and away from the camera.
        visibility: The probability that nothing hides it; None except for poses.
        presence: The probability that it is within the image; None except for poses.
        name: Its name, if it has one.
    """

    x: float = UNSET
    y: float = UNSET
    z: float = UNSET
    visibility: Optional[float] = None
    presence: Optional[float] = None
    name: Optional[str] = None


@dataclasses.dataclass
class NormalizedLandmark:
    """A point in the image.

    Attributes:
        x, y: Fractions of the image's width and height; below 0 or above 1 outside of it.
        z: The depth in the scale of x, smaller toward the camera.
        visibility: The probability that nothing hides it; None except for poses.
        presence: The probability that it is within the image; None except for poses.
        name: Its name, if it has one.
    """

    x: float = UNSET
    y: float = UNSET
    z: float = UNSET
    visibility: Optional[float] = None
    presence: Optional[float] = None
    name: Optional[str] = None
