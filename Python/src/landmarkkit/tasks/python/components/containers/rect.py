"""Rectangles."""

from __future__ import annotations

import dataclasses
from typing import Optional


@dataclasses.dataclass
class Rect:
    """An upright rectangle in pixels."""

    left: int
    top: int
    bottom: int
    right: int


@dataclasses.dataclass
class RectF:
    """An upright rectangle in fractions of the image's width and height."""

    left: float
    top: float
    bottom: float
    right: float


@dataclasses.dataclass
class NormalizedRect:
    """A rotated rectangle.

    Attributes:
        x_center, y_center, width, height: Fractions of the image's width and height.
        rotation: In radians, clockwise.
        rect_id: A number that distinguishes rectangles.
    """

    x_center: float
    y_center: float
    width: float
    height: float
    rotation: Optional[float] = 0.0
    rect_id: Optional[int] = None
