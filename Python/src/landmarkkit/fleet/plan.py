"""The videos of a job."""

from __future__ import annotations

import glob
import os
from typing import Iterable, List

from .job import JobError

SUFFIXES = frozenset(
    ".mp4 .m4v .mov .mkv .webm .avi .mpg .mpeg .ts .mts .m2ts .wmv .flv .3gp .ogv "
    ".mjpeg .mjpg".split()
)


def find_videos(sources: Iterable[str], lists: Iterable[str] = ()) -> List[str]:
    """The absolute paths of videos, each once, in order.

    Args:
        sources: Files; folders, in which all files with the suffix of a video are found, at any
            depth; and patterns such as `clips/**/*.mp4`. A named file need not exist: the job lists
            it among the failures.
        lists: Text files with one source per line; `-` for standard input.

    Raises:
        JobError: A list cannot be read, or nothing is found in a folder or for a pattern.
    """
    found: List[str] = []
    for source in [*sources, *(line for path in lists for line in _lines(path))]:
        if os.path.isdir(source):
            inside = sorted(_inside(source))
            if not inside:
                raise JobError(f"there are no videos in the folder {source}")
            found += inside
        elif glob.has_magic(source) and not os.path.exists(source):
            matching = sorted(p for p in glob.glob(source, recursive=True) if os.path.isfile(p))
            if not matching:
                raise JobError(f"no file matches {source}")
            found += matching
        else:
            found.append(source)
    return list(dict.fromkeys(os.path.abspath(path) for path in found))


def _inside(folder: str) -> Iterable[str]:
    for parent, _, names in os.walk(folder):
        for name in names:
            if os.path.splitext(name)[1].lower() in SUFFIXES and not name.startswith("."):
                yield os.path.join(parent, name)


def _lines(path: str) -> List[str]:
    try:
        with open(0 if path == "-" else path, encoding="utf-8", errors="surrogateescape") as file:
            lines = [line.strip() for line in file]
    except OSError as error:
        raise JobError(f"the list {path} cannot be read: {error.strerror}") from None
    return [line for line in lines if line and not line.startswith("#")]
