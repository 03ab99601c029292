"""Archives that have the same bytes regardless of when, where and by whom they are made."""

import contextlib
import gzip
import os
import pathlib
import shutil
import tarfile
import tempfile


def settle(folder, epoch):
    """Gives all files in a folder the same time, and the usual permissions of packages."""
    for path in [folder, *sorted(folder.rglob("*"))]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
        os.utime(path, (epoch, epoch), follow_symlinks=False)


def tarball(folder, target, epoch):
    """Writes a folder into a .tar.gz: sorted, owned by root, without the time of day."""
    def plain(entry):
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = epoch
        return entry

    with open(target, "wb") as file, \
            gzip.GzipFile("", "wb", compresslevel=9, fileobj=file, mtime=0) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for path in [folder, *sorted(folder.rglob("*"))]:
            tar.add(path, pathlib.Path(folder.name) / path.relative_to(folder), recursive=False,
                    filter=plain)


def compress(data, target):
    """Writes bytes as `gzip -9n` does."""
    target.write_bytes(gzip.compress(data, 9, mtime=0))


@contextlib.contextmanager
def whole(folder):
    """Yields an empty folder that becomes `folder` at the end; after an error, nothing is left of it."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as temporary:
        made = pathlib.Path(temporary) / "made"
        made.mkdir()
        yield made
        if folder.exists():
            folder.rename(pathlib.Path(temporary) / "old")
        made.rename(folder)


def copy(source, target, mode=0o644):
    """Copies a file, with the folders it needs."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(mode)
