"""Tools/python-peer gives scripts a video as camera, records what they do, and compares it."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys

import numpy as np
import pytest
from conftest import ROOT

cv2 = pytest.importorskip("cv2")

TOOL = ROOT / "Tools" / "python-peer" / "python-peer"
SCRIPT = """
import csv, time
import cv2
import numpy as np
import pyautogui
from matplotlib import pyplot

camera = cv2.VideoCapture(0)
camera.set(3, 320)
rows, start = [], time.time()
width, _ = pyautogui.size()
while True:
    found, frame = camera.read()
    assert found and frame.shape == (480, 320, 3), frame.shape
    cv2.circle(frame, (100 + OFFSET, 100), 20, (255, 0, 0), -1)
    cv2.imshow("camera", frame)
    rows.append([float(frame.mean()), time.time() - start])
    pyautogui.moveTo(len(rows) + OFFSET, width)
    if cv2.waitKey(1) & 0xFF == ord("q"):
        break
print("mean", 0.5 + OFFSET / 1000)
with open("rows.csv", "w") as file:
    csv.writer(file).writerows(rows)
np.save("rows.npy", np.array(rows) + OFFSET)
pyplot.plot(rows)
pyplot.show()
clip = cv2.VideoCapture("missing.mp4")
while clip.read()[0]:
    pass
FAILURE
"""


def peer(*arguments: object) -> subprocess.CompletedProcess:
    command = [sys.executable, str(TOOL), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


@pytest.fixture
def scripts(tmp_path: pathlib.Path) -> pathlib.Path:
    """A folder of scripts, which differ in where they draw and how they end."""
    pytest.importorskip("matplotlib")
    folder = tmp_path / "scripts"
    folder.mkdir()
    writer = cv2.VideoWriter(
        str(folder / "clip.avi"), cv2.VideoWriter_fourcc(*"MJPG"), 30, (160, 120)
    )
    for level in range(12):
        writer.write(np.full((120, 160, 3), 20 * level, np.uint8))
    writer.release()
    lines = []
    for name, offset, failure in (("same", 0, ""), ("moved", 2, ""), ("fails", 0, "1 / 0")):
        (folder / name).mkdir()
        text = SCRIPT.replace("OFFSET", str(offset)).replace("FAILURE", failure)
        (folder / name / "main.py").write_text(text)
        lines.append("\t".join([name, "owner/repository", "main.py", "0" * 40, "main.py", "", ""]))
    (folder / "scripts.tsv").write_text("\n".join(lines) + "\n")
    return folder


def test_records_and_differences(scripts: pathlib.Path, tmp_path: pathlib.Path):
    records = tmp_path / "records"
    done = peer("run", scripts, "--command", sys.executable, "--into", records, "--frames", 20)
    assert done.returncode == 1, done.stdout + done.stderr
    assert (
        "same: ran; " in done.stdout and "fails: ZeroDivisionError: division by zero" in done.stdout
    )
    assert "1 scripts did not run to their end" in done.stdout

    record = json.loads((records / "same" / "record.json").read_text())
    windows = [image["name"] for image in record["shown"]]
    assert windows[-1] == "figure" and 20 <= windows.count("camera") <= 26
    assert record["calls"][:2] == ["pyautogui.size()", "pyautogui.moveTo(1, 1920)"]
    assert record["substituted"] == ["missing.mp4"]
    assert (records / "same" / "stdout.txt").read_text() == "mean 0.5\n"
    rows = np.load(records / "same" / "files" / "rows.npy")
    np.testing.assert_allclose(np.diff(rows[:, 1]), 1 / 30, atol=1e-4)

    # The record of another script in place of one of another program.
    other = tmp_path / "other"
    for name, source in (("same", "same"), ("moved", "same"), ("fails", "same")):
        target = other / name
        target.parent.mkdir(exist_ok=True)
        target.symlink_to(records / source)
    table = peer("compare", scripts, records, other)
    assert table.returncode == 1
    same, moved, fails = (line for line in table.stdout.splitlines() if "owner/" in line)
    assert "| ran | the same |" in same and same.rstrip(" |").endswith("files: 2 the same")
    assert "| ran | the same |" in moved and "mean 0." in moved
    assert "printed: numbers by 0.002 at most" in moved and "rows.npy: by 2 at most" in moved
    assert "calls: numbers by 2 at most" in moved
    assert "| ran | ZeroDivisionError: division by zero |" in fails


def test_scripts_that_never_end(tmp_path: pathlib.Path):
    folder = tmp_path / "scripts"
    (folder / "loop").mkdir(parents=True)
    (folder / "loop" / "main.py").write_text("while True: pass\n")
    (folder / "scripts.tsv").write_text("loop\to/r\tmain.py\t0\tmain.py\n")
    records = tmp_path / "records"
    done = peer(
        "run", folder, "loop", "--command", sys.executable, "--into", records, "--seconds", 2
    )
    assert "loop: time limit" in done.stdout and done.returncode == 1
    unknown = peer("run", folder, "other", "--command", sys.executable, "--into", records)
    assert unknown.returncode == 1 and "scripts.tsv has no other" in unknown.stderr


OWN_TESTS = """
import os
from absl.testing import absltest
from absl.testing import parameterized
import cv2
import numpy as np

