"""Videos and results on object storage and the web, with fsspec."""

from __future__ import annotations

import contextlib
import errno
import glob
import os
import re
import tempfile
import time
from typing import Any, BinaryIO, Dict, Iterator, List, Optional, Tuple

from .. import errors
from .._optional import optional

_ADDRESS = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")
# The package that reads each protocol, unless that is part of fsspec.
_PACKAGES = {
    "s3": "s3fs",
    "s3a": "s3fs",
    "gs": "gcsfs",
    "gcs": "gcsfs",
    "az": "adlfs",
    "abfs": "adlfs",
    "abfss": "adlfs",
    "http": "fsspec[http]",
    "https": "fsspec[http]",
    "sftp": "paramiko",
    "ssh": "paramiko",
    "smb": "smbprotocol",
    "oci": "ocifs",
    "oss": "ossfs",
}
_WEB = ("http://", "https://")
# The names that storages use for the version of a file, the most reliable first.
_VERSIONS = (
    "ETag etag generation content-md5 Content-MD5 Last-Modified LastModified last_modified updated "
    "mtime modified modify modificationTime created".split()
)
# How often a download is tried, how many bytes it reads at a time, and how many it leaves free on
# the disk.
_TRIES = 3
_BLOCK = 16 << 20
_RESERVE = 64 << 20
_OBJECT_STORES = frozenset("s3 s3a gs gcs az abfs abfss oci oss tos memory".split())


class StorageError(errors.Error, OSError):
    """Storage cannot be reached, or does not have or permit what was requested."""


def local_path(address: str) -> Optional[str]:
    """The path of a local file, which may be given as `file://…`; None for other addresses."""
    found = _ADDRESS.match(address)
    if found is None:
        return address
    return address[found.end() :] if found[1].lower() in ("file", "local") else None


def is_web(address: str) -> bool:
    """Whether an address is on the web, where nothing can be written."""
    return address.lower().startswith(_WEB)


def is_pattern(address: str) -> bool:
    """Whether an address is a pattern, unless a file has that name. On the web, a question mark
    begins the query."""
    return glob.has_magic(address.replace("?", "") if is_web(address) else address)


def shown(address: str) -> str:
    """A path or address as it may appear in results and messages: without a password, and on the
    web without the query, which may be a signature."""
    found = _ADDRESS.match(address)
    if found is None:
        return address
    host, separator, path = address[found.end() :].partition("/")
    if is_web(address):
        path = re.split("[?#]", path)[0]
    # The account of Azure's abfs://CONTAINER@ACCOUNT is not a user.
    if found[1].lower() not in ("az", "abfs", "abfss"):
        host = host.rpartition("@")[2]
    return found[0] + host + separator + path


