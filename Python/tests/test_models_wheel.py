"""The wheel of models has MediaPipe's networks, byte for byte, in files that tasks read."""

from __future__ import annotations

import hashlib
import importlib.metadata
import io
import pathlib
import zipfile

import numpy as np
import pytest
from conftest import ROOT, footage, model

from landmarkkit import Image
from landmarkkit.tasks import BaseOptions, vision

landmarkkit_models = pytest.importorskip("landmarkkit_models")

# The networks of each file: "" is the file itself.
NETWORKS = {
    "hands_lite.task": {
        "hand_detector.tflite": "palm_detection_lite.tflite",
        "hand_landmarks_detector.tflite": "hand_landmark_lite.tflite",
    },
    "hands_full.task": {
        "hand_detector.tflite": "palm_detection_full.tflite",
        "hand_landmarks_detector.tflite": "hand_landmark_full.tflite",
    },
    **{
        f"pose_{size}.task": {
            "pose_detector.tflite": "pose_detection.tflite",
            "pose_landmarks_detector.tflite": f"pose_landmark_{size}.tflite",
        }
        for size in ("lite", "full", "heavy")
    },
    **{
        f"face_mesh{with_what}.task": {
            "face_detector.tflite": "face_detection_short_range.tflite",
            f"face_landmark{with_what}.tflite": f"face_landmark{with_what}.tflite",
        }
        for with_what in ("", "_with_attention")
    },
    "holistic_hands.task": {
        "hand_landmarks_detector.tflite": "hand_landmark_full.tflite",
        "hand_recrop.tflite": "hand_recrop.tflite",
    },
    **{
        name: {"": name}
        for name in (
            "face_detection_short_range.tflite",
            "face_detection_full_range_sparse.tflite",
            "selfie_segmentation.tflite",
            "selfie_segmentation_landscape.tflite",
        )
    },
}


def known_digests() -> dict:
    """The name of each network by its SHA-256."""
    lines = (ROOT / "scripts" / "loose-models.tsv").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {digest: name for name, digest, _ in rows}


def entries(path: pathlib.Path) -> dict:
    """The bytes of the networks in a file."""
    data = path.read_bytes()
    if path.suffix == ".tflite":
        return {"": data}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_files():
    assert set(landmarkkit_models.NAMES) == set(NETWORKS)
    with pytest.raises(ValueError, match=r"must be one of .*hands_full\.task.*, got 'hands\.task'"):
        landmarkkit_models.path("hands.task")


@pytest.mark.parametrize("name", NETWORKS)
def test_networks_are_mediapipes(name: str):
    known = known_digests()
    found = entries(landmarkkit_models.path(name))
    digests = {entry: hashlib.sha256(data).hexdigest() for entry, data in found.items()}
    assert {entry: known.get(digest) for entry, digest in digests.items()} == NETWORKS[name]


@pytest.mark.parametrize("name", [name for name in NETWORKS if name.endswith(".task")])
def test_bundles_are_stored_aligned_and_have_a_fixed_time(name: str):
    with zipfile.ZipFile(landmarkkit_models.path(name)) as archive:
        assert archive.testzip() is None
        for entry in archive.infolist():
            assert entry.compress_type == zipfile.ZIP_STORED
            assert entry.date_time == (1980, 1, 1, 0, 0, 0)
            with archive.open(entry):
                # Opening an entry leaves the file at its data.
                assert archive.fp.tell() % 64 == 0


def test_licenses_are_installed():
    installed = importlib.metadata.files("landmarkkit-models")
    texts = {file.name: file.read_text() for file in installed if "licenses" in file.parts}
    assert set(texts) == {"LICENSE", "NOTICE"}
    assert "MediaPipe" in texts["NOTICE"] and "Apache License" in texts["LICENSE"]


@pytest.mark.parametrize(
    ("kind", "name", "public", "image"),
    [
        ("Hand", "hands_full.task", "hand_landmarker.task", "bunny_0040.png"),
        ("Pose", "pose_full.task", "pose_landmarker_full.task", "astronaut.png"),
    ],
)
def test_landmarks_are_those_of_the_public_bundle(kind: str, name: str, public: str, image: str):
    frame = Image.create_from_file(footage(image))
    coordinates = []
    for path in (str(landmarkkit_models.path(name)), model(public)):
        options = getattr(vision, f"{kind}LandmarkerOptions")(BaseOptions(path))
        with getattr(vision, f"{kind}Landmarker").create_from_options(options) as landmarker:
            found = getattr(landmarker.detect(frame), f"{kind.lower()}_landmarks")
        assert len(found) == 1
        coordinates.append([[point.x, point.y, point.z] for point in found[0]])
    np.testing.assert_array_equal(*coordinates)


@pytest.mark.parametrize("name", ["pose_lite.task", "pose_heavy.task"])
def test_other_pose_bundles_find_the_same_person(name: str):
    options = vision.PoseLandmarkerOptions(BaseOptions(str(landmarkkit_models.path(name))))
    with vision.PoseLandmarker.create_from_options(options) as landmarker:
        result = landmarker.detect(Image.create_from_file(footage("astronaut.png")))
    assert len(result.pose_landmarks) == 1


def test_lite_hands_find_no_rabbits_paw():
    # Nor does MediaPipe 0.10.21 in this image, where the full networks find one.
    options = vision.HandLandmarkerOptions(
        BaseOptions(str(landmarkkit_models.path("hands_lite.task")))
    )
    with vision.HandLandmarker.create_from_options(options) as landmarker:
        result = landmarker.detect(Image.create_from_file(footage("bunny_0040.png")))
    assert result.hand_landmarks == []
