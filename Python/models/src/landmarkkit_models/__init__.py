"""The networks of MediaPipe's solutions, as files for LandmarkKit."""

from __future__ import annotations

import pathlib
from typing import Tuple

__all__ = ["NAMES", "path"]

_FOLDER = pathlib.Path(__file__).resolve().parent

NAMES: Tuple[str, ...] = tuple(
    sorted(file.name for file in _FOLDER.iterdir() if file.suffix in (".task", ".tflite"))
)
"""The names of the files."""


def path(name: str) -> pathlib.Path:
    """The absolute path of a file.

    Args:
        name: One of `NAMES`, such as `hands_full.task`.

    Raises:
        ValueError: There is no such file.
    """
    if name not in NAMES:
        known = ", ".join(NAMES) or "none: the package was not installed from its wheel"
        raise ValueError(f"name must be one of {known}, got {name!r}")
    return _FOLDER / name
