"""Data classes whose fields are created when they are first read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, Mapping, Type, TypeVar

_Self = TypeVar("_Self", bound="LazyFields")


class LazyFields:
    """A base for data classes whose fields have no plain default. An instance created by `_lazily`
    has functions that compute its fields on first access. Otherwise, it is like any other instance:
    it compares, prints and pickles with its fields."""

    _makers: Mapping[str, Callable[[Any], Any]]
    _source: Any

    @classmethod
    def _lazily(cls: Type[_Self], makers: Mapping[str, Callable[[Any], Any]], source: Any) -> _Self:
        """An instance without the fields and other attributes in `makers`, whose functions compute
        them from the instance and its `_source`."""
        self = cls.__new__(cls)
        self._makers = makers
        self._source = source
        return self

    # A type checker that sees it accepts any name.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            make = self.__dict__.get("_makers", {}).get(name)
            if make is None:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            # Two threads may both compute the field; one of the equal values is kept.
            return self.__dict__.setdefault(name, make(self))

    def __getstate__(self) -> Dict[str, Any]:
        for name in self.__dict__.get("_makers", {}):
            getattr(self, name)
        hidden = ("_makers", "_source")
        return {name: value for name, value in self.__dict__.items() if name not in hidden}
