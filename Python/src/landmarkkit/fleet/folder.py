"""The folder of a job's results, on this machine or on remote storage."""

from __future__ import annotations

import contextlib
import fcntl
import os
import posixpath
import socket
import stat
import tempfile
from typing import IO, Any, Iterator, Optional, Protocol

from .lease import Lease
from .storage import Storage, StorageError, is_web, local_path, shown


class Folder:
    """Files by their names relative to a folder; each is either complete or absent, even if the
    process or the machine dies.

    All methods raise OSError if the folder cannot be reached, read or written.

    Attributes:
        address: The folder's path or address, as it may appear in messages.
    """

    address: str

    def read(self, name: str) -> Optional[bytes]:
        """The content of a file, or None if it is absent."""
        raise NotImplementedError

    def exists(self, name: str) -> bool:
        """Whether the file exists."""
        raise NotImplementedError

    def names(self, under: str = "") -> Iterator[str]:
        """The names of all files below a subfolder, in no particular order."""
        raise NotImplementedError

    def draft(self, name: str) -> Draft:
        """A file that can be written, and that appears under its name when it is committed."""
        raise NotImplementedError

    def lock(self) -> Lock:
        """Keeps other runs out of the folder, which has a `job.json`, until the lock is closed.

        Raises:
            BlockingIOError: Another run is using the folder.
        """
        raise NotImplementedError

    def tidy(self) -> None:
        """Removes files that killed workers left behind."""
        raise NotImplementedError

    def write(self, name: str, content: bytes) -> None:
        """Writes a whole file."""
        with self.draft(name) as draft:
            draft.file.write(content)
            draft.commit()


class Lock(Protocol):
    """Keeps other runs out of a folder."""

    @property
    def is_lost(self) -> bool:
        """Whether another run has taken the folder nevertheless."""

    def __enter__(self) -> Lock: ...

    def __exit__(self, *_: Any) -> None: ...


class Draft:
    """A file that is being written, and is absent unless `commit` is called.

    Attributes:
        file: The file, open for writing.
    """

    file: IO[bytes]

    def commit(self) -> None:
        """Makes the file appear under its name, with everything written so far."""
        raise NotImplementedError

    def close(self) -> None:
        """Removes the file if it was not committed."""
        raise NotImplementedError

    def __enter__(self) -> Draft:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


def folder_at(address: str) -> Folder:
    """The folder at a path or address.

    Raises:
        MissingDependencyError, StorageError: As `Storage`.
    """
    path = local_path(address)
    return RemoteFolder(address) if path is None else LocalFolder(path)


class LocalFolder(Folder):
    """A folder on this machine, or on a disk that is mounted."""

    def __init__(self, path: str):
        self.address = path

    def read(self, name: str) -> Optional[bytes]:
        try:
            with open(os.path.join(self.address, name), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def exists(self, name: str) -> bool:
        try:
            os.stat(os.path.join(self.address, name))
        except FileNotFoundError:
            return False
        return True

    def names(self, under: str = "") -> Iterator[str]:
        top = os.path.join(self.address, under)
        for parent, _, names in os.walk(top, onerror=_raise_unless_missing):
            for name in names:
                yield os.path.relpath(os.path.join(parent, name), self.address)

    def draft(self, name: str) -> Draft:
        return _LocalDraft(os.path.join(self.address, name))

    def lock(self) -> Lock:
        return _FileLock(os.path.join(self.address, "job.json"))

    def tidy(self) -> None:
        for name in list(self.names()):
            if name.endswith(".part"):
                os.remove(os.path.join(self.address, name))


class _FileLock:
    """The lock of a file, which the system frees if the process ends."""

    is_lost = False

    def __init__(self, path: str):
        # Open for writing, without which NFS refuses an exclusive lock.
        self._file = open(path, "r+b")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise

    def __enter__(self) -> _FileLock:
        return self

    def __exit__(self, *_: Any) -> None:
        self._file.close()


class _LocalDraft(Draft):
    """A file next to its final place, to which it is moved."""

    def __init__(self, path: str):
        self._path = path
        self._temporary = _part(path)
        _make_folder(os.path.dirname(path))
        self.file = open(self._temporary, "wb")

    def commit(self) -> None:
        self.file.flush()
        os.fsync(self.file.fileno())
        os.replace(self._temporary, self._path)

    def close(self) -> None:
        try:
            # Writes the data still in memory, for which a full disk has no room.
            self.file.close()
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.remove(self._temporary)


class RemoteFolder(Folder):
    """A folder on remote storage."""

    def __init__(self, address: str):
        self.address: str = shown(address)
        self._storage = Storage(address)
        if is_web(address):
            raise StorageError(f"{self.address}: results cannot be written to the web")
        self._fs = self._storage.fs
        self._root = self._storage.path.rstrip("/")

    def read(self, name: str) -> Optional[bytes]:
        with self._storage.translated():
            try:
                return bytes(self._fs.cat_file(self._path(name)))
            except FileNotFoundError:
                return None

    def exists(self, name: str) -> bool:
        with self._storage.translated():
            try:
                self._fs.info(self._path(name))
            except FileNotFoundError:
                return False
            return True

    def names(self, under: str = "") -> Iterator[str]:
        with self._storage.translated():
            try:
                paths = self._fs.find(self._path(under).rstrip("/"))
            except FileNotFoundError:
                return
        yield from (path[len(self._root) + 1 :] for path in paths)

    def draft(self, name: str) -> Draft:
        return _RemoteDraft(self, name)

    def lock(self) -> Lock:
        return Lease(self._storage, self._path("lock.json"))

    def tidy(self) -> None:
        if not self._storage.is_object_store:
            with self._storage.translated():
                for name in self.names():
                    if name.endswith(".part"):
                        self._fs.rm_file(self._path(name))

    def upload(self, path: str, name: str) -> None:
        """Copies a local file into the folder."""
        target = self._path(name)
        with self._storage.translated():
            if self._storage.is_object_store:
                self._fs.put_file(path, target)
                return
            self._fs.makedirs(posixpath.dirname(target), exist_ok=True)
            temporary = _part(target)
            self._fs.put_file(path, temporary)
            # Not every file system can replace a file.
            if self._fs.exists(target):
                self._fs.rm_file(target)
            self._fs.mv(temporary, target)

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}"


class _RemoteDraft(Draft):
    """A temporary file without a path, which the system removes even if the process is killed; it
    is uploaded when it is complete."""

    def __init__(self, folder: RemoteFolder, name: str):
        self._folder = folder
        self._name = name
        self.file = tempfile.TemporaryFile(prefix="landmarkkit-")

    def commit(self) -> None:
        self.file.flush()
        self._folder.upload(f"/proc/self/fd/{self.file.fileno()}", self._name)

    def close(self) -> None:
        self.file.close()


def _raise_unless_missing(error: OSError) -> None:
    if not isinstance(error, FileNotFoundError):
        raise error


def _make_folder(path: str) -> None:
    """Makes a folder and its parents, unless it exists."""
    try:
        os.makedirs(path, exist_ok=True)
    except FileExistsError:
        # Also raised if the system cannot tell whether the existing entry is a folder; this then
        # raises the reason.
        if not stat.S_ISDIR(os.stat(path).st_mode):
            raise


def _part(path: str) -> str:
    """The path of a file while this process is writing it. Readers of data sets skip it, because
    its name starts with a dot."""
    folder, name = os.path.split(path)
    return os.path.join(folder, f".{name}.{socket.gethostname()}.{os.getpid()}.part")
