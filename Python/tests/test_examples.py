"""The examples do what they say."""

from __future__ import annotations

import subprocess
import sys

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
