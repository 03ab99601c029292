"""Tracks a video as a worker of the fleet does, and writes the job's tables.

usage: fleet_writer.py VIDEO FOLDER MODEL

The folder may contain the job already. Faults begin when everything is imported.
"""

import ctypes
import sys

import av.subtitles.stream  # noqa: F401
import pyarrow.parquet  # noqa: F401
from landmarkkit import errors
from landmarkkit.fleet.job import Job
from landmarkkit.fleet.run import _write_tables
from landmarkkit.fleet.worker import Worker
from landmarkkit.tables import Tracker


def main():
    video, folder, model = sys.argv[1:]
    with Tracker("face", model, threads=1) as tracker:
        digest = tracker.model_sha256
    job = Job(folder=folder, task="face", model=model, model_sha256=digest)
    begin = getattr(ctypes.CDLL(None), "faults_begin", None)
    if begin:
        begin()
    try:
        with job.opened(resume=True):
            [(_, record)] = job.states([video])
            if record is None:
                record = Worker(job).do(video)
            _write_tables(job, {video: record})
    except errors.Error as error:
        print(f"fleet: {error}", file=sys.stderr)
        return 2
    if record.error:
        print(f"fleet: {record.error}", file=sys.stderr)
    return 1 if record.error else 0


if __name__ == "__main__":
    sys.exit(main())