class Storage:
    """A file or folder at an address that is not local.

    Attributes:
        fs: The file system of fsspec, which does not cache listings.
        path: The path in it.
        protocol: The protocol of the address, such as `s3`.

    Raises:
        MissingDependencyError: The package for the protocol is not installed.
        StorageError: The protocol does not exist, or its configuration is wrong. All methods raise
            it if the storage cannot be reached, or does not have or permit what was requested.
    """

    fs: Any
    path: str
    protocol: str

    def __init__(self, address: str):
        found = _ADDRESS.match(address)
        assert found is not None
        self.protocol = found[1].lower()
        self.address = address
        self.path = ""
        _check_protocol(self.protocol, shown(address))
        import fsspec

        with self.translated():
            options = _options(self.protocol)
            self.fs, self.path = fsspec.core.url_to_fs(address, **options)

    @contextlib.contextmanager
    def translated(self) -> Iterator[None]:
        """Raises the errors of the file system as `StorageError`."""
        try:
            yield
        except errors.Error:
            raise
        except Exception as error:
            raise StorageError(f"{shown(self.address)}: {self._reason(error)}") from None

    def _reason(self, error: Exception) -> str:
        status = getattr(error, "status", None)
        if status:
            return f"the server answers {status} {getattr(error, 'message', '')}".strip()
        lines = (getattr(error, "strerror", None) or str(error)).strip().splitlines()
        reason = lines[0] if lines else type(error).__name__
        for name in filter(None, (self.address, self.path)):
            reason = reason.replace(name, shown(self.address))
        # Answers to requests without a body have one or two words.
        if isinstance(error, FileNotFoundError) and reason.count(" ") < 2:
            return "there is no such file"
        if isinstance(error, PermissionError) and reason.count(" ") < 2:
            return "access is denied; check the credentials"
        return reason

    def version(self) -> Tuple[Optional[int], str]:
        """The size of the file, and its version, which changes with its content, as far as
        known."""
        with self.translated():
            found = self.fs.info(self.path)
        version = next((str(found[name]) for name in _VERSIONS if found.get(name)), "")
        return found.get("size"), version

    @contextlib.contextmanager
    def downloaded(self) -> Iterator[BinaryIO]:
        """A local copy of the file, with its address as the name.

        The copy never has a path: the system frees its space when it is closed, or when the process
        is killed.
        """
        with tempfile.TemporaryFile(prefix="landmarkkit-", buffering=0) as file:
            for attempt in range(1, _TRIES + 1):
                try:
                    self._download(file)
                    break
                except Exception as error:
                    if attempt == _TRIES or _is_final(error):
                        with self.translated():
                            raise
                    time.sleep(attempt)
            file.seek(0)
            file.name = shown(self.address)
            yield file

    def _download(self, file: Any) -> None:
        # In blocks, without reading ahead. On the web in one request, because not every server
        # sends ranges; giving a size, which is not used, avoids another request before it.
        reading: Dict[str, Any] = {"cache_type": "none"}
        if is_web(self.address):
            reading = {"block_size": 0, "size": -1}
        file.seek(0)
        file.truncate()
        with self.fs.open(self.path, "rb", **reading) as source:
            _check_room(file, max(0, getattr(source, "size", None) or 0))
            while block := source.read(_BLOCK):
                _check_room(file, len(block))
                file.write(block)

    def files(self) -> List[str]:
        """The addresses of all files in the folder, at any depth; the file itself if it is one."""
        with self.translated():
            return [self._address(path) for path in self.fs.find(self.path)]

    @property
    def is_object_store(self) -> bool:
        """Whether a file appears only when all of it has arrived, and folders need not exist."""
        return self.protocol in _OBJECT_STORES

    def exists(self) -> bool:
        """Whether there is a file or folder at the address."""
        with self.translated():
            return bool(self.fs.exists(self.path))

    def matches(self) -> List[str]:
        """The addresses of the files that match the address as a pattern."""
        with self.translated():
            found: Dict[str, Any] = self.fs.glob(self.path, detail=True)
            if not found and self.is_object_store:
                self._check_bucket()
        return [self._address(path) for path in found if found[path]["type"] != "directory"]

    def _check_bucket(self) -> None:
        bucket = self.path.partition("/")[0]
        try:
            self.fs.info(bucket)
        except FileNotFoundError:
            raise StorageError(f"{shown(self.address)}: there is no bucket {bucket}") from None

    def _address(self, path: str) -> str:
        """The address of another path in the file system."""
        # The part after the host is the same in both; what precedes it may differ.
        host, separator, tail = self.address.rstrip("/").partition("://")[2].partition("/")
        tail = separator + tail
        common = len(self.path.rstrip("/")) - len(tail)
        if not self.path.rstrip("/").endswith(tail):
            return str(self.fs.unstrip_protocol(path))
        return self.address.rstrip("/").removesuffix(tail) + path[common:]


def _is_final(error: Exception) -> bool:
    """Whether another attempt would not help."""
    is_refused = 400 <= getattr(error, "status", 0) < 500
    is_full = getattr(error, "errno", None) == errno.ENOSPC
    return is_refused or is_full or isinstance(error, (FileNotFoundError, PermissionError))


def _check_room(file: Any, size: int) -> None:
    state = os.fstatvfs(file.fileno())
    if state.f_bavail * state.f_frsize < size + _RESERVE:
        raise OSError(
            errno.ENOSPC,
            f"there is no room for it in {tempfile.gettempdir()}; TMPDIR chooses another folder",
        )


def _check_protocol(protocol: str, address: str) -> None:
    fsspec = optional("fsspec", "fsspec", "fleet", address)
    try:
        fsspec.get_filesystem_class(protocol)
    except (ImportError, ValueError) as error:
        package = _PACKAGES.get(protocol)
        if package is not None:
            reason = f"{address} requires {package}: pip install {package}"
            raise errors.MissingDependencyError(reason) from None
        if isinstance(error, ImportError):
            raise errors.MissingDependencyError(f"{address}: {error}") from None
        raise StorageError(f"{address}: {protocol}:// is not a known protocol") from None


def _options(protocol: str) -> Dict[str, Any]:
    """The options of a file system that differ from fsspec's defaults."""
    options: Dict[str, Any] = {"use_listings_cache": False}
    if protocol in ("http", "https"):
        import aiohttp
        import fsspec

        # By default, a download must end after five minutes.
        timeout = aiohttp.ClientTimeout(total=None, sock_connect=30, sock_read=60)
        configured = fsspec.config.conf.get(protocol, {}).get("client_kwargs", {})
        options["client_kwargs"] = {"timeout": timeout, **configured}
    return options
