"""The structs match those of the header, and loading the library fails with clear errors."""

from __future__ import annotations

import ctypes
import pathlib
import re
import shutil
import subprocess

import pytest
from conftest import ROOT, run_python

from landmarkkit import _native

HEADER = ROOT / "Sources" / "CLandmarkInterface" / "include" / "landmarkkit.h"
STRUCTS = {
    "landmark_" + re.sub(r"(?<!^)([A-Z])", r"_\1", name[: -len("Struct")]).lower(): struct
    for name, struct in vars(_native).items()
    if name.endswith("Struct") and isinstance(struct, type)
}


def test_structs_have_the_layout_of_the_header(tmp_path: pathlib.Path):
    compiler = shutil.which("cc")
    if compiler is None or not HEADER.exists():
        pytest.skip("there is no C compiler or no header")
    lines = []
    for name, struct in STRUCTS.items():
        lines.append(f'printf("%zu ", sizeof({name}));')
        for field, *_ in struct._fields_:
            lines.append(f'printf("%zu ", offsetof({name}, {field}));')
    source = tmp_path / "layout.c"
    source.write_text(
        f'#include "{HEADER}"\n#include <stdio.h>\nint main(void) {{ {" ".join(lines)} }}\n'
    )
    subprocess.run([compiler, str(source), "-o", str(tmp_path / "layout")], check=True)
    numbers = subprocess.run([str(tmp_path / "layout")], capture_output=True, text=True).stdout
    expected = [int(number) for number in numbers.split()]
    actual = []
    for struct in STRUCTS.values():
        actual.append(ctypes.sizeof(struct))
        actual += [getattr(struct, field).offset for field, *_ in struct._fields_]
    assert len(STRUCTS) >= 14
    assert actual == expected


def test_packed_structs_are_those_with_fields():
    image = _native.ImageStruct.from_buffer_copy(
        _native.IMAGE.pack(88, 4, 5, 6, 7, 8, 9, 10, 11, 12, 270, 2, True)
    )
    assert (image.size, image.format, image.width, image.height) == (88, 4, 5, 6)
    assert (list(image.planes), list(image.bytes_per_row)) == ([7, 8, 9], [10, 11, 12])
    assert (image.rotation_degrees, image.yuv_matrix, image.yuv_full_range) == (270, 2, True)
    assert _native.IMAGE.size == ctypes.sizeof(_native.ImageStruct)
    values = (3, 0.5, 1, 0.25, 0.1, 0.2, 0.3, 0.4, 0.5, *range(5, 17))
    instance = _native.InstanceStruct.from_buffer_copy(_native.INSTANCE.pack(*values))
    assert _native.INSTANCE.size == ctypes.sizeof(_native.InstanceStruct)
    fields = [getattr(instance, name) for name, _ in _native.InstanceStruct._fields_]
    assert fields[:4] == [3, 0.5, 1, 0.25] and fields[5:] == list(range(5, 17))
    assert abs(fields[4].rotation - 0.5) < 1e-6


def test_every_function_of_the_header_is_declared():
    if not HEADER.exists():
        pytest.skip("there is no header")
    text = re.sub(r"/\*.*?\*/", "", HEADER.read_text(), flags=re.S)
    functions = set(re.findall(r"\blandmark_(\w+)\([^;]*\);", text))
    assert functions == set(_native._FUNCTIONS)


def test_numbers_of_enumerations_are_those_of_the_header():
    if not HEADER.exists():
        pytest.skip("there is no header")
    values = dict(re.findall(r"\b(LANDMARK_\w+) = (-?\d+)", HEADER.read_text()))
    for name in ("RGB24", "RGBA32", "BGRA32", "GRAY8", "I420", "HAND", "POSE", "FACE"):
        assert int(values[f"LANDMARK_{name}"]) == getattr(_native, name)
    assert int(values["LANDMARK_FACE_DETECTOR"]) == _native.FACE_DETECTOR
    assert int(values["LANDMARK_VIDEO_MODE"]) == _native.VIDEO_MODE
    assert int(values["LANDMARK_INFERENCE_ERROR"]) == max(_native._ERRORS)


@pytest.mark.parametrize("content", [None, b"no library"])
def test_a_missing_or_damaged_library_is_an_error(tmp_path, content):
    path = tmp_path / "liblandmarkkit.so"
    if content is not None:
        path.write_bytes(content)
    done = run_python(f"""
import os
os.environ["LANDMARKKIT_LIBRARY"] = {str(path)!r}
import landmarkkit
try:
    landmarkkit.motion.exercises()
except landmarkkit.LibraryError as error:
    print(error)
""")
    assert str(path) in done.stdout, done.stderr


def test_a_foreign_library_is_an_error():
    done = run_python("""
import os
os.environ["LANDMARKKIT_LIBRARY"] = "libc.so.6"
import landmarkkit
try:
    landmarkkit.motion.exercises()
except landmarkkit.LibraryError as error:
    print(error)
""")
    assert "landmark_version" in done.stdout, done.stderr


def test_importing_costs_little():
    done = run_python("""
import sys
import time
begin = time.process_time()
import landmarkkit
own = time.process_time() - begin
for heavy in ("av", "pandas", "pyarrow", "cv2", "matplotlib", "ray", "ctypes.util"):
    assert heavy not in sys.modules, heavy
begin = time.process_time()
from landmarkkit.tasks import vision
tasks = time.process_time() - begin
assert "numpy" not in sys.modules
begin = time.process_time()
import numpy
numpy_time = time.process_time() - begin
begin = time.process_time()
vision.PoseLandmarker
print(own, tasks, numpy_time, time.process_time() - begin)
for heavy in ("av", "pandas", "pyarrow", "cv2", "matplotlib", "ray"):
    assert heavy not in sys.modules, heavy
for other in ("drawing_styles", "drawing_utils", "face_landmarker", "hand_landmarker"):
    assert f"landmarkkit.tasks.python.vision.{other}" not in sys.modules, other
""")
    own, tasks, numpy_time, first_use = (float(number) for number in done.stdout.split())
    assert own < 0.05 and tasks < 0.1
    # NumPy itself takes most of the time.
    assert first_use < 0.1 + numpy_time
