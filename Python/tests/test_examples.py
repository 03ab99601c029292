"""The examples do what they say."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT, footage, model

EXAMPLES = ROOT / "Examples"


def test_find_hands():
    done = subprocess.run(
        [
            sys.executable,
            EXAMPLES / "Python" / "find_hands.py",
            model("hand_landmarker.task"),
            footage("bunny_0040.png"),
        ],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout == "Right hand: index finger at 0.175, 0.408\n", done.stderr


@pytest.mark.slow
def test_a_pipeline_on_ray_data(clip, pose_model, tmp_path):
    import landmarkkit as lk
    import pyarrow.dataset as dataset

    videos = [str(tmp_path / name) for name in ("one.mp4", "two.mp4")]
    for video in videos:
        shutil.copy(clip, video)
    done = subprocess.run(
        [sys.executable, EXAMPLES / "Python" / "ray_data.py", tmp_path / "out", *videos],
        env={**os.environ, "LANDMARKKIT_MODELS": os.path.dirname(pose_model)},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    rows = dataset.dataset(tmp_path / "out").to_table(columns=["video", "frame"]).to_pylist()
    expected = lk.track(clip, "pose", threads=1)["frame"].tolist()
    for video in videos:
        assert sorted(row["frame"] for row in rows if row["video"] == video) == expected
