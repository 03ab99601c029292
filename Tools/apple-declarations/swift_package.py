"""What `swift package dump-package` says about this package, for compiling its targets directly."""

import functools
import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

# Targets that are not for Apple's systems, and why.
NOT_FOR_APPLE = {
    "LandmarkCommandSupport": "the command line's",
    "LandmarkReports": "the command line's",
    "LandmarkTestSupport": "the tests'",
}


class Target:
    """A target of the package or of an app under Examples/Apple."""

    def __init__(self, name, folder, dependencies, settings, kind="regular"):
        self.name = name
        self.folder = folder
        self.dependencies = dependencies
        self.settings = settings
        self.kind = kind

    @property
    def swift_files(self):
        return sorted(self.folder.rglob("*.swift"))

    @property
    def c_files(self):
        return sorted(self.folder.rglob("*.c"))

    def swift_flags(self):
        """The compiler's flags for the target's settings; flags that need a release are not used."""
        flags = []
        for setting in self.settings:
            kind = setting["kind"]
            if setting["tool"] != "swift" or "condition" in setting:
                continue
            if "enableUpcomingFeature" in kind:
                flags += ["-enable-upcoming-feature", kind["enableUpcomingFeature"]["_0"]]
            elif "treatAllWarnings" in kind and kind["treatAllWarnings"]["_0"] == "error":
                flags += ["-warnings-as-errors"]
            elif "defaultIsolation" in kind:
                flags += ["-default-isolation", str(kind["defaultIsolation"]["_0"])]
        return flags


def dumped(folder):
    """A manifest as JSON."""
    done = subprocess.run(["swift", "package", "--package-path", str(folder), "dump-package"],
                          capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"check: {folder}/Package.swift cannot be read:\n{done.stderr}")
    return json.loads(done.stdout)


def dependency_names(dependencies):
    """The names of targets or products that a target depends on."""
    names = []
    for dependency in dependencies:
        (kind, value), = dependency.items()
        if kind in ("target", "byName", "product"):
            names.append(value[0])
    return names


@functools.cache
def targets():
    """The package's targets by name, in an order in which each stands after its dependencies."""
    found = {}
    manifest = dumped(ROOT)
    for target in manifest["targets"]:
        if target["type"] == "test":
            continue
        folder = ROOT / (target.get("path") or f"Sources/{target['name']}")
        found[target["name"]] = Target(
            target["name"], folder, dependency_names(target["dependencies"]), target["settings"],
            target["type"])
    ordered = {}

    def add(name):
        if name in ordered or name not in found:
            return
        for dependency in found[name].dependencies:
            add(dependency)
        ordered[name] = found[name]

    for name in found:
        add(name)
    return ordered


def libraries():
    """The targets with Swift code that are meant for Apple's systems."""
    return {name: t for name, t in targets().items()
            if t.kind == "regular" and name not in NOT_FOR_APPLE and t.swift_files}
