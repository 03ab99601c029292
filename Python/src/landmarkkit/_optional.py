"""Imports of packages that only some functions need."""

from __future__ import annotations

import importlib
from typing import Any

from .errors import MissingDependencyError


def optional(module: str, name: str, extra: str, use: str = "this") -> Any:
    """Imports a module of a package that is not always installed.

    Args:
        module: The module.
        name: The package's name.
        extra: The extra of `landmarkkit` that installs it.
        use: The code that needs it.

    Raises:
        MissingDependencyError: The package is not installed, or cannot be imported.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        is_missing = isinstance(error, ModuleNotFoundError) and error.name in (package, module)
        raise MissingDependencyError(
            f"{use} requires {name}: pip install landmarkkit[{extra}]"
            if is_missing
            else f"{use} requires {name}, which cannot be imported: {error}"
        ) from None
