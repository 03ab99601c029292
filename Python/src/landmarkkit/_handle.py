"""The lifetime of a C library object: locked while used, freed once, and not after a fork."""

from __future__ import annotations

import atexit
import os
import threading
import weakref
from contextlib import contextmanager
from typing import Any, Callable, ClassVar, Iterator, Optional, Type, TypeVar

from . import errors

_Self = TypeVar("_Self", bound="Handle")


def _free(free: Callable[[int], None], handle: int, process: int) -> None:
    # The library's threads are not in a forked child, and its memory belongs to the parent.
    if os.getpid() == process:
        free(handle)


class Handle:
    """Owns one object of the library.

    It may be used from any thread; calls wait for each other. After `close()`, its methods raise
    `ClosedError`; in a child process forked after its creation, they raise `ForkError`.
    """

    _CLOSED_ERROR: ClassVar[Type[errors.ClosedError]] = errors.ClosedError

    def __init__(self, handle: int, free: Callable[[int], None]):
        self._handle: Optional[int] = handle
        self._process_id = os.getpid()
        self._lock = threading.Lock()
        self._finalizer = weakref.finalize(self, _free, free, handle, self._process_id)
        # Freed at exit by `_close_all`, which waits for calls in progress on other threads.
        self._finalizer.atexit = False
        _live.add(self)

    @contextmanager
    def _in_use(self) -> Iterator[int]:
        """The handle, while no other thread uses or frees it."""
        self._check_process()
        with self._lock:
            if self._handle is None:
                raise self._CLOSED_ERROR(f"this {type(self).__name__} is closed")
            yield self._handle

    def _call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Calls a function of the library with the handle, while no other thread uses or frees it.
        Meant for per-frame calls, where `_in_use` would cost more."""
        if os.getpid() != self._process_id:
            self._check_process()
        with self._lock:
            if self._handle is None:
                raise self._CLOSED_ERROR(f"this {type(self).__name__} is closed")
            return function(self._handle, *arguments)

    @property
    def _is_own(self) -> bool:
        """Whether this process, rather than its parent, created the object."""
        return os.getpid() == self._process_id

    def _check_process(self) -> None:
        if not self._is_own:
            raise errors.ForkError(
                f"this {type(self).__name__} was created in process {self._process_id}, before the "
                f"fork of process {os.getpid()}: create it in the child process"
            )

    def close(self) -> None:
        """Ends the object and frees its memory after calls in progress; later calls do nothing."""
        if not self._is_own:
            self._handle = None
            self._finalizer.detach()
            return
        with self._lock:
            self._handle = None
            self._finalizer()

    def _close_at_exit(self) -> None:
        self.close()

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any) -> None:
        self.close()


_live: "weakref.WeakSet[Handle]" = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    for handle in list(_live):
        handle._close_at_exit()
