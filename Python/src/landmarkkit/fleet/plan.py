"""The videos of a job."""

from __future__ import annotations

import glob
import os
import posixpath
from typing import Iterable, List

from .job import JobError
from .storage import Storage, is_pattern, is_web, local_path, shown

SUFFIXES = frozenset(
    ".mp4 .m4v .mov .mkv .webm .avi .mpg .mpeg .ts .mts .m2ts .wmv .flv .3gp .ogv "
    ".mjpeg .mjpg".split()
)


def find_videos(sources: Iterable[str], lists: Iterable[str] = ()) -> List[str]:
    """The absolute paths and the addresses of videos, each once, in order.

    Args:
        sources: Files; folders, in which all files with the suffix of a video are found, at any
            depth; and patterns such as `clips/**/*.mp4`. Each may be on remote storage, such as
            `s3://bucket/clips/*.mp4`; a folder on the web has an index page, and a slash at its
            end. A named file need not exist: the job then lists it among the failures.
        lists: Text files with one source per line; `-` for standard input.

    Raises:
        JobError: A list cannot be read, or nothing is found in a folder or for a pattern.
        MissingDependencyError, StorageError: A folder or pattern is on storage that cannot be
            listed.
    """
    found: List[str] = []
    for source in [*sources, *(line for path in lists for line in _lines(path))]:
        path = local_path(source)
        found += _remote(source) if path is None else map(os.path.abspath, _local(path))
    return list(dict.fromkeys(found))


def _local(source: str) -> List[str]:
    if os.path.isdir(source):
        return _videos(
            source,
            (
                os.path.join(parent, name)
                for parent, _, names in os.walk(source, onerror=_raise_unless_hidden)
                for name in names
            ),
        )
    if glob.has_magic(source) and not os.path.exists(source):
        found = glob.glob(source, recursive=True)
        return _matching(source, (path for path in found if os.path.isfile(path)))
    return [source]


def _raise_unless_hidden(error: OSError) -> None:
    """Skips folders that this user may not see, such as `lost+found`."""
    if not isinstance(error, (FileNotFoundError, PermissionError)):
        raise JobError(f"the folder {error.filename} cannot be read: {error.strerror}") from None


def _remote(source: str) -> List[str]:
    if is_pattern(source):
        storage = Storage(source)
        if storage.exists():
            return [source]
        found = (path for path in storage.matches() if not posixpath.basename(path).startswith("."))
        return _matching(shown(source), found)
    # A file with the name of a video is assumed to be one, because checking would take long for a
    # long list. The same is true of a web address without a slash at its end, which may be a large
    # file.
    if _is_video(source) or (is_web(source) and not source.endswith("/")):
        return [source]
    inside = Storage(source).files()
    return [source] if inside in ([], [source]) else _videos(shown(source), inside)


def _videos(folder: str, inside: Iterable[str]) -> List[str]:
    found = sorted(path for path in inside if _is_video(path))
    if not found:
        raise JobError(f"there are no videos in the folder {folder}")
    return found


def _matching(pattern: str, found: Iterable[str]) -> List[str]:
    matching = sorted(found)
    if not matching:
        raise JobError(f"no file matches {pattern}")
    return matching


def _is_video(path: str) -> bool:
    name = posixpath.basename(shown(path))
    return posixpath.splitext(name)[1].lower() in SUFFIXES and not name.startswith(".")


def _lines(path: str) -> List[str]:
    try:
        with open(0 if path == "-" else path, encoding="utf-8", errors="surrogateescape") as file:
            lines = [line.strip() for line in file]
    except OSError as error:
        raise JobError(f"the list {path} cannot be read: {error.strerror}") from None
    return [line for line in lines if line and not line.startswith("#")]
