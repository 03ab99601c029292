"""Verified, atomic downloads for the fetch scripts."""

import contextlib
import hashlib
import pathlib
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
import zipfile

# Packages install this file without repository.py.
ROOT = pathlib.Path(__file__).resolve().parent.parent


SECONDS = 8
# The older MediaPipe that has the single models of its solutions, and options for the same wheel on every
# machine; only its models are used.
SOLUTIONS = ("mediapipe==0.10.21", "--python-version", "3.11", "--implementation", "cp",
             "--platform", "manylinux_2_28_x86_64")


class FetchError(Exception):
    """A file is unavailable; the message states why in one sentence."""


class Unreachable(FetchError):
    """A server is unavailable, and with it all of its files."""


def sha256(path):
    """The hexadecimal SHA-256 of a file, or None if it does not exist."""
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
    """Writes `data` to `target` atomically."""
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


def download(url, what):
    """The bytes at a URL in one of MediaPipe's public buckets."""
    try:
        with urllib.request.urlopen(url, timeout=SECONDS) as answer:
            return answer.read()
    except urllib.error.HTTPError as error:
        raise FetchError(f"the model bucket returns {error.code} for {what}") from None
    except OSError as error:
        raise Unreachable(f"the model bucket is unreachable ({getattr(error, 'reason', error)})") from None


@contextlib.contextmanager
def python_package(requirement, *options):
    """Downloads one Python package without its dependencies; yields the opened wheel."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
                   "--disable-pip-version-check", "--only-binary=:all:",
                   "--dest", folder, *options, requirement]
        done = subprocess.run(command, capture_output=True, text=True)
        wheels = list(pathlib.Path(folder).glob("*.whl"))
        if done.returncode or not wheels:
            reason = (done.stderr.strip().splitlines() or ["no wheel was downloaded"])[-1]
            raise FetchError(f"pip could not download {requirement}: {reason}")
        with zipfile.ZipFile(wheels[0]) as wheel:
            yield wheel


def shown(path):
    """A path relative to the current folder, if it is inside."""
    try:
        return str(pathlib.Path(path).resolve().relative_to(pathlib.Path.cwd()))
    except ValueError:
        return str(path)
