"""What the fetching scripts share: verified, atomic downloads that are made once."""

import contextlib
import hashlib
import pathlib
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


class FetchError(Exception):
    """A file could not be had; the message says why in one sentence."""


def sha256(path):
    """The SHA-256 of a file, in hexadecimal, or None when there is no such file."""
    try:
        return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()
    except FileNotFoundError:
        return None


def verify(data, digest, what):
    """Raises unless `data` has the SHA-256 `digest`."""
    got = hashlib.sha256(data).hexdigest()
    if got != digest:
        raise FetchError(f"{what} has SHA-256 {got}, expected {digest}")
    return data


def write_whole(data, target):
    """Puts `data` at `target` in one step, so that nobody ever sees half a file."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(
            dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
        temporary = pathlib.Path(file.name)
        try:
            file.write(data)
            file.flush()
            temporary.chmod(0o644)
            temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


@contextlib.contextmanager
def python_package(requirement, *options):
    """Downloads one Python package, without what it depends on; yields its opened wheel."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
                   "--disable-pip-version-check", "--only-binary=:all:",
                   "--dest", folder, *options, requirement]
        done = subprocess.run(command, capture_output=True, text=True)
        wheels = list(pathlib.Path(folder).glob("*.whl"))
        if done.returncode or not wheels:
            reason = (done.stderr.strip().splitlines() or ["no wheel came"])[-1]
            raise FetchError(f"pip could not download {requirement}: {reason}")
        with zipfile.ZipFile(wheels[0]) as wheel:
            yield wheel


def shown(path):
    """A path as a person in the package's folder would type it."""
    try:
        return str(pathlib.Path(path).resolve().relative_to(pathlib.Path.cwd()))
    except ValueError:
        return str(path)