EXPECTED = np.zeros(2)
TABLE = {3: 0}
PATH = os.path.join(os.path.dirname(__file__), 'testdata', 'image.txt')


class DrawingUtilTest(parameterized.TestCase):

  def test_with_expected(self):
    np.testing.assert_array_equal(EXPECTED, [1, 2])
    self.assertEqual(TABLE, {3: 30})

  def test_with_data(self):
    with open(PATH) as file:
      self.assertEqual(file.read(), 'pixels')

  def test_that_depends_on_rounding(self):
    pixels = np.zeros((9, 9, 3), np.uint8)
    self.assertFalse(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB).any())

  def test_of_what_differs(self):
    self.assertNotIn('OURS', os.environ)

  def test_that_always_fails(self):
    self.fail('always')


if __name__ == '__main__':
  absltest.main()
"""


def test_counts_own_tests(tmp_path: pathlib.Path):
    pytest.importorskip("absl", reason="absl-py is missing")
    clone, data = tmp_path / "clone", tmp_path / "data"
    path = clone / "mediapipe" / "python" / "solutions" / "drawing_utils_test.py"
    path.parent.mkdir(parents=True)
    path.write_text(OWN_TESTS)
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", "Test"], ["tag", "v0.10.21"]):
        identity = ["-c", "user.name=name", "-c", "user.email=name@example.org"]
        subprocess.run(["git", "-C", str(clone), *identity, *arguments], check=True)
    data.mkdir()
    (data / "image.txt").write_text("pixels")
    (data / "drawing_utils_test.expected").write_text(
        "{'with_expected': {'EXPECTED': [1, 2], 'TABLE': {3: 30, 4: 40}}}"
    )
    theirs = ["--mediapipe", sys.executable, "--testdata", data]
    test = "drawing_utils_test"
    done = peer("tests", clone, test, "--command", f"env OURS=1 {sys.executable}", *theirs)
    assert "| `drawing_utils_test` | 5 | 4 | 3 | 3 |" in done.stdout, done.stdout + done.stderr
    (data / "drawing_utils_test.expected").write_text("{'no_test': {'EXPECTED': [1, 2]}}")
    done = peer("tests", clone, test, "--command", f"env OURS=1 {sys.executable}", *theirs)
    assert done.returncode == 1
    assert "LandmarkKit passes 2 of the 3 tests that MediaPipe passes" in done.stdout
    done = peer("tests", clone, test, "--command", sys.executable, *theirs)
    assert done.returncode == 0 and "3 of the 3 tests" in done.stdout
    unknown = peer("tests", tmp_path, test, "--command", sys.executable, *theirs)
    assert unknown.returncode == 1 and "not a git repository" in unknown.stderr
