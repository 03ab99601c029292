"""The notebook runs."""

from __future__ import annotations

import json

import pytest
from conftest import ROOT, footage, run_python

NOTEBOOK = ROOT / "Examples" / "Python" / "landmarks.ipynb"


def test_the_notebook_runs(hand_model, pose_model, face_model):
    for module in ("av", "cv2", "matplotlib", "pandas"):
        pytest.importorskip(module)
    folder = str(ROOT)
    if not (ROOT / "models").exists() or not (ROOT / "footage").exists():
        pytest.skip("the notebook needs models and footage in the repository: make fetch")
    footage("walking.mp4")
    cells = json.loads(NOTEBOOK.read_text())["cells"]
    code = ["import matplotlib, os", "matplotlib.use('Agg')", f"os.chdir({folder!r})"]
    code += ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert len(code) > 8
    done = run_python("\n".join(code) + "\nprint('ended')")
    assert done.stdout.endswith("ended\n"), done.stderr
