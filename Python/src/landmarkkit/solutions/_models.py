"""Finds the models of the solutions, which are in a separate package."""

from __future__ import annotations

import os

from .. import errors
from .._files import is_missing


def find(name: str) -> str:
    """The path of a model.

    Raises:
        ModelNotFoundError: The package with the models is not installed, or lacks this one.
    """
    try:
        import landmarkkit_models
    except ImportError:
        raise errors.ModelNotFoundError(
            f"there is no {name}, because the models of mp.solutions are not installed: "
            'pip install "landmarkkit[solutions]"'
        ) from None
    path: str = os.fspath(landmarkkit_models.path(name))
    if is_missing(path):
        raise errors.ModelNotFoundError(
            f"landmarkkit-models has no {name} at {path}: install it again, with pip install "
            '--force-reinstall "landmarkkit[solutions]"'
        )
    return path
