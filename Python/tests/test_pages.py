"""The Python code that pages print runs."""

from __future__ import annotations

import subprocess
import sys

from conftest import ROOT


def test_the_blocks_of_each_page_run_in_order(hand_model, pose_model, face_model, clip):
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "run-snippets", "--python"],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
