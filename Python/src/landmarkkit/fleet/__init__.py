"""Landmarks of many videos as Parquet files, on Ray: `pip install landmarkkit[fleet]`.

    python -m landmarkkit.fleet pose VIDEOS… --out FOLDER

Ray runs on this machine without any setup, or on a cluster (`--address`, `RAY_ADDRESS`). VIDEOS and
FOLDER are paths that all its machines see, or addresses such as `s3://bucket/videos`. The output:

| file | content |
|---|---|
| FOLDER/job.json | the task and its settings, which a resumed job must share |
| FOLDER/landmarks/part=XX/KEY.parquet | one video: `video`, `sha256`, and the columns of `track` |
| FOLDER/records/part=XX/KEY.json | the outcome of a video; written last |
| FOLDER/videos.parquet | one row for each video: its record as a table, at the end of each run |
| FOLDER/failures.csv | the videos that failed, and why, at the end of each run |
| FOLDER/lock.json | on remote storage, while a run uses the folder |

KEY is derived from the video's path. A video is either complete, with all of its rows, or absent:
whatever is killed, a later run with `--resume` does the rest, and the result is the same as that of
a single run.
"""

from .job import Job, JobError
from .plan import find_videos
from .run import Summary, run

__all__ = ["Job", "JobError", "Summary", "find_videos", "run"]
