"""A job's folder: its settings, and the record of each video."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import socket
import time
from dataclasses import asdict, dataclass, field, replace
from typing import IO, Any, Dict, Iterator, Mapping, Optional

from .. import errors
from .._version import VERSION

# A video whose worker has died this many times is not tried again.
ATTEMPTS = 3


class JobError(errors.Error, ValueError):
    """A job cannot start: its folder, settings or videos are unsuitable."""


@dataclass(frozen=True)
class Job:
    """How each video is processed, and where its results go.

    Attributes:
        folder: Where the results go; on a cluster, the same for all machines.
        task: "pose", "hand" or "face".
        model: The path of the model bundle.
        model_sha256: The hash of the bundle's content.
        options: Options of the task, such as `{"num_poses": 2}`.
        start, end, stride: The part of each video, as for `read_video`.
        allow_damage: Whether a damaged video is tracked as far as it can be decoded.
        empty_frames: Whether a frame in which nothing was found has a row, too.
        threads: How many threads each worker computes with.
    """

    folder: str
    task: str
    model: str
    model_sha256: str
    options: Dict[str, Any] = field(default_factory=dict)
    start: float = 0
    end: Optional[float] = None
    stride: int = 1
    allow_damage: bool = False
    empty_frames: bool = False
    threads: int = 1

    @property
    def settings(self) -> Dict[str, Any]:
        """The settings that results depend on."""
        settings = asdict(self)
        for name in ("folder", "model", "threads"):
            del settings[name]
        return {**settings, "version": VERSION}

    @property
    def metadata(self) -> Dict[str, str]:
        """The metadata of the job's Parquet files: what the results depend on, as in the metadata
        of `Tracks`."""
        settings = self.settings
        task, options, version = map(settings.pop, ("task", "options", "version"))
        settings = {"model": os.path.basename(self.model), **settings, **options}
        values = {"task": task, "settings": settings, "version": version}
        return {"landmarkkit": json.dumps(values)}

    def open(self, resume: bool) -> IO[str]:
        """Creates the folder, or resumes the job in it after removing what was not finished.

        Returns:
            A file that keeps other runs out of the folder until it is closed.

        Raises:
            JobError: The folder holds a job and `resume` is false, or a job with other settings, or
                something else; another run is using it; or it cannot be written.
        """
        path = os.path.join(self.folder, "job.json")
        try:
            os.makedirs(self.folder, exist_ok=True)
            if os.path.exists(path):
                self._check(path, resume)
            elif os.listdir(self.folder):
                raise JobError(f"{self.folder} contains files, but no job")
            else:
                write_whole(path, json.dumps(self.settings, indent=2) + "\n")
            lock = open(path, encoding="utf-8")
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                lock.close()
                raise JobError(f"another run is using {self.folder}") from None
            self._tidy()
            return lock
        except OSError as error:
            raise JobError(f"{self.folder}: {error.strerror}") from None

    def _tidy(self) -> None:
        """Removes what killed workers have left behind."""
        shutil.rmtree(os.path.join(self.folder, "attempts"), ignore_errors=True)
        for parent, _, names in os.walk(self.folder):
            for name in names:
                if name.endswith(".part"):
                    os.remove(os.path.join(parent, name))

    def _check(self, path: str, resume: bool) -> None:
        if not resume:
            raise JobError(f"{self.folder} already contains a job; --resume continues it")
        try:
            with open(path, encoding="utf-8") as file:
                saved = json.load(file)
        except ValueError as error:
            raise JobError(f"{path} is damaged: {error}") from None
        mine = json.loads(json.dumps(self.settings))
        for name in {**saved, **mine}:
            if saved.get(name) != mine.get(name):
                raise JobError(
                    f"the job in {self.folder} has {name} {json.dumps(saved.get(name))}, "
                    f"but this one has {json.dumps(mine.get(name))}"
                )

    # The files of a video.

    def landmarks(self, video: str) -> str:
        """The path of a video's rows."""
        return self._place("landmarks", video, ".parquet")

    def record(self, video: str) -> str:
        """The path of a video's record."""
        return self._place("records", video, ".json")

    def attempt(self, video: str, number: int) -> str:
        """The path of the marker that a worker has started a video for the `number`th time."""
        return self._place("attempts", video, f".{number}")

    def _place(self, kind: str, video: str, suffix: str) -> str:
        key = hashlib.sha256(os.fsencode(video)).hexdigest()[:32]
        return os.path.join(self.folder, kind, f"part={key[:2]}", key + suffix)

    # Records.

    def records(self, known: Mapping[str, Record] = {}) -> Iterator[Record]:
        """The records of all videos, in no particular order; those of the videos in `known` are not
        read."""
        yield from known.values()
        paths = {self.record(video) for video in known}
        for parent, _, names in os.walk(os.path.join(self.folder, "records")):
            for name in names:
                path = os.path.join(parent, name)
                if name.endswith(".json") and path not in paths:
                    found = Record.read(path)
                    if found is not None:
                        yield found

    def state(self, video: str) -> Optional["Record"]:
        """The record of a video, or None if the video must be processed: there is no record, the
        file has changed since, or its rows are gone."""
        found = Record.read(self.record(video))
        if found is None or found.video != video or found.stamp != Stamp.of(video):
            return None
        if found.error is None and not os.path.exists(self.landmarks(video)):
            return None
        return found

    def begin(self, video: str) -> int:
        """Marks that a worker starts a video; returns how many times one started it without
        finishing."""
        for number in range(1, ATTEMPTS + 1):
            path = self.attempt(video, number)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            try:
                with open(path, "x", encoding="utf-8") as file:
                    file.write(f"{socket.gethostname()} {os.getpid()}\n")
                return number - 1
            except FileExistsError:
                continue
        return ATTEMPTS

    def forget_attempts(self, video: str) -> None:
        """Removes the markers of a video that is finished, or that another run should try again."""
        for number in range(1, ATTEMPTS + 1):
            try:
                os.remove(self.attempt(video, number))
            except FileNotFoundError:
                pass


