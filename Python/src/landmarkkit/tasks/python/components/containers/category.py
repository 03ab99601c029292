"""A class with its score."""

from __future__ import annotations

import dataclasses
from typing import Optional

from ._unset import UNSET


@dataclasses.dataclass
class Category:
    """A class, such as a hand's side or a blendshape.

    Attributes:
        index: Its index among the model's classes.
        score: Its probability or strength, 0…1.
        display_name: Its display name, if it has one.
        category_name: Its name.
    """

    index: int = UNSET
    score: float = UNSET
    display_name: Optional[str] = None
    category_name: Optional[str] = None
