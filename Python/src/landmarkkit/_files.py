"""Looks for files."""

from __future__ import annotations

import os
from typing import Union


def is_missing(path: "Union[str, bytes, os.PathLike[str]]") -> bool:
    """Whether there is certainly no file or folder at a path. If the system cannot tell, for
    example because a disk fails, it is false: opening the file then gives the reason."""
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return True
    except OSError:
        return False
    return False
