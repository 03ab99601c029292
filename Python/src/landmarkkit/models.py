"""Finds model files."""

from __future__ import annotations

import os
from typing import Dict, List, Optional, Union

from . import errors
from ._files import is_missing

# The model files of each task, the usual one first.
FILES: Dict[str, List[str]] = {
    "hand": ["hand_landmarker.task"],
    "pose": [
        "pose_landmarker_full.task",
        "pose_landmarker_heavy.task",
        "pose_landmarker_lite.task",
    ],
    "face": ["face_landmarker.task"],
}

_SOURCE = "https://ai.google.dev/edge/mediapipe/solutions/vision"


def find_model(task: str, model: "Optional[Union[str, os.PathLike[str]]]" = None) -> str:
    """The path of a task's model: the given one, or else the one in the folder
    `LANDMARKKIT_MODELS`, or in `models` in the working directory.

    Raises:
        InvalidArgumentError: The task does not exist.
        ModelNotFoundError: The model is missing; the message explains where to get it.
    """
    if task not in FILES:
        raise errors.InvalidArgumentError(f"task must be one of {', '.join(FILES)}, got {task!r}")
    if model is not None:
        path = os.fspath(model)
        if is_missing(path):
            raise errors.ModelNotFoundError(f"there is no file {path}")
        return path
    folders = [folder for folder in (os.environ.get("LANDMARKKIT_MODELS"), "models") if folder]
    for folder in folders:
        for name in FILES[task]:
            path = os.path.join(folder, name)
            if not is_missing(path):
                return path
    raise errors.ModelNotFoundError(
        f"there is no {FILES[task][0]} in {' or '.join(folders)}: download it from {_SOURCE}/"
        f"{task}_landmarker, and pass its path as model or its folder as LANDMARKKIT_MODELS"
    )
