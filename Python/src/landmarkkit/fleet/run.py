"""Runs a job on Ray."""

from __future__ import annotations

import contextlib
import csv
import io
import os
from dataclasses import dataclass, replace
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from .. import errors
from .._optional import optional
from ..tables import arrow_numbers, arrow_strings
from .cluster import started_ray
from .job import Job, JobError
from .pool import Pool
from .record import Record
from .storage import local_path


@dataclass
class Summary:
    """The outcome of a run.

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
    wait: float = 600,
    resume: bool = False,
    retry_failures: bool = False,
    on_progress: Optional[Callable[[Summary, bool], None]] = None,
    on_notice: Callable[[str], None] = lambda notice: None,
) -> Summary:
    """Tracks videos, and writes the tables of the job's folder.

    An interrupt (Ctrl-C) pauses the job: the next run restarts the videos in progress.

    Args:
        videos: Absolute paths or addresses, each once.
        workers: How many run at the same time; None for as many as there are processors for their
            threads, even when a cluster grows or shrinks.
        address: The address of a Ray cluster; None for the one in the environment variable
            `RAY_ADDRESS`, or else for this machine. It is ignored in a program that has called
            `ray.init` itself.
        wait: How many seconds to wait for a processor while a cluster has none.
        resume: Whether the folder may already hold the job.
        retry_failures: Whether videos that failed before are tried again.
        on_progress: Called with the summary so far: first for the videos of earlier runs (True),
            then after each video (False).
        on_notice: Called with the reason when the work is delayed, such as a cluster without
            processors.

    Raises:
        JobError: The job cannot start, or its results cannot be written.
        OutOfMemoryError: There is not enough memory.
        MissingDependencyError: Ray, PyArrow or the package for a protocol is not installed.
    """
    summary = Summary(videos=len(videos))
    job = replace(job, folder=_absolute(job.folder), model=os.path.abspath(job.model))
    if any(address.startswith("memory://") for address in (job.folder, *videos)):
        raise JobError("memory:// belongs to one process, and workers are others")
    with job.opened(resume) as lock:
        todo: List[str] = []
        known: Dict[str, Record] = {}
        for video, record in job.states(videos):
            if record is None or (record.error is not None and retry_failures):
                todo.append(video)
            else:
                known[video] = record
                summary.add(record)
        if on_progress is not None:
            on_progress(summary, True)
        try:
            if todo:
                for video, record in _records(job, todo, workers, address, wait, on_notice):
                    if lock.is_lost:
                        raise JobError(f"another run has taken over {job.files.address}")
                    known[video] = record
                    summary.add(record)
                    if on_progress is not None:
                        on_progress(summary, False)
        except KeyboardInterrupt:
            summary.was_paused = True
        except errors.Error:
            # The error that ended the job says more than a later error with its tables.
            with contextlib.suppress(OSError):
                if not lock.is_lost:
                    _write_tables(job, known)
            raise
        job.files.tidy()
        _write_tables(job, known)
    return summary


def _absolute(folder: str) -> str:
    path = local_path(folder)
    return folder if path is None else os.path.abspath(path)


def _records(
    job: Job,
    videos: Sequence[str],
    workers: Optional[int],
    address: Optional[str],
    wait: float,
    on_notice: Callable[[str], None],
) -> Iterator[Tuple[str, Record]]:
    """Videos and their records as workers write them."""
    # There may be more threads than this machine has processors.
    is_crowded = job.threads > (os.cpu_count() or 1)
    processors = job.threads * (workers or 1) if workers or is_crowded else None
    ray, is_ours = started_ray(address, processors)
    pool: Optional[Pool] = None
    try:
        pool = Pool(ray, job, workers, wait=wait, on_notice=on_notice)
        # Imports the modules for the tables while the workers start.
        _imported_arrow()
        yield from pool.records(videos)
    except ray.exceptions.RayError as error:
        cause = getattr(error, "cause", None) or error
        raise JobError(f"a worker stopped: {_reason(cause)}") from error
    finally:
        if is_ours:
            ray.shutdown()
        elif pool is not None:
            pool.stop()


def _reason(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    if lines:
        return lines[-1]
    return "out of memory" if isinstance(error, MemoryError) else type(error).__name__


def _imported_arrow() -> Tuple[Any, Any]:
    return optional("pyarrow", "PyArrow", "fleet"), optional("pyarrow.parquet", "PyArrow", "fleet")


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
    table = pa.Table.from_arrays(list(columns.values()), list(columns), metadata=job.metadata)
    files = job.files
    with files.draft("videos.parquet") as draft:
        parquet.write_table(table, draft.file)
        draft.commit()
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["video", "error"])
    writer.writerows(
        (name, record.error) for name, record in zip(names, records) if record.error is not None
    )
    files.write("failures.csv", text.getvalue().encode())
