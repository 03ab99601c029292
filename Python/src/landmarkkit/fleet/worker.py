"""How a worker processes a video."""

from __future__ import annotations

import os
import socket
import time
from dataclasses import replace
from typing import Any, Dict, Optional

import numpy as np
from numpy.typing import NDArray

from .. import errors
from ..tables import Tracker, arrow_table, file_sha256
from .job import ATTEMPTS, Job, JobError, Record, Stamp

# Rows that are kept in memory before they are written: 6 MB of poses, 24 MB of faces.
_PART_ROWS = 4096


class Worker:
    """Tracks one video after another, and writes rows and records.

    Raises:
        JobError: The model on this machine is not the job's model.
    """

    def __init__(self, job: Job):
        self._job = job
        options = {"threads": job.threads, **job.options}
        self._tracker = Tracker(job.task, job.model, **options)
        if self._tracker.model_sha256 != job.model_sha256:
            raise JobError(
                f"{job.model} on {socket.gethostname()} is not the job's model: its SHA-256 "
                f"is {self._tracker.model_sha256}, not {job.model_sha256}"
            )

    def do(self, video: str) -> Record:
        """Tracks a video, and writes and returns its record.

        Raises:
            OSError: The results cannot be written; the video is not at fault.
        """
        began = time.monotonic()
        record = Record(video, Stamp.of(video))
        if self._job.begin(video) >= ATTEMPTS:
            record = record.failed(f"its worker was killed {ATTEMPTS} times", began)
        else:
            record = self._track(record, began)
        record.write(self._job.record(video))
        self._job.forget_attempts(video)
        return record

    def _track(self, record: Record, began: float) -> Record:
        try:
            sha256 = file_sha256(record.video)
        except OSError as error:
            return record.failed(f"{record.video}: {error.strerror}", began)
        target = self._job.landmarks(record.video)
        with _RowsFile(target, record.video, sha256, self._job.metadata) as rows:
            try:
                found = self._tracker.run(
                    record.video,
                    rows.write,
                    start=self._job.start,
                    end=self._job.end,
                    stride=self._job.stride,
                    part_rows=_PART_ROWS,
                    ahead=0,
                    allow_damage=self._job.allow_damage,
                    empty_frames=self._job.empty_frames,
                    sha256=sha256,
                )
            except errors.Error as error:
                return record.failed(str(error), began)
            rows.finish()
        return replace(
            record,
            sha256=sha256,
            frames=found["frames"],
            rows=rows.count,
            width=found["width"],
            height=found["height"],
            rate=found["rate"],
            damage=found["damage"],
            seconds=time.monotonic() - began,
        )


class _RowsFile:
    """A Parquet file of rows that is complete after `finish`, and absent before."""

    def __init__(self, path: str, video: str, sha256: str, metadata: Dict[str, str]):
        self.count = 0
        self._metadata = metadata
        self._path = path
        self._temporary = f"{path}.{socket.gethostname()}.{os.getpid()}.part"
        self._constants = {
            "video": os.fsencode(video).decode("utf-8", "replace"),
            "sha256": sha256,
        }
        self._writer: Optional[Any] = None

    def write(self, columns: Dict[str, NDArray[Any]]) -> None:
        """Adds rows."""
        import pyarrow.parquet as parquet

        table = arrow_table(columns, self._constants).replace_schema_metadata(self._metadata)
        if self._writer is None:
            os.makedirs(os.path.dirname(self._path), exist_ok=True)
            self._writer = parquet.ParquetWriter(
                self._temporary,
                table.schema,
                compression="zstd",
                use_dictionary=list(self._constants),
                use_byte_stream_split=[
                    f"{name}.list.element" if column.ndim > 1 else name
                    for name, column in columns.items()
                    if column.dtype == np.float32
                ],
            )
        self._writer.write_table(table)
        self.count += len(table)

    def finish(self) -> None:
        """Moves the file to its final place."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None
            with open(self._temporary, "rb") as file:
                os.fsync(file.fileno())
            os.replace(self._temporary, self._path)

    def __enter__(self) -> _RowsFile:
        return self

    def __exit__(self, *_: Any) -> None:
        if self._writer is not None:
            self._writer.close()
        if os.path.exists(self._temporary):
            os.remove(self._temporary)
