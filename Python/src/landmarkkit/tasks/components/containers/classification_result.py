"""Classes that were found."""

from __future__ import annotations

import dataclasses
from typing import List, Optional

from .category import Category


@dataclasses.dataclass
class Classifications:
    """The classes that one output of a model gives."""

    categories: List[Category]
    head_index: int
    head_name: Optional[str] = None


@dataclasses.dataclass
class ClassificationResult:
    """The classes that all outputs of a model give."""

    classifications: List[Classifications]
    timestamp_ms: Optional[int] = None
