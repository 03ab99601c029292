"""The package opens no connection: the kernel kills a process at its first system call for a network."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest
from conftest import ROOT, footage, model

OFFLINE = ROOT / "Tests/landmarkTests/Fixtures/offline.py"

WORK = """
import sys
import landmarkkit
from landmarkkit.tasks import python
from landmarkkit.tasks.python import vision

hands, faces, image, clip = sys.argv[1:]
options = vision.HandLandmarkerOptions(base_options=python.BaseOptions(model_asset_path=hands))
with vision.HandLandmarker.create_from_options(options) as landmarker:
    landmarker.detect(landmarkkit.Image.create_from_file(image))
print(len(landmarkkit.track(clip, "face", faces, end=0.2)))
"""


def run_offline(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(OFFLINE), sys.executable, "-P", "-c", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def test_images_and_videos_need_no_network():
    pytest.importorskip("av")
    models = [model("hand_landmarker.task"), model("face_landmarker.task")]
    done = run_offline(WORK, *models, footage("astronaut.png"), footage("carphone_pristine.mp4"))
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0


def test_a_connection_would_be_noticed():
    done = run_offline("import socket; socket.socket()")
    assert done.returncode == -signal.SIGSYS, done.stderr
