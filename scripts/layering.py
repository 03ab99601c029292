#!/usr/bin/env python3
"""Gate: imports go down only, and a target imports what it declares and nothing else.

SwiftPM lets a target import what its dependencies depend on, and knows no levels.
"""

import json
import re
import subprocess

# What stands where. A target may depend on targets of a lower level only; targets of level 0
# and below hold C, which only the targets named with them may see.
LEVELS = {
    "CFFmpegPackages": -1,
    "CLandmarkKernels": 0, "CTurboJPEG": 0, "CPNG": 0, "CCairo": 0, "CZlib": 0,
    "CFFmpeg": 0, "CTestSupport": 0, "LandmarkSystem": 0,
    "LandmarkCore": 1,
    "LandmarkModelFile": 2, "LandmarkImaging": 2, "LandmarkGraph": 2,
    "LandmarkInference": 3, "LandmarkCapture": 3,
    "LandmarkTasks": 4,
    "DriverMonitoring": 5, "MediaPipeTasksVision": 5,
    "LandmarkCalculators": 6,
    "LandmarkCommandSupport": 7,
    "landmark": 8, "Fingertip": 8, "PoseOverlay": 8,
}
SEES = {
    "CLandmarkKernels": {"LandmarkImaging", "LandmarkInference"},
    "CTurboJPEG": {"LandmarkImaging"},
    "CPNG": {"LandmarkImaging"},
    "CCairo": {"LandmarkImaging"},
    "CZlib": {"LandmarkModelFile"},
    "CFFmpeg": {"LandmarkCapture"},
    "CFFmpegPackages": {"CFFmpeg"},
    "CTestSupport": {"LandmarkTestSupport"},
}
TEST_SUPPORT = "LandmarkTestSupport"

IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*"
    r"(?P<access>public\s+|package\s+|internal\s+|private\s+|fileprivate\s+)?import\s+"
    r"(?:(?:struct|class|func|enum|protocol|typealias|var|let)\s+)?(?P<name>\w+)", re.MULTILINE)


def package_description(root):
    """The manifest as data; a planted tree brings its own."""
    given = root / "package.json"
    if given.is_file():
        return json.loads(given.read_text())
    return json.loads(subprocess.check_output(["swift", "package", "dump-package"], cwd=root))


def declared(target):
    """The names a target declares as dependencies."""
    return {next(iter(d.values()))[0] for d in target["dependencies"]}


def manifest_problems(targets):
    """Levels and sight, from the manifest alone."""
    for name, target in targets.items():
        if target["type"] == "test" or name == TEST_SUPPORT:
            continue
        if name not in LEVELS:
            yield f"{name} has no level; give it one in scripts/layering.py"
            continue
        for other in sorted(declared(target)):
            if other in LEVELS and LEVELS[other] >= LEVELS[name]:
                yield (f"{name} (level {LEVELS[name]}) depends on {other}"
                       f" (level {LEVELS[other]}); dependencies go down only")
            if other == TEST_SUPPORT:
                yield f"{name} depends on {other}, which is for tests"
            if other in SEES and name not in SEES[other]:
                yield f"{name} depends on {other}, which only {', '.join(SEES[other])} may see"


def import_problems(tree, targets):
    """Imports that are not declared, and C that reaches a public signature."""
    for name, target in targets.items():
        folder = target.get("path") or ("Tests/" if target["type"] == "test" else "Sources/") + name
        allowed = declared(target)
        for path in tree.matching(folder, suffixes=[".swift"]):
            for match in IMPORT.finditer(tree.text(path)):
                other = match["name"]
                if other in targets and other != name and other not in allowed:
                    yield f"{path}: {name} imports {other} but does not declare it"
                if (match["access"] or "").strip() == "public" and LEVELS.get(other, 1) <= 0:
                    yield f"{path}: {other} must not be seen in a public signature"


def check(tree):
    targets = {t["name"]: t for t in package_description(tree.root)["targets"]}
    problems = [*manifest_problems(targets), *import_problems(tree, targets)]
    return problems, f"{len(targets)} targets"


def _package(**dependencies):
    return json.dumps({"targets": [
        {"name": name, "type": "regular", "dependencies": [{"byName": [d, None]} for d in needed]}
        for name, needed in dependencies.items()]})


EXAMPLES = [
    ("down",
     {"package.json": _package(LandmarkCore=[], LandmarkImaging=["LandmarkCore"]),
      "Sources/LandmarkImaging/A.swift": "import LandmarkCore\n"}, None),
    ("up", {"package.json": _package(LandmarkCore=["LandmarkTasks"], LandmarkTasks=[])},
     "go down only"),
    ("sideways",
     {"package.json": _package(LandmarkImaging=["LandmarkModelFile"], LandmarkModelFile=[])},
     "go down only"),
    ("a new target without a level", {"package.json": _package(LandmarkNew=[])}, "no level"),
    ("a transitive import",
     {"package.json": _package(LandmarkCore=[], LandmarkImaging=[]),
      "Sources/LandmarkImaging/A.swift": "public import struct LandmarkCore.Landmark\n"},
     "does not declare it"),
    ("C where it is not to be seen",
     {"package.json": _package(CPNG=[], LandmarkTasks=["CPNG"])}, "may see"),
    ("C in public",
     {"package.json": _package(CPNG=[], LandmarkImaging=["CPNG"]),
      "Sources/LandmarkImaging/A.swift": "public import CPNG\n"}, "public signature"),
    ("test support in a library",
     {"package.json": _package(LandmarkTestSupport=[], LandmarkTasks=["LandmarkTestSupport"])},
     "is for tests"),
]

if __name__ == "__main__":
    import pathlib
    import sys

    from gate import SourceTree

    found, summary = check(SourceTree(pathlib.Path(__file__).resolve().parent.parent))
    print("\n".join(found) or f"layering: {summary} in order")
    sys.exit(bool(found))
