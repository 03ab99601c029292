"""A point of a detection."""

from __future__ import annotations

import dataclasses
from typing import Optional

from ._unset import UNSET


@dataclasses.dataclass
class NormalizedKeypoint:
    """A point of a detection; x and y are fractions of the image's width and height."""

    x: float = UNSET
    y: float = UNSET
    label: Optional[str] = None
    score: float = UNSET
