"""Finds poses in a Ray Data pipeline of your own: ray_data.py OUT VIDEO…

Needs `pip install landmarkkit[video] "ray[data]"`, and the model in `models/`. If you only need
tables, use `python -m landmarkkit.fleet`, which also resumes jobs and lists failures.
"""

import sys

import numpy as np
import ray
from landmarkkit.tables import Tracker


class PoseTracker:
    """A worker that keeps its landmarker from video to video."""

    def __init__(self):
        self._tracker = Tracker("pose", threads=1)

    def __call__(self, batch):
        """The rows of one video: a column for its path, and the columns of `landmarkkit.track`."""
        [video] = batch["video"]
        tables = []
        self._tracker.run(video, tables.append)
        [columns] = tables
        return {"video": np.full(len(columns["frame"]), video), **columns}


if __name__ == "__main__":
    out, *videos = sys.argv[1:]
    ray.data.from_items([{"video": video} for video in videos]).map_batches(
        PoseTracker, batch_size=1, compute=ray.data.ActorPoolStrategy(size=2)
    ).write_parquet(out)
