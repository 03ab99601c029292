"""LandmarkKit under the name of MediaPipe, for unchanged scripts."""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, List

import landmarkkit

from . import errors
from ._imports import SecondName
from ._version import VERSION

NAME = "mediapipe"

# The version of the last MediaPipe with `mp.solutions`, because scripts compare it. A local
# version, which comparisons ignore, follows the plus sign; the 0 keeps it out of the first three
# numbers, which scripts convert to integers.
_VERSION = f"0.10.21.0+landmarkkit.{VERSION}"


class _StandIn(ModuleType):
    """The module `mediapipe`: the names of `landmarkkit`, and a version of MediaPipe."""

    def __getattr__(self, name: str) -> Any:
        return getattr(landmarkkit, name)

    def __dir__(self) -> List[str]:
        return dir(landmarkkit)


def install_as_mediapipe() -> None:
    """Makes `import mediapipe` import LandmarkKit in this process from now on, as the modules below
    it: `mediapipe.solutions`, `mediapipe.tasks`, `mediapipe.framework.formats` and
        `mediapipe.python`.

    `python -m landmarkkit.run script.py` does the same for an unchanged script and the processes
    that it starts.

    Raises:
        MediaPipeImportedError: The process has imported MediaPipe.
    """
    present = sys.modules.get(NAME)
    if isinstance(present, _StandIn):
        return
    if present is not None:
        raise errors.MediaPipeImportedError(
            f"mediapipe was already imported from {getattr(present, '__file__', None)}: call "
            "landmarkkit.install_as_mediapipe() before anything imports it, or run the script with "
            "python -m landmarkkit.run"
        )
    SecondName(NAME, landmarkkit.__name__)
    module = _StandIn(NAME, landmarkkit.__doc__)
    module.__spec__ = ModuleSpec(NAME, None, origin=landmarkkit.__file__, is_package=True)
    module.__path__ = []
    module.__file__ = landmarkkit.__file__
    module.__version__ = _VERSION  # type: ignore[attr-defined]
    sys.modules[NAME] = module
