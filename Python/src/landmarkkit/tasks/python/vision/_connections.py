"""Lines between landmarks."""

from __future__ import annotations

import dataclasses
from typing import Iterable, List, Tuple


@dataclasses.dataclass
class Connection:
    """A line from one landmark to another, by their indices."""

    start: int
    end: int


Lines = List[Connection]


def pairs(lines: Iterable[Tuple[int, int]]) -> Lines:
    """A connection for each pair of indices."""
    return [Connection(start, end) for start, end in lines]


def chain(*points: int) -> Lines:
    """Connections from each point to the next."""
    return pairs(zip(points, points[1:]))


def ends(lines: Iterable[Connection]) -> Tuple[Tuple[int, int], ...]:
    """The pair of indices of each connection."""
    return tuple((line.start, line.end) for line in lines)
