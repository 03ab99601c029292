"""Classification results."""

from __future__ import annotations

import dataclasses
from typing import List, Optional

from .category import Category


@dataclasses.dataclass
class Classifications:
    """The classes from one output of a model."""

    categories: List[Category]
    head_index: int
    head_name: Optional[str] = None


@dataclasses.dataclass
class ClassificationResult:
    """The classes from all outputs of a model."""

    classifications: List[Classifications]
    timestamp_ms: Optional[int] = None
