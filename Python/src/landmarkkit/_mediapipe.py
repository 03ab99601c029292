"""LandmarkKit under the name of MediaPipe, for unchanged scripts."""

from __future__ import annotations

import os
import sys
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import ModuleType
from typing import TYPE_CHECKING, Any, Iterable, List

import landmarkkit

from . import errors
from ._imports import SecondName
from ._version import VERSION

if TYPE_CHECKING:
    from importlib.metadata import Distribution, DistributionFinder

NAME = "mediapipe"

# The version of the last MediaPipe with `mp.solutions`, because scripts compare it. A local
# version, which comparisons ignore, follows the plus sign; the 0 keeps it out of the first three
# numbers, which scripts convert to integers.
_VERSION = f"0.10.21.0+landmarkkit.{VERSION}"


# A folder with the module `mediapipe`, for new processes, and the metadata of its package.
STAND_IN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_stand_in")


class _StandIn(ModuleType):
    """The module `mediapipe`: the names of `landmarkkit`, and a version of MediaPipe."""

    def __getattr__(self, name: str) -> Any:
        # In MediaPipe, it has the names of `mediapipe.python`.
        home = landmarkkit.python if name == "resource_util" else landmarkkit
        return getattr(home, name)

    def __dir__(self) -> List[str]:
        return sorted([*dir(landmarkkit), "resource_util"])


class _Finder(SecondName):
    """Finds the modules below `mediapipe`, and the metadata of its package."""

    def find_distributions(self, context: DistributionFinder.Context) -> Iterable[Distribution]:
        """Part of the protocol of `importlib.metadata`, which is imported when it calls this: the
        stand-in's metadata, for its name or for all. None in other folders than `sys.path`, or if
        Python's own finder finds it there."""
        from importlib.metadata import DistributionFinder, MetadataPathFinder

        if context.path is not sys.path or STAND_IN in sys.path:
            return []
        ours = DistributionFinder.Context(name=context.name, path=[STAND_IN])
        return MetadataPathFinder.find_distributions(ours)


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
    _Finder(NAME, landmarkkit.__name__)
    module = _StandIn(NAME, landmarkkit.__doc__)
    # The loader and the folders are for `pkgutil` and `importlib.resources`. Modules come from the
    # finder, because Python would create separate ones.
    loader = SourceFileLoader(NAME, landmarkkit.__file__)
    module.__spec__ = ModuleSpec(NAME, loader, origin=landmarkkit.__file__, is_package=True)
    module.__path__ = list(landmarkkit.__path__)
    module.__spec__.submodule_search_locations = module.__path__
    module.__file__ = landmarkkit.__file__
    module.__version__ = _VERSION  # type: ignore[attr-defined]
    sys.modules[NAME] = module
