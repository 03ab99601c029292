"""Runs a job on Ray."""

from __future__ import annotations

import csv
import os
import socket
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from .. import errors
from ..tables import arrow_numbers, arrow_strings
from .job import Job, JobError, Record
from .pool import Pool


@dataclass
class Summary:
    """How a run ended.

    Attributes:
        videos: How many videos the job has.
        done: How many of them are done, in this run or an earlier one.
        failed: How many failed.
        frames: The frames of the videos that are done.
        rows: Their rows.
        was_paused: Whether the run was interrupted.
    """

    videos: int = 0
    done: int = 0
    failed: int = 0
    frames: int = 0
    rows: int = 0
    was_paused: bool = False

    def add(self, record: Record) -> None:
        """Counts a video."""
        if record.error is None:
            self.done += 1
            self.frames += record.frames
            self.rows += record.rows
        else:
            self.failed += 1


def run(
    job: Job,
    videos: Sequence[str],
    *,
    workers: Optional[int] = None,
    address: Optional[str] = None,
    resume: bool = False,
    retry_failures: bool = False,
    on_progress: Optional[Callable[[Summary, bool], None]] = None,
) -> Summary:
    """Tracks videos, and writes the tables of the job's folder.

    An interrupt (Ctrl-C) pauses the job: the next run restarts the videos in progress.

    Args:
        videos: Absolute paths, each once.
        workers: How many run at the same time; None for as many as there are processors for their
            threads.
        address: The address of a Ray cluster; None for this machine. It is ignored in a program
            that has called `ray.init` itself.
        resume: Whether the folder may hold the job already.
        retry_failures: Whether videos that failed before are tried again.
        on_progress: Called with the summary so far: first for what earlier runs did (True), then
            after each video (False).

    Raises:
        JobError: The job cannot start, or its results cannot be written.
        MissingDependencyError: Ray or PyArrow is not installed.
    """
    summary = Summary(videos=len(videos))
    with job.open(resume):
        todo: List[str] = []
        known: Dict[str, Record] = {}
        for video in videos:
            record = job.state(video)
            if record is None or (record.error is not None and retry_failures):
                todo.append(video)
            else:
                known[video] = record
                summary.add(record)
        if on_progress is not None:
            on_progress(summary, True)
        try:
            if todo:
                for record in _records(job, todo, workers, address):
                    known[record.video] = record
                    summary.add(record)
                    if on_progress is not None:
                        on_progress(summary, False)
        except KeyboardInterrupt:
            summary.was_paused = True
        finally:
            try:
                _write_tables(job, known)
            except OSError as error:
                raise JobError(f"{job.folder}: {error.strerror or error}") from None
    return summary


def _records(
    job: Job, videos: Sequence[str], workers: Optional[int], address: Optional[str]
) -> Iterator[Record]:
    """Records as workers write them."""
    ray, is_ours = _started_ray(address, job.threads * workers if workers else None)
    pool: Optional[Pool] = None
    try:
        if workers is None:
            workers = max(1, int(ray.cluster_resources().get("CPU", 1)) // job.threads)
        pool = Pool(ray, job, min(workers, len(videos)))
        # Imports what the tables need while the workers start.
        _imported_arrow()
        yield from pool.records(videos)
    except ray.exceptions.RayError as error:
        cause = getattr(error, "cause", None) or error
        reason = str(cause).strip().splitlines()[-1:] or [type(cause).__name__]
        raise JobError(f"a worker stopped: {reason[0]}") from error
    finally:
        if is_ours:
            ray.shutdown()
        elif pool is not None:
            pool.stop()


def _started_ray(address: Optional[str], processors: Optional[int]) -> Tuple[Any, bool]:
    """The module, and whether this call started Ray: a program that has already started Ray keeps
    it."""
    # Nothing leaves the machine, and Ray's own messages stay in its logs: important errors are
    # raised.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")
    try:
        import ray
    except ImportError:
        raise errors.MissingDependencyError(
            "this requires Ray: pip install landmarkkit[fleet]"
        ) from None
    if ray.is_initialized():
        return ray, False
    options: Dict[str, Any] = {"logging_level": "ERROR", "log_to_driver": False}
    if address is None:
        # Starts its own Ray, even where RAY_ADDRESS names another. Videos never pass through Ray's
        # memory, so a small object store is enough.
        options.update(
            address="local",
            num_cpus=processors,
            include_dashboard=False,
            object_store_memory=100 << 20,
        )
    else:
        _check_address(address)
        options["address"] = address
    try:
        ray.init(**options)
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        where = f"at {address}" if address else f"on {socket.gethostname()}"
        raise JobError(f"cannot start Ray {where}: {error}") from None
    return ray, True


def _check_address(address: str) -> None:
    """Raises JobError if nothing answers at an address with a port: Ray would retry for minutes.
    """
    host, separator, port = address.rpartition("://")[2].rpartition(":")
    if not separator or not port.isdigit():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
    except (OSError, OverflowError) as error:
        raise JobError(f"no Ray cluster responds at {address}: {error}") from None


def _imported_arrow() -> Tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise errors.MissingDependencyError(
            "this requires PyArrow: pip install landmarkkit[fleet]"
        ) from None
    return pyarrow, pyarrow.parquet


def _write_tables(job: Job, known: Mapping[str, Record]) -> None:
    """Writes the outcomes of all videos as a table, and the failures as a list; `known` has the
    records that need not be read again."""
    pa, parquet = _imported_arrow()
    records = sorted(job.records(known), key=lambda record: record.video)
    names = [os.fsencode(record.video).decode("utf-8", "replace") for record in records]

    def strings(name: str) -> Any:
        return arrow_strings([getattr(record, name) for record in records])

    def numbers(name: str, kind: Any) -> Any:
        return arrow_numbers(np.array([getattr(record, name) for record in records], kind))

    columns = {
        "video": arrow_strings(names),
        "sha256": strings("sha256"),
        "frames": numbers("frames", np.int64),
        "rows": numbers("rows", np.int64),
        "width": numbers("width", np.int32),
        "height": numbers("height", np.int32),
        "rate": numbers("rate", np.float64),
        "damage": numbers("damage", np.int32),
        "seconds": numbers("seconds", np.float64),
        "error": strings("error"),
    }
    target = os.path.join(job.folder, "videos.parquet")
    table = pa.Table.from_arrays(list(columns.values()), list(columns), metadata=job.metadata)
    parquet.write_table(table, target + ".part")
    os.replace(target + ".part", target)
    target = os.path.join(job.folder, "failures.csv")
    with open(target + ".part", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["video", "error"])
        writer.writerows(
            (name, record.error) for name, record in zip(names, records) if record.error is not None
        )
    os.replace(target + ".part", target)
