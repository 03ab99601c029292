"""A point of a detection."""

from __future__ import annotations

import dataclasses
from typing import Optional


@dataclasses.dataclass
class NormalizedKeypoint:
    """A point of a detection; x and y are fractions of the image's width and height."""

    x: Optional[float] = None
    y: Optional[float] = None
    label: Optional[str] = None
    score: Optional[float] = None
