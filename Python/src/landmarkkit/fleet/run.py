"""Runs a job on Ray."""

from __future__ import annotations

import csv
import logging
import os
import socket
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from .. import errors
from .job import Job, JobError, Record

# A block of videos is what Ray hands to a worker at a time, and tells of when all are done.
_BLOCKS_PER_WORKER = 64


@dataclass
class Summary:
    """How a run ended.

    Attributes:
        videos: How many videos the job has.
        done: How many of them are done, in this run or before.
        failed: How many failed.
        frames: The frames of those that are done.
        rows: The rows found in them.
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

    An interrupt (Ctrl-C) pauses: videos that workers are at are begun anew by the next run.

    Args:
        videos: Absolute paths, each once.
        workers: How many work at the same time; None for as many as there are processors for their
            threads.
        address: Of a Ray cluster; None for this machine. A program that has called `ray.init`
            itself keeps its own Ray, whatever this says.
        resume: Whether the folder may hold the job already.
        retry_failures: Whether videos that failed before are tried again.
        on_progress: Is called with the summary so far: first for what earlier runs did (True), then
            after each video (False).

    Raises:
        JobError: The job cannot begin, or its results cannot be written.
        MissingDependencyError: Ray or PyArrow is not installed.
    """
    summary = Summary(videos=len(videos))
    with job.open(resume):
        todo: List[str] = []
        for video in videos:
            known = job.state(video)
            if known is None or (known.error is not None and retry_failures):
                todo.append(video)
            else:
                summary.add(known)
        if on_progress is not None:
            on_progress(summary, True)
        try:
            if todo:
                for record in _records(job, todo, workers, address):
                    summary.add(record)
                    if on_progress is not None:
                        on_progress(summary, False)
        except KeyboardInterrupt:
            summary.was_paused = True
        finally:
            try:
                _write_tables(job)
            except OSError as error:
                raise JobError(f"{job.folder}: {error.strerror or error}") from None
    return summary


def _records(
    job: Job, videos: Sequence[str], workers: Optional[int], address: Optional[str]
) -> Any:
    """Records as workers write them."""
    ray, is_ours = _started_ray(address, job.threads * workers if workers else None)
    try:
        if workers is None:
            workers = max(1, int(ray.cluster_resources().get("CPU", 1)) // job.threads)
        workers = min(workers, len(videos))
        blocks = min(len(videos), workers * _BLOCKS_PER_WORKER)
        items = [{"video": os.fsencode(video)} for video in videos]
        results = ray.data.from_items(items, override_num_blocks=blocks).map_batches(
            _RayWorker,
            fn_constructor_args=(job,),
            batch_size=1,
            compute=ray.data.ActorPoolStrategy(size=workers),
            num_cpus=job.threads,
        )
        for row in results.iter_rows():
            record = Record.read(job.record(os.fsdecode(row["video"])))
            if record is not None:
                yield record
    except ray.exceptions.RayError as error:
        cause = getattr(error, "cause", None) or error
        reason = str(cause).strip().splitlines()[-1:] or [type(cause).__name__]
        raise JobError(f"a worker stopped: {reason[0]}") from error
    finally:
        if is_ours:
            ray.shutdown()


class _RayWorker:
    """A worker in a process of Ray's."""

    def __init__(self, job: Job):
        # Ray imports this module before the libraries that a worker needs.
        from .worker import Worker

        self._worker = Worker(job)

    def __call__(self, batch: Dict[str, Any]) -> Dict[str, Any]:
        for video in batch["video"]:
            self._worker.do(os.fsdecode(video))
        return {"video": batch["video"]}


def _started_ray(address: Optional[str], processors: Optional[int]) -> Tuple[Any, bool]:
    """The module, and whether this started Ray: a program that has done so keeps its own."""
    # Nothing leaves the machine, and Ray's own messages stay in its logs: what matters is raised.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")
    try:
        import ray
        import ray.data
    except ImportError:
        raise errors.MissingDependencyError(
            "this needs Ray: pip install landmarkkit[fleet]"
        ) from None
    if ray.is_initialized():
        return ray, False
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    options: Dict[str, Any] = {"logging_level": "ERROR", "log_to_driver": False}
    if address is None:
        # A Ray of one's own, even where RAY_ADDRESS names another. Videos never pass through its
        # memory, so a little is enough.
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
        raise JobError(f"Ray does not start {where}: {error}") from None
    ray.data.DataContext.get_current().enable_progress_bars = False
    return ray, True


def _check_address(address: str) -> None:
    """Raises JobError if nothing answers at an address with a port: Ray would try for minutes."""
    host, separator, port = address.rpartition("://")[2].rpartition(":")
    if not separator or not port.isdigit():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
    except (OSError, OverflowError) as error:
        raise JobError(f"no Ray answers at {address}: {error}") from None


def _write_tables(job: Job) -> None:
    """Writes what became of all videos, as a table, and the failures as a list."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as parquet
    except ImportError:
        raise errors.MissingDependencyError(
            "this needs PyArrow: pip install landmarkkit[fleet]"
        ) from None
    records = sorted(job.records(), key=lambda record: record.video)
    names = [os.fsencode(record.video).decode("utf-8", "replace") for record in records]
    columns = {
        "video": pa.array(names, pa.string()),
        "sha256": pa.array([record.sha256 for record in records], pa.string()),
        "frames": pa.array([record.frames for record in records], pa.int64()),
        "rows": pa.array([record.rows for record in records], pa.int64()),
        "width": pa.array([record.width for record in records], pa.int32()),
        "height": pa.array([record.height for record in records], pa.int32()),
        "rate": pa.array([record.rate for record in records], pa.float64()),
        "seconds": pa.array([record.seconds for record in records], pa.float64()),
        "error": pa.array([record.error for record in records], pa.string()),
    }
    target = os.path.join(job.folder, "videos.parquet")
    parquet.write_table(pa.table(columns), target + ".part")
    os.replace(target + ".part", target)
    target = os.path.join(job.folder, "failures.csv")
    with open(target + ".part", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["video", "error"])
        writer.writerows(
            (name, record.error) for name, record in zip(names, records) if record.error is not None
        )
    os.replace(target + ".part", target)
