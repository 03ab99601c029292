"""A box around something, in pixels."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass
class BoundingBox:
    """An upright box in pixels of the image; the origin is its top left corner."""

    origin_x: int
    origin_y: int
    width: int
    height: int
