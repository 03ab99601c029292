"""How a worker processes a video."""

from __future__ import annotations

import contextlib
import os
import socket
from dataclasses import replace
from typing import IO, Any, BinaryIO, Dict, Iterator, Optional

import numpy as np
from numpy.typing import NDArray

from .. import errors
from ..tables import Tracker, arrow_table, file_sha256
from .job import Job, JobError
from .record import Record, Stamp, now
from .storage import Storage, local_path, shown

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
        began = now()
        record = Record(shown(video), Stamp.of(video))
        try:
            with _opened(video) as file:
                record = self._track(video, file, record, began)
        except _VideoFailure as failure:
            record = record.failed(str(failure), began)
        self._job.save(video, record)
        return record

    def _track(self, video: str, file: BinaryIO, record: Record, began: float) -> Record:
        sha256 = file_sha256(file)
        with self._job.files.draft(self._job.landmarks(video)) as draft:
            with _Rows(draft.file, record.video, sha256, self._job.metadata) as rows:
                try:
                    found = self._tracker.run(
                        file,
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
                    raise _VideoFailure(str(error)) from None
            draft.commit()
        return replace(
            record,
            sha256=sha256,
            frames=found["frames"],
            rows=rows.count,
            width=found["width"],
            height=found["height"],
            rate=found["rate"],
            damage=found["damage"],
            seconds=now() - began,
        )


class _VideoFailure(Exception):
    """A video cannot be read or tracked; others may be."""


@contextlib.contextmanager
def _opened(video: str) -> Iterator[BinaryIO]:
    """A video, open for reading. A remote video is downloaded first: its hash needs all of it, and
    decoding it remotely would read it once more, with a request for each jump in the file."""
    with contextlib.ExitStack() as stack:
        path = local_path(video)
        try:
            if path is not None:
                file: BinaryIO = stack.enter_context(open(path, "rb", buffering=0))
            else:
                file = stack.enter_context(Storage(video).downloaded())
        except errors.Error as error:
            raise _VideoFailure(str(error)) from None
        except OSError as error:
            raise _VideoFailure(f"{shown(video)}: {error.strerror or error}") from None
        yield file


class _Rows:
    """Writes rows to a file as Parquet, which is complete after the `with` block."""

    def __init__(self, file: IO[bytes], video: str, sha256: str, metadata: Dict[str, str]):
        self.count = 0
        self._file = file
        self._metadata = metadata
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
            self._writer = parquet.ParquetWriter(
                self._file,
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

    def __enter__(self) -> _Rows:
        return self

    def __exit__(self, *_: Any) -> None:
        if self._writer is not None:
            self._writer.close()
