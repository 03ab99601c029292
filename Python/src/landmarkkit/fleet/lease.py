"""Keeps other runs out of a folder on remote storage, where files cannot be locked."""

from __future__ import annotations

import json
import os
import socket
import threading
import time
import uuid
from typing import Any, Dict, Optional

from .storage import Storage, StorageError

# How often the holder of a lease renews it, and how long after the last renewal it is free again.
_RENEWAL_SECONDS = 5.0
_LAPSE_SECONDS = 30.0
_SETTLING_SECONDS = 0.5


class Lease:
    """A file that its holder renews on a thread until `close`. If it is not renewed, because the
    holder or its machine is gone, another run may take it, and at once if the holder's process ran
    on this machine and has ended.

    Raises:
        BlockingIOError: Another run holds the lease.
        StorageError: The file cannot be read or written.
    """

    def __init__(self, storage: Storage, path: str):
        self._storage = storage
        self._path = path
        self._run = uuid.uuid4().hex
        self._renewals = 0
        self._is_lost = False
        self._stop = threading.Event()
        self._wait_until_free()
        self._write()
        # If several runs write at the same time, the last one has the lease.
        time.sleep(_SETTLING_SECONDS)
        if self._is_anothers(self._read()):
            raise BlockingIOError
        self._thread = threading.Thread(target=self._renew, name="lease", daemon=True)
        self._thread.start()

    @property
    def is_lost(self) -> bool:
        """Whether another run has taken the lease, because it was not renewed for too long."""
        return self._is_lost

    def close(self) -> None:
        """Gives the lease back."""
        self._stop.set()
        self._thread.join()
        if not self._is_anothers(self._read()):
            with self._storage.translated():
                self._storage.fs.rm_file(self._path)

    def __enter__(self) -> Lease:
        return self

    def __exit__(self, *_: Any) -> None:
        try:
            self.close()
        except StorageError:
            # The lease expires by itself.
            pass

    def _wait_until_free(self) -> None:
        found = self._read()
        since = time.monotonic()
        while found is not None and not _has_ended(found):
            if time.monotonic() - since > _LAPSE_SECONDS:
                return
            time.sleep(min(1.0, _RENEWAL_SECONDS))
            newer = self._read()
            if newer is not None and newer != found:
                raise BlockingIOError
            found = newer

    def _renew(self) -> None:
        while not self._stop.wait(_RENEWAL_SECONDS):
            try:
                if self._is_anothers(self._read()):
                    self._is_lost = True
                    return
                self._renewals += 1
                self._write()
            except StorageError:
                # If the storage cannot be reached for long, the results cannot be written, either.
                continue

    def _is_anothers(self, found: Optional[Dict[str, Any]]) -> bool:
        return found is not None and found.get("run") != self._run

    def _read(self) -> Optional[Dict[str, Any]]:
        with self._storage.translated():
            try:
                content = self._storage.fs.cat_file(self._path)
            except FileNotFoundError:
                return None
        try:
            found = json.loads(content)
        except ValueError:
            found = None
        return found if isinstance(found, dict) else {}

    def _write(self) -> None:
        content = {
            "run": self._run,
            "host": socket.gethostname(),
            "process": [_machine(), os.getpid(), _start_time(os.getpid())],
            "renewals": self._renewals,
        }
        with self._storage.translated():
            self._storage.fs.pipe_file(self._path, json.dumps(content).encode())


def _machine() -> str:
    """Identifies the running system and container to which process ids refer."""
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            return f"{file.read().strip()} {os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return ""


def _start_time(process_id: int) -> Optional[str]:
    """When a process on this machine started; None if it does not exist."""
    try:
        with open(f"/proc/{process_id}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return None


def _has_ended(found: Dict[str, Any]) -> bool:
    """Whether the process that wrote a lease ran on this machine and has ended."""
    try:
        machine, process_id, start_time = found["process"]
        return bool(machine) and machine == _machine() and _start_time(process_id) != start_time
    except (KeyError, TypeError, ValueError):
        return False
