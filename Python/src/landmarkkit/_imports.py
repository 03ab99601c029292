"""Lazy imports of a package's names, and second names for modules."""

from __future__ import annotations

import importlib
import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Callable, List, Mapping, Optional, Tuple


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


class SecondName:
    """Makes the modules below a package also importable under a second name, as the same module
    objects.

    Args:
        name: The other name, which the package already has.
        package: The package's `__name__`.
    """

    def __init__(self, name: str, package: str):
        self._prefix = f"{name}."
        self._package = package
        sys.modules[name] = sys.modules[package]
        # Placed before Python's own finders, which would find the package's files and create
        # separate modules.
        sys.meta_path.insert(0, self)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Optional[ModuleSpec]:
        """Part of Python's finder protocol: the spec for importing the module `name`."""
        if not name.startswith(self._prefix):
            return None
        import importlib.util

        # Otherwise, the error for a missing module would name the package's.
        if importlib.util.find_spec(self._first(name)) is None:
            return None
        # It has a loader's methods; deriving from the loader class would cost imports.
        return ModuleSpec(name, self)  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Part of Python's loader protocol: the module under its first name."""
        module = importlib.import_module(self._first(spec.name))
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Part of Python's loader protocol: restores the spec of the first name, which Python has
        replaced."""
        assert module.__spec__ is not None
        module.__spec__ = module.__spec__.loader_state

    def _first(self, name: str) -> str:
        """The first name of a module that is below the second name."""
        return f"{self._package}.{name[len(self._prefix) :]}"
