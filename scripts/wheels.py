"""Installs the Python package for a system that is not this one, and compares what it finds there with what
this machine's command finds. Tools have a link to this file next to their own."""

import json
import sys

from commands import output
from repository import FOOTAGE, MODELS, PROGRAM, ROOT

MODEL = MODELS / "hand_landmarker.task"
IMAGE = FOOTAGE / "bunny_0040.png"
# glibc 2.17, which NumPy's packages require, to 2.27, which ours requires.
GLIBC = range(27, 16, -1)
# A program with two arguments, the model and the image. It prints the landmarks of each hand.
DETECT = """
import json, sys
import landmarkkit as mp
vision = mp.tasks.vision
options = vision.HandLandmarkerOptions(base_options=mp.tasks.BaseOptions(model_asset_path=sys.argv[1]))
with vision.HandLandmarker.create_from_options(options) as landmarker:
    result = landmarker.detect(mp.Image.create_from_file(sys.argv[2]))
print(json.dumps([[[point.x, point.y, point.z] for point in hand] for hand in result.hand_landmarks]))
"""
# More digits than the command prints, fewer than differ between versions of the C library.
CLOSE = 1e-5


class Mismatch(Exception):
    """The expected and the actual behavior of a package."""


def install(wheel, python, machine, folder):
    """Installs a wheel and NumPy into a folder, for a version of Python and a processor."""
    output(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", folder,
           "--only-binary=:all:", "--python-version", python,
           *(f"--platform=manylinux_2_{minor}_{machine}" for minor in GLIBC), "numpy", wheel)


def expect(what, expected, got):
    if expected != got:
        raise Mismatch(f"{what}: expected {str(expected)[:200]!r}, got {str(got)[:200]!r}")


def compare(wheel, printed):
    """Raises unless the program printed the landmarks that this machine's command finds."""
    got = json.loads(printed)
    found = json.loads(output(PROGRAM, "hand", IMAGE, "--model", MODEL, cwd=ROOT))["hands"]
    expect(f"{wheel.name}: hands", len(found), len(got))
    differences = [abs(one - other) for hand, points in zip(found, got)
                   for landmark, point in zip(hand["landmarks"], points) for one, other in zip(landmark, point)]
    expect(f"{wheel.name}: coordinates", len(found) * 21 * 3, len(differences))
    expect(f"{wheel.name}: coordinates that differ by more than {CLOSE}", 0,
           sum(difference > CLOSE for difference in differences))
