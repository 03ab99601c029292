"""Stands in for the package with the models of the solutions, with those in `models`."""

from __future__ import annotations

import importlib.util
import os
import pathlib
import shutil
import sys
import zipfile

from conftest import model

_LOOSE = "mediapipe-0.10.21"
# The networks in each bundle.
_BUNDLES = {
    "hands_lite": ("hand", "palm_detection_lite", "hand_landmark_lite"),
    "hands_full": ("hand", "palm_detection_full", "hand_landmark_full"),
    "holistic_hands": ("hand", "hand_recrop", "hand_landmark_full"),
    "pose_full": ("pose", "pose_detection", "pose_landmark_full"),
    "face_mesh": ("face", "face_detection_short_range", "face_landmark"),
    "face_mesh_with_attention": (
        "face",
        "face_detection_short_range",
        "face_landmark_with_attention",
    ),
}
_FILES = {
    "pose_lite.task": "pose_landmarker_lite.task",
    "pose_heavy.task": "pose_landmarker_heavy.task",
    **{
        f"{name}.tflite": f"{_LOOSE}/{name}.tflite"
        for name in (
            "face_detection_short_range",
            "face_detection_full_range_sparse",
            "selfie_segmentation",
            "selfie_segmentation_landscape",
        )
    },
}
_MODULE = """
import pathlib

def path(name):
    return pathlib.Path(__file__).parent / name
"""


def install(folder: pathlib.Path) -> None:
    """Makes `landmarkkit_models` importable, also for programs that tests start, unless it is."""
    if importlib.util.find_spec("landmarkkit_models") is not None:
        return
    package = folder / "landmarkkit_models"
    package.mkdir()
    (package / "__init__.py").write_text(_MODULE)
    for bundle, (kind, detector, landmarks) in _BUNDLES.items():
        with zipfile.ZipFile(package / f"{bundle}.task", "w", zipfile.ZIP_STORED) as file:
            file.write(model(f"{_LOOSE}/{detector}.tflite"), f"{kind}_detector.tflite")
            file.write(model(f"{_LOOSE}/{landmarks}.tflite"), f"{kind}_landmarks_detector.tflite")
    for name, source in _FILES.items():
        shutil.copy(model(source), package / name)
    sys.path.insert(0, str(folder))
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ["PYTHONPATH"] = os.pathsep.join(paths)
