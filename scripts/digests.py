"""Digests of everything that the outcome of each test target depends on."""

import collections
import hashlib
import os
import pathlib
import platform
import subprocess

import manifest
from repository import FOOTAGE, MODELS, ROOT

# The files that test targets read besides the folders of their targets. The tests of the programs, which
# consist of all sources, also check the pages.
READ = {"landmarkTests": ["Sources", "*.md", "docs", "Examples", "scripts/*models*", "scripts/fetching.py"]}
# The parts of the Python package's tests: their files, a file belonging to the first part that names it, and
# the Swift targets whose sources decide their outcome. Type checkers read only Python, and jobs of fleets find
# landmarks in videos.
PYTHON_PARTS = {"types": ("test_types.py", []),
                "fleets": ("test_fleet*.py", ["LandmarkTasks", "LandmarkCapture"]),
                "library": ("test_*.py", ["LandmarkC"])}
PYTHON = ["Python", "Tools/python-peer", "docs", "README.md", "Examples", "scripts/*python*", "scripts/*wheel*",
          "scripts/*models*", "scripts/model_bundles.py", "scripts/fetching.py", "scripts/build-c-library",
          "scripts/*glibc*", "scripts/zig-requirements.txt"]


def machine():
    """The facts that differ between machines: processor, system, compiler, settings."""
    processors = pathlib.Path("/proc/cpuinfo")
    flags = {line for line in processors.read_text().splitlines() if line.startswith(("model name", "flags"))} \
        if processors.exists() else {platform.processor()}
    compiler = subprocess.run([os.environ.get("SWIFT", "swift"), "--version"], capture_output=True, text=True)
    settings = {f"{name}={value}" for name, value in os.environ.items() if name.startswith("LANDMARK_")}
    return repr([platform.platform(), sorted(flags), compiler.stdout, sorted(settings)])


def downloads():
    """The models and footage that are present, some of which only some tests need."""
    files = (path for folder in (MODELS, FOOTAGE) for path in folder.rglob("*") if path.is_file())
    return repr(sorted((str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in files))


def files(patterns):
    """The files of this repository that match, including those not yet committed."""
    said = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns],
                          cwd=ROOT, capture_output=True, check=True).stdout
    return sorted({ROOT / os.fsdecode(name) for name in said.split(b"\0") if name})


class Digests:
    """The digest of each test target, and of each part of the Python package's tests."""

    def __init__(self, flags):
        """`flags` are those with which the tests were built."""
        self.targets = {target["name"]: target for target in manifest.description(ROOT)["targets"]}
        self.contents = {}
        self.common = repr(flags) + machine() + downloads()

    def tests(self):
        """The names of the test targets."""
        return [name for name, target in self.targets.items() if target["type"] == "test"]

    def sources(self, name):
        """The folders of a target and of its dependencies."""
        found, waiting = set(), collections.deque([name])
        while waiting:
            target = self.targets.get(waiting.popleft())
            if target is None or target["name"] in found:
                continue
            found.add(target["name"])
            for kind in target["dependencies"]:
                waiting += [value[0] for value in kind.values() if isinstance(value, list)]
        return {self.folder(self.targets[one]) for one in found}

    @staticmethod
    def folder(target):
        return target.get("path") or f"{'Tests' if target['type'] == 'test' else 'Sources'}/{target['name']}"

    def digest(self, patterns):
        whole = hashlib.sha256(self.common.encode())
        for path in files(sorted(patterns)):
            if path not in self.contents:
                self.contents[path] = hashlib.sha256(path.read_bytes()).digest() if path.is_file() else b"missing"
            whole.update(f"{path}\n".encode() + self.contents[path])
        return whole.hexdigest()

    def of_target(self, name):
        return self.digest(["Package.swift", *self.sources(name), *READ.get(name, [])])

    def of_python(self, part):
        folders = {self.folder(self.targets["LandmarkC"])}.union(*map(self.sources, PYTHON_PARTS[part][1]))
        return self.digest(["Package.swift", *folders, *PYTHON])
