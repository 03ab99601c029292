"""The targets that `swift package dump-package` lists, for compiling them directly."""

import functools
import json
import pathlib
import re
import subprocess
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

# Targets of the commands and examples, which are for macOS but not for devices.
ONLY_MACOS = ["LandmarkCommandSupport", "LandmarkReports", "landmark", "landmark-bench",
              "Fingertip", "PoseOverlay", "PoseFromPixels"]
# The tests that run in the simulator.
SCHEME = ROOT / ".swiftpm/xcode/xcshareddata/xcschemes/DeviceTests.xcscheme"


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
    def has_main_file(self):
        """Whether a file of statements is the program, instead of a type with @main."""
        return any(p.name == "main.swift" for p in self.swift_files)

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
            elif "swiftLanguageMode" in kind:
                flags += ["-swift-version", kind["swiftLanguageMode"]["_0"]]
            elif "defaultIsolation" in kind:
                flags += ["-default-isolation", str(kind["defaultIsolation"]["_0"])]
        return flags

    def supports(self, triple):
        """Whether the target is checked for a system.

        Tests are checked for Macs, and for phones where Xcode's scheme runs them there.
        """
        if "macosx" in triple:
            return True
        if self.kind == "test":
            return "ios" in triple and self.name in tests_of_devices()
        return self.name not in ONLY_MACOS


class App(Target):
    """An app under Examples/Apple, or what apps share; their manifests need Xcode, so imports decide."""

    def __init__(self, folder):
        super().__init__(folder.stem, folder, [], [])
        text = "".join(p.read_text() for p in self.swift_files)
        names = [*libraries(), "AppSupport"]
        self.dependencies = [n for n in names if re.search(rf"\bimport {n}\b", text)]
        self.manifest = (folder / "Package.swift").read_text()

    @property
    def swift_files(self):
        return [p for p in super().swift_files
                if p != self.folder / "Package.swift" and ".build" not in p.parts]

    @property
    def has_bundle(self):
        """Whether resources get a bundle of their own; those of an app are in the app's."""
        return "resources:" in self.manifest and ".iOSApplication(" not in self.manifest

    def swift_flags(self):
        return ["-warnings-as-errors"]

    def supports(self, triple):
        return (".macOS(" if "macosx" in triple else ".iOS(") in self.manifest and (
            "ios" in triple or "macosx" in triple)


def dumped(folder):
    """A manifest as JSON."""
    done = subprocess.run(["swift", "package", "--package-path", str(folder), "dump-package"],
                          capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"check: {folder}/Package.swift cannot be read:\n{done.stderr}")
    return json.loads(done.stdout)


def dependency_names(dependencies):
    """The names of targets or products that a target depends on on Apple's systems."""
    names = []
    for dependency in dependencies:
        (kind, value), = dependency.items()
        condition = value[-1]
        if isinstance(condition, dict) and not {"ios", "macos"} & set(
                condition.get("platformNames", ["ios"])):
            continue
        if kind in ("target", "byName", "product"):
            names.append(value[0])
    return names


@functools.cache
def manifest():
    """The package's manifest."""
    return dumped(ROOT)


def products():
    """The library products for apps, and the targets of each: its own, and those of its API."""
    return {product["name"]: product["targets"] for product in manifest()["products"]
            if product["type"] == {"library": ["automatic"]}}


@functools.cache
def targets():
    """The package's targets by name, in an order in which each stands after its dependencies."""
    found = {}
    for target in manifest()["targets"]:
        parent = "Tests" if target["type"] == "test" else "Sources"
        folder = ROOT / (target.get("path") or f"{parent}/{target['name']}")
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
    """The targets with Swift code that are checked."""
    return {name: t for name, t in targets().items()
            if t.kind in ("regular", "executable") and t.swift_files}


def tests():
    """The test targets."""
    return {name: t for name, t in targets().items() if t.kind == "test"}


@functools.cache
def tests_of_devices():
    """The test targets that Xcode builds for a simulated iPhone."""
    scheme = xml.etree.ElementTree.parse(SCHEME)
    return [e.get("BlueprintIdentifier") for e in scheme.iter("BuildableReference")]


@functools.cache
def apps():
    """The app packages by name."""
    folder = ROOT / "Examples" / "Apple"
    found = [App(p.parent) for p in sorted(folder.glob("*/Package.swift"))]
    return {app.name: app for app in found}
