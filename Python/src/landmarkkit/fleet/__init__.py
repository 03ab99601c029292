"""Landmarks of many videos as Parquet files, on Ray: `pip install landmarkkit[fleet]`.

    python -m landmarkkit.fleet pose VIDEOS… --out FOLDER

Ray runs on this machine with nothing to set up, or on a cluster whose machines see the same files
(`--address`). What is made:

| file | content |
|---|---|
| FOLDER/job.json | the task and its settings, which a resumed job must share |
| FOLDER/landmarks/part=XX/KEY.parquet | a video: `video`, `sha256`, and the columns of `track` |
| FOLDER/records/part=XX/KEY.json | what became of a video; written last |
| FOLDER/videos.parquet | one row for each video: its record as a table, at the end of each run |
| FOLDER/failures.csv | the videos that failed, and why, at the end of each run |

KEY comes of the video's path. A video is either done, with all of its rows, or not there: whatever
is killed, a later run with `--resume` does the rest, and the result is that of one run.
"""

from .job import Job, JobError
from .plan import find_videos
from .run import Summary, run

__all__ = ["Job", "JobError", "Summary", "find_videos", "run"]
