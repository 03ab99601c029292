"""Tracks the people in a video and writes their poses as a table: track_video.py VIDEO OUT.parquet

Needs `pip install landmarkkit[video,tables]`, and the model in `models/`.
"""

import sys
import time

import landmarkkit as lk

video, target = sys.argv[1:]
start = time.monotonic()
tracks = lk.track(video, "pose", num_poses=2)
tracks.to_parquet(target)
print(
    f"{len(tracks)} poses of {len(tracks.ids)} people in {tracks.frames} frames,"
    f" {tracks.frames / (time.monotonic() - start):.0f} frames per second: {target}"
)
