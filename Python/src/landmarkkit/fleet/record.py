"""The outcome of a video, and how a changed video is detected."""

from __future__ import annotations

import json
import os
import time
from dataclasses import asdict, dataclass, replace
from typing import Optional

from .. import errors
from .storage import Storage, local_path


def now() -> float:
    """The time in seconds since an arbitrary moment, for durations.

    Raises:
        Error: The system's clock cannot be read.
    """
    try:
        return time.monotonic()
    except OSError as error:
        raise errors.Error(f"the clock cannot be read: {error.strerror}") from None


@dataclass(frozen=True)
class Stamp:
    """Detects that a video has changed.

    Attributes:
        size: Its size in bytes; None if the server does not say.
        version: The time of its last change in nanoseconds; on remote storage, its ETag or that
            time as the storage writes it.
    """

    size: Optional[int]
    version: str

    @staticmethod
    def of(video: str) -> Optional[Stamp]:
        """The stamp of a video, or None if it is not available."""
        path = local_path(video)
        try:
            if path is None:
                return Stamp(*Storage(video).version())
            found = os.stat(path)
            return Stamp(found.st_size, str(found.st_mtime_ns))
        except (OSError, ImportError):
            return None


@dataclass(frozen=True)
class Record:
    """The outcome of a video.

    Attributes:
        video: Its path or address, without passwords and queries.
        stamp: The video's stamp before it was read; None if it could not be read.
        sha256: The hash of its content; None if it failed.
        frames: How many frames were processed.
        rows: How many rows they have.
        width, height, rate: Those of the frames; 0 if it failed.
        damage: How many places in it are damaged or missing.
        seconds: How long it took.
        error: Why it failed, or None.
    """

    video: str
    stamp: Optional[Stamp]
    sha256: Optional[str] = None
    frames: int = 0
    rows: int = 0
    width: int = 0
    height: int = 0
    rate: float = 0
    damage: int = 0
    seconds: float = 0
    error: Optional[str] = None

    @staticmethod
    def parsed(content: Optional[bytes]) -> Optional[Record]:
        """The record in the content of a file, or None if it is not valid."""
        try:
            values = json.loads((content or b"").decode(errors="surrogateescape"))
            stamp = values.pop("stamp")
            return Record(stamp=Stamp(**stamp) if stamp else None, **values)
        except (ValueError, TypeError, KeyError, AttributeError):
            return None

    def encoded(self) -> bytes:
        """The content of a file for the record."""
        return (json.dumps(asdict(self)) + "\n").encode(errors="surrogateescape")

    def failed(self, reason: str, began: float) -> Record:
        """The record of a video that failed."""
        return replace(self, error=reason, seconds=now() - began)
