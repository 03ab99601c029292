"""The API of MediaPipe 0.10.21's `mp.solutions`, which later versions no longer have.

`pip install "landmarkkit[solutions]"` installs protobuf, whose messages hold the results, and the
models, whose paths old scripts do not give.
"""

from typing import TYPE_CHECKING

from .._imports import lazily

if TYPE_CHECKING:
    from . import (
        download_utils,
        drawing_styles,
        drawing_utils,
        face_detection,
        face_mesh,
        face_mesh_connections,
        hands,
        hands_connections,
        holistic,
        objectron,
        pose,
        pose_connections,
        selfie_segmentation,
    )

__all__ = [
    "download_utils",
    "drawing_styles",
    "drawing_utils",
    "face_detection",
    "face_mesh",
    "face_mesh_connections",
    "hands",
    "hands_connections",
    "holistic",
    "objectron",
    "pose",
    "pose_connections",
    "selfie_segmentation",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, dict.fromkeys(__all__, ""))
