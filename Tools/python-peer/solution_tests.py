"""Runs MediaPipe's own tests of `mp.solutions`, as they are, with MediaPipe and with LandmarkKit."""

import os
import shlex
import subprocess
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

HERE = Path(__file__).resolve().parent
TESTS = [f"{name}_test" for name in ("hands", "pose", "face_mesh", "face_detection", "holistic",
                                     "selfie_segmentation", "drawing_utils")]
TAG = "v0.10.21"
FOLDER = "mediapipe/python/solutions"
MAIN = "\n\nif __name__ == '__main__':\n"
# Files of google-ai-edge/mediapipe-samples in place of the tests' own, which MediaPipe's repository lacks.
_POSE = "examples/pose_landmarker/ios/PoseLandmarkerTests/test_image.jpg"
_ASSETS = "android/app/src/androidTest/assets"
STAND_INS = {
    "portrait.jpg": "examples/face_landmarker/ios/FaceLandmarkerTests/business-person.png",
    "pose.jpg": _POSE,
    "holistic.jpg": _POSE,
    "hands.jpg": _POSE,
    "asl_hand.25fps.mp4": f"examples/hand_landmarker/{_ASSETS}/test_video.mp4",
    "pose_squats.mp4": f"examples/gesture_recognizer/{_ASSETS}/test_video.mp4",
}
# Gives each test what is expected of its model in its mode: of tables of points, those that it has.
EXPECTED = '''

def _set_up(test, expected={expected}):
  for part, constants in expected.items():
    if f'_{{part}}' in test.id():
      for name, value in constants.items():
        if isinstance(value, dict):
          value = {{index: value[index] for index in globals()[name]}}
        globals()[name] = value if isinstance(value, dict) else np.array(value)


for _case in [value for value in globals().values() if isinstance(value, type)]:
  if issubclass(_case, parameterized.TestCase):
    _case.setUp = _set_up
'''
# Shows whether a result depends on rounding.
FLIPPING = '''

def _flipped(*arguments, convert=cv2.cvtColor, random=np.random.default_rng(0)):
  pixels = convert(*arguments)
  rows, columns = (random.integers(0, length, 64) for length in pixels.shape[:2])
  pixels[rows, columns] ^= 1
  return pixels


cv2.cvtColor = _flipped
'''


def shown(repository, path, commit="HEAD"):
    """A file of a commit."""
    done = subprocess.run(["git", "-C", repository, "show", f"{commit}:{path}"], capture_output=True)
    if done.returncode:
        raise SystemExit(f"python-peer: {repository}: {done.stderr.decode().strip()}")
    return done.stdout


class SolutionTests:
    """The tests in a folder, with their data or, if there is none, stand-ins for it."""

    def __init__(self, folder, mediapipe, names):
        self.folder, self.mediapipe, self.names = folder, mediapipe, names
        self.data = folder / "testdata"

    def use(self, testdata):
        """Uses a folder of the tests' own data."""
        self.data.symlink_to(testdata.resolve())

    def stand_in(self, samples, command):
        """Uses images and videos of a clone of the samples, and what MediaPipe finds in them."""
        self.data.mkdir()
        for name, path in STAND_INS.items():
            (self.data / name).write_bytes(shown(samples, path))
        done = subprocess.run([*shlex.split(command), HERE / "record_expected.py", self.data],
                              capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"python-peer: {command} cannot tell what to expect: {done.stderr[-2000:]}")

    def run(self, name, command, is_flipped=False):
        """Runs a file of tests; for each test, None if it passes, else how it fails.

        Args:
            name: The file's name.
            command: Python.
            is_flipped: Whether the lowest bits of 64 pixels of each image are flipped.
        """
        text = shown(self.mediapipe, f"{FOLDER}/{name}.py", TAG).decode()
        before, main, after = text.partition(MAIN)
        path = self.data / f"{name}.expected"
        if path.exists():
            before += EXPECTED.format(expected=path.read_text())
        (self.folder / f"{name}.py").write_text(before + FLIPPING * is_flipped + main + after)
        with tempfile.TemporaryDirectory() as out:
            report = Path(out) / "report.xml"
            done = subprocess.run(
                [*shlex.split(command), f"{name}.py", f"--xml_output_file={report}"], cwd=self.folder,
                env=os.environ | {"TMPDIR": out, "PYTHONDONTWRITEBYTECODE": "1"},
                capture_output=True, text=True)
            if not report.exists():
                raise SystemExit(f"python-peer: {command} {name}.py: {done.stderr[-2000:]}")
            cases = list(xml.parse(report).iter("testcase"))
        return {case.get("name"): _failure(case) for case in cases}


def _failure(case):
    bad = [*case.iter("failure"), *case.iter("error")]
    return " ".join(bad[0].get("message").split())[:120] if bad else None


def compare(tests, mediapipe, landmarkkit):
    """For each file of tests, its name, how many there are, how many MediaPipe passes, how many of these also
    with flipped bits, and how many of these LandmarkKit passes; then, for each test that one of the last three
    does not pass, its name and how they end."""
    rows, failing = [], []
    for name in tests.names:
        runs = [tests.run(name, mediapipe), tests.run(name, mediapipe, True), tests.run(name, landmarkkit)]
        passed = [test for test, failure in runs[0].items() if failure is None]
        ends = {test: [run.get(test, "does not run") for run in runs] for test in runs[0]}
        rows.append([name, len(ends), len(passed)])
        rows[-1] += [sum(ends[test][i] is None for test in passed) for i in (1, 2)]
        failing += [(f"{name}: {test}", [end or "passes" for end in each])
                    for test, each in ends.items() if any(each)]
    return rows, failing
