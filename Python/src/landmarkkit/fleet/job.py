"""A job's folder: its settings, and the record of each video."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple

from .. import errors
from .._version import VERSION
from .folder import Folder, Lock, folder_at
from .record import Record, Stamp
from .storage import local_path, shown

# How many requests to remote storage run at the same time.
_REQUESTS = 16


class JobError(errors.Error, ValueError):
    """A job cannot start: its folder, settings or videos are unsuitable."""


@dataclass(frozen=True)
class Job:
    """How each video is processed, and where its results go.

    Attributes:
        folder: Where the results go: a path, which on a cluster is the same for all machines, or an
            address of remote storage such as `s3://bucket/poses`.
        task: "pose", "hand" or "face".
        model: The path of the model bundle.
        model_sha256: The hash of the bundle's content.
        options: Options of the task, such as `{"num_poses": 2}`.
        start, end, stride: The part of each video, as for `read_video`.
        allow_damage: Whether a damaged video is tracked as far as it can be decoded.
        empty_frames: Whether frames in which nothing was found also have a row.
        threads: How many threads each worker uses.
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
        """The metadata of the job's Parquet files: everything that the results depend on, as in the
        metadata of `Tracks`."""
        settings = self.settings
        task, options, version = map(settings.pop, ("task", "options", "version"))
        settings = {"model": os.path.basename(self.model), **settings, **options}
        values = {"task": task, "settings": settings, "version": version}
        return {"landmarkkit": json.dumps(values)}

    @property
    def files(self) -> Folder:
        """The files of the folder.

        Raises:
            MissingDependencyError, StorageError: As `Storage`.
        """
        return folder_at(self.folder)

    @contextlib.contextmanager
    def opened(self, resume: bool) -> Iterator[Lock]:
        """Creates the folder, or resumes the job in it after removing unfinished files; keeps other
        runs out of it until the block ends.

        Raises:
            JobError: The folder holds a job and `resume` is false, or a job with other settings, or
                something else; another run is using it; or it cannot be read or written, even later
                in the block.
            OutOfMemoryError: There is not enough memory, even later in the block.
            MissingDependencyError: The package for the folder's protocol is not installed.
        """
        try:
            files = self.files
            saved = files.read("job.json")
            if saved is not None:
                self._check(saved, resume)
            elif next(files.names(), None) is not None:
                raise JobError(f"{files.address} contains files, but no job")
            else:
                files.write("job.json", (json.dumps(self.settings, indent=2) + "\n").encode())
            with files.lock() as lock:
                files.tidy()
                yield lock
        except BlockingIOError:
            raise JobError(f"another run is using {shown(self.folder)}") from None
        except OSError as error:
            raise JobError(self._reason(error)) from None
        except errors.Error:
            raise
        except MemoryError as error:
            reason = "there is not enough memory"
            raise errors.OutOfMemoryError(f"{reason}: {error}" if str(error) else reason) from None

    def _reason(self, error: OSError) -> str:
        """Why the folder cannot be used."""
        if isinstance(error, errors.Error):
            return str(error)
        return f"{self.folder}: {error.strerror or error}"

    def _check(self, content: bytes, resume: bool) -> None:
        where = shown(self.folder)
        if not resume:
            raise JobError(f"{where} already contains a job; --resume continues it")
        try:
            saved = json.loads(content)
        except ValueError as error:
            raise JobError(f"{where}/job.json is damaged: {error}") from None
        mine = json.loads(json.dumps(self.settings))
        for name in {**saved, **mine}:
            if saved.get(name) != mine.get(name):
                raise JobError(
                    f"the job in {where} has {name} {json.dumps(saved.get(name))}, "
                    f"but this one has {json.dumps(mine.get(name))}"
                )

    # The files of a video.

    def landmarks(self, video: str) -> str:
        """The name of a video's rows in the folder."""
        return _place("landmarks", video, ".parquet")

    def record(self, video: str) -> str:
        """The name of a video's record in the folder."""
        return _place("records", video, ".json")

    def save(self, video: str, record: Record) -> None:
        """Writes the record of a video."""
        self.files.write(self.record(video), record.encoded())

    def state(self, video: str) -> Optional[Record]:
        """The record of a video, or None if the video must be processed: the record is missing, the
        video has changed since, or its rows are gone. A finished video that can no longer be
        reached stays finished."""
        found = Record.parsed(self.files.read(self.record(video)))
        if found is None or found.video != shown(video):
            return None
        stamp = Stamp.of(video)
        if found.error is not None:
            return found if found.stamp == stamp else None
        if stamp not in (found.stamp, None) or not self.files.exists(self.landmarks(video)):
            return None
        return found

    def states(self, videos: Iterable[str]) -> Iterator[Tuple[str, Optional[Record]]]:
        """Each video with its state."""
        videos = list(videos)
        is_local = all(local_path(address) is not None for address in (self.folder, *videos))
        return zip(videos, _mapped(self.state, videos, is_local))

    def records(self, known: Mapping[str, Record]) -> Iterator[Record]:
        """The records of all videos, in no particular order; those of the videos in `known` are not
        read."""
        yield from known.values()
        files = self.files
        names = {self.record(video) for video in known}
        rest = [
            name for name in files.names("records") if name.endswith(".json") and name not in names
        ]
        is_local = local_path(self.folder) is not None
        yield from filter(None, map(Record.parsed, _mapped(files.read, rest, is_local)))


def _place(kind: str, video: str, suffix: str) -> str:
    key = hashlib.sha256(os.fsencode(video)).hexdigest()[:32]
    return f"{kind}/part={key[:2]}/{key}{suffix}"


def _mapped(function: Callable[[str], Any], values: List[str], is_local: bool) -> Iterator[Any]:
    """The results of a function; requests to remote storage run concurrently."""
    if is_local:
        yield from map(function, values)
    else:
        with ThreadPoolExecutor(_REQUESTS) as threads:
            yield from threads.map(function, values)
