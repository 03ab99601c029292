"""Data classes whose fields are created when they are first read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, Mapping, Type, TypeVar

_Self = TypeVar("_Self", bound="LazyFields")


class _Stored:
    """What an instance stores: its attributes, and apart from them what computes its fields."""

    __slots__ = ("__dict__", "__weakref__", "_makers", "_source")

    _makers: Mapping[str, Callable[[Any], Any]]
    _source: Any


# The attributes that an instance has by now: `__dict__` would compute the missing ones.
_attributes: Callable[[Any], Dict[str, Any]] = vars(_Stored)["__dict__"].__get__


class LazyFields(_Stored):
    """A base for data classes whose fields have no plain default. An instance created by `_lazily`
    has functions that compute its fields on first access. Otherwise, it is like any other instance:
    it compares, prints and pickles with its fields, and `vars()` and `dir()` know them. Its `__dict__`
    cannot be replaced, and a deleted field is computed again."""

    @classmethod
    def _lazily(cls: Type[_Self], makers: Mapping[str, Callable[[Any], Any]], source: Any) -> _Self:
        """An instance without the fields in `makers`, whose functions compute them from the
        instance and its `_source`."""
        self = cls.__new__(cls)
        self._makers = makers
        self._source = source
        return self

    # A type checker that sees it accepts any name.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name == "_makers":
                # A program created the instance, with its fields.
                return {}
            make = self._makers.get(name)
            if make is None:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            # Two threads may both compute the field; one of the equal values is kept.
            return _attributes(self).setdefault(name, make(self))

        @property
        def __dict__(self) -> Dict[str, Any]:
            for name in self._makers:
                getattr(self, name)
            return _attributes(self)

    def __getstate__(self) -> Dict[str, Any]:
        return dict(self.__dict__)

    def __setstate__(self, state: Dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)
