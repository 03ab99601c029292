"""Lazy imports of a package's names."""

from __future__ import annotations

import importlib
import sys
from typing import Any, Callable, List, Mapping, Tuple


def lazily(
    package: str, homes: Mapping[str, str]
) -> Tuple[Callable[[str], Any], Callable[[], List[str]]]:
    """`__getattr__` and `__dir__` for a package that imports its names on first use, so that
    importing the package is cheap. Type checkers must not see them, or they would accept any name.

    Args:
        package: Its `__name__`.
        homes: The module of each name, relative to the package; "" for a name that is a module.
    """

    def value(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = importlib.import_module(f".{homes[name] or name}", package)
        found = getattr(module, name) if homes[name] else module
        setattr(sys.modules[package], name, found)
        return found

    def names() -> List[str]:
        return sorted({*vars(sys.modules[package]), *homes})

    return value, names
