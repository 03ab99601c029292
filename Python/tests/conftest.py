"""Models and footage for the tests; tests without theirs are skipped, and the missing files are
listed at the end."""

from __future__ import annotations

import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "Tests" / "LandmarkTasksTests" / "Fixtures"


def _existing(folder: str, name: str) -> pathlib.Path:
    path = pathlib.Path(os.environ.get(f"LANDMARKKIT_{folder.upper()}", ROOT / folder)) / name
    if not path.exists():
        pytest.skip(f"{path} is missing: make fetch")
    return path


def model(name: str) -> str:
    """The path of a model."""
    return str(_existing("models", name))


def footage(name: str) -> str:
    """The path of an image or video."""
    return str(_existing("footage", name))


@pytest.fixture(scope="session")
def hand_model() -> str:
    return model("hand_landmarker.task")


@pytest.fixture(scope="session")
def pose_model() -> str:
    return model("pose_landmarker_full.task")


@pytest.fixture(scope="session")
def face_model() -> str:
    return model("face_landmarker.task")


@pytest.fixture(scope="session")
def solution_models() -> None:
    """The package with the models of the solutions."""
    if importlib.util.find_spec("landmarkkit_models") is None:
        pytest.skip("landmarkkit-models is not installed: scripts/build-models-wheel builds it")


@pytest.fixture(scope="session")
def clip() -> str:
    return footage("carphone_pristine.mp4")


@pytest.fixture(scope="session")
def clips(tmp_path_factory) -> pathlib.Path:
    """A folder with eight copies of a clip."""
    folder = tmp_path_factory.mktemp("clips")
    source = footage("carphone_pristine.mp4")
    for index in range(8):
        shutil.copy(source, folder / f"clip {index}.mp4")
    return folder


@pytest.fixture
def models(monkeypatch) -> None:
    """Lets commands find the models."""
    monkeypatch.setenv("LANDMARKKIT_MODELS", os.path.dirname(model("hand_landmarker.task")))


@pytest.fixture
def ray(cluster, monkeypatch):
    """Lets commands run on the Ray that the test's file starts as `cluster`."""
    for name, value in {**cluster.variables, "RAY_ADDRESS": cluster.address}.items():
        monkeypatch.setenv(name, value)


@pytest.fixture(scope="session")
def astronaut():
    from landmarkkit import Image

    return Image.create_from_file(footage("astronaut.png"))


@pytest.fixture(scope="session")
def pixels(astronaut) -> np.ndarray:
    return astronaut.numpy_view().copy()


def run_python(code: str, timeout: float = 120) -> subprocess.CompletedProcess:
    """Runs a separate program that can import the package."""
    import landmarkkit

    package = pathlib.Path(landmarkkit.__file__).parents[1]
    paths = os.pathsep.join([str(package), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=timeout,
        env={**os.environ, "PYTHONPATH": paths},
    )


def remuxed(path: pathlib.Path, source: str) -> None:
    """Copies a video, with its index at the beginning."""
    import av

    options = {"movflags": "faststart"}
    with av.open(source) as reading, av.open(str(path), "w", options=options) as writing:
        stream = writing.add_stream_from_template(reading.streams.video[0])
        for packet in reading.demux(reading.streams.video[0]):
            if packet.dts is not None:
                packet.stream = stream
                writing.mux(packet)


def write_video(path, frames, rate=25, codec="libx264", pixel_format="yuv420p", options=None):
    """Writes a video of RGB arrays."""
    import av

    with av.open(str(path), "w") as container:
        stream = container.add_stream(codec, rate=rate, options=options or {"crf": "1"})
        stream.height, stream.width = frames[0].shape[:2]
        stream.pix_fmt = pixel_format
        for pixels in frames:
            for packet in stream.encode(av.VideoFrame.from_ndarray(pixels, format="rgb24")):
                container.mux(packet)
        for packet in stream.encode():
            container.mux(packet)


def numbered(count, width=64, height=48):
    """Frames of growing brightness."""
    return [np.full((height, width, 3), 10 + 10 * i, np.uint8) for i in range(count)]


def wait_for(child: int, seconds: float = 60) -> int:
    """The status with which a forked child ends; it must end in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return status
        time.sleep(0.01)
    os.kill(child, 9)
    os.waitpid(child, 0)
    pytest.fail("the child hangs")