@dataclass(frozen=True)
class Stamp:
    """Detects that a file has changed: its size in bytes and its time in nanoseconds."""

    size: int
    modified_ns: int

    @staticmethod
    def of(path: str) -> Optional[Stamp]:
        """The stamp of a file, or None if there is none."""
        try:
            status = os.stat(path)
        except OSError:
            return None
        return Stamp(status.st_size, status.st_mtime_ns)


@dataclass(frozen=True)
class Record:
    """The outcome of a video.

    Attributes:
        video: Its path.
        stamp: The file's stamp before it was read; None if it could not be read.
        sha256: The hash of its content; None if it failed.
        frames: How many frames were processed.
        rows: How many rows they have.
        width, height, rate: Those of the frames; 0 if it failed.
        damage: How many places of it are damaged or missing.
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
    def read(path: str) -> Optional[Record]:
        """The record in a file, or None if there is no readable one."""
        try:
            with open(path, encoding="utf-8") as file:
                values = json.load(file)
            stamp = values.pop("stamp")
            return Record(stamp=Stamp(**stamp) if stamp else None, **values)
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return None

    def write(self, path: str) -> None:
        """Writes the record to a file atomically."""
        write_whole(path, json.dumps(asdict(self)) + "\n")

    def failed(self, reason: str, began: float) -> Record:
        """The record of a video that failed."""
        return replace(self, error=reason, seconds=time.monotonic() - began)


def write_whole(path: str, text: str) -> None:
    """Writes a file that is either complete or absent, even if the process or the machine dies."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    temporary = f"{path}.{socket.gethostname()}.{os.getpid()}.part"
    try:
        with open(temporary, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        if os.path.exists(temporary):
            os.remove(temporary)
