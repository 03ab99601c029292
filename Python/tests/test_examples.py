"""The examples do what they say."""

from __future__ import annotations

import json
import subprocess
import sys

from conftest import ROOT, footage, model

EXAMPLES = ROOT / "Examples"


def test_find_hands():
    done = subprocess.run(
        [sys.executable, EXAMPLES / "Python" / "find_hands.py", model("hand_landmarker.task"),
         footage("bunny_0040.png")],
        capture_output=True, text=True, timeout=60,
    )
    assert done.stdout == "Right hand: index finger at 0.175, 0.408\n", done.stderr


def test_notebook(monkeypatch):
    """All cells of the notebook run, in order."""
    import matplotlib

    matplotlib.use("Agg")
    for name in ("astronaut.png", "walking.mp4", "carphone_pristine.mp4"):
        footage(name)
    model("pose_landmarker_full.task")
    monkeypatch.chdir(ROOT)
    cells = json.loads((EXAMPLES / "Python" / "poses.ipynb").read_text())["cells"]
    names: dict = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert names["result"].landmarks_array.shape[1:] == (33, 5)
    assert len(names["times"]) == 230 and len(names["table"]) > 200
    assert sum(pair[0] is not None for pair in names["knees"]) > 60
