"""Gate: dependencies go down only, and a product includes all modules of its public interface.

SwiftPM only forbids cycles, and lets a product's clients miss modules whose types they use.
Undeclared imports are errors of the compiler (`--explicit-target-dependency-import-check`).
"""

import json
import re
import subprocess

# A target may depend on targets of a lower level only. Targets of level 0 and below are C or the
# operating system; none of them may appear in a public signature.
LEVELS = {
    "CLazyLibrary": -1, "CWarpShader": -1, "CLandmarkSystem": -1,
    "CLandmarkKernels": 0, "CTurboJPEG": 0, "CPNG": 0, "CCairo": 0, "CZlib": 0, "CInflate": 0,
    "CFFmpeg": 0, "CHEIF": 0, "CMosquitto": 0, "CWebSockets": 0, "CSQLite": 0, "CTestSupport": 0, "CWarpShaderHost": 0, "LandmarkSystem": 0,
    "LandmarkCore": 1,
    # In C, and still an interface: that of LandmarkC.
    "CLandmarkInterface": 1,
    "LandmarkHistory": 2, "LandmarkModelFile": 2, "LandmarkImaging": 2, "LandmarkGraph": 2,
    "LandmarkInference": 3, "LandmarkImageFiles": 3, "LandmarkDrawing": 3,
    "LandmarkTasks": 4, "LandmarkCapture": 4,
    "DriverMonitoring": 5, "LandmarkMotion": 5, "MediaPipeTasksVision": 5,
    "LandmarkOverlays": 6, "LandmarkApple": 6, "LandmarkC": 6,
    "LandmarkCalculators": 7, "LandmarkReports": 7, "LandmarkCommandSupport": 7,
    "LandmarkDashboard": 7,
    "DriverMonitoringGraph": 8,
    "landmark": 8, "landmark-bench": 8, "Fingertip": 8, "PoseOverlay": 8,
    "PoseFromPixels": 8,
}
TEST_SUPPORT = "LandmarkTestSupport"


PUBLIC_IMPORT = re.compile(
    r"^public import (?:(?:struct|class|enum|protocol|func) )?(\w+)", re.MULTILINE)


def description_of(root):
    """The manifest as data; a planted tree has its own."""
    given = root / "package.json"
    return json.loads(given.read_text() if given.is_file() else subprocess.check_output(
        ["swift", "package", "--ignore-lock", "dump-package"], cwd=root,
        stderr=subprocess.DEVNULL))


def check(tree):
    problems = []
    description = description_of(tree.root)
    targets = {target["name"]: target for target in description["targets"]}
    for name, target in targets.items():
        if target["type"] == "test" or name == TEST_SUPPORT:
            continue
        if name not in LEVELS:
            problems.append(f"{name} has no level; add it to scripts/layering.py")
            continue
        for other in sorted(next(iter(d.values()))[0] for d in target["dependencies"]):
            if other == TEST_SUPPORT:
                problems.append(f"{name} depends on {other}, which is for tests")
            elif LEVELS.get(other, -1) >= LEVELS[name]:
                problems.append(f"{name} (level {LEVELS[name]}) depends on {other}"
                                f" (level {LEVELS[other]}); dependencies go down only")
    imports = {}
    for path in tree.matching(r"Sources/.*\.swift$"):
        for name in PUBLIC_IMPORT.findall(tree.text(path)):
            imports.setdefault(path.split("/")[1], set()).add(name)
            if LEVELS.get(name, 1) <= 0:
                problems.append(f"{path}: {name} must not appear in public signatures")
    for product in description.get("products", []):
        if "library" in product["type"]:
            shown = set().union(*(imports.get(target, set()) for target in product["targets"]))
            problems += [f"product {product['name']} lacks {name}, which its interface uses"
                         for name in sorted(shown & targets.keys() - set(product["targets"]))]
    return problems, f"{len(targets)} targets"


def _package(**dependencies):
    return {"package.json": json.dumps({
        "products": [{"name": "P", "type": {"library": []}, "targets": ["LandmarkImaging"]}],
        "targets": [{"name": name, "type": "regular",
                     "dependencies": [{"byName": [d, None]} for d in needed]}
                    for name, needed in dependencies.items()]})}


EXAMPLES = [
    ("down", _package(LandmarkCore=[], LandmarkImaging=["LandmarkCore"]), None),
    ("up", _package(LandmarkCore=["LandmarkTasks"], LandmarkTasks=[]), "go down only"),
    ("sideways", _package(LandmarkImaging=["LandmarkModelFile"], LandmarkModelFile=[]),
     "go down only"),
    ("a new target without a level", _package(LandmarkNew=[]), "no level"),
    ("test support in a library",
     _package(LandmarkTestSupport=[], LandmarkTasks=["LandmarkTestSupport"]), "is for tests"),
    ("C in a public signature",
     _package(CPNG=[], LandmarkImaging=["CPNG"])
     | {"Sources/LandmarkImaging/A.swift": "public import CPNG\n"}, "public signatures"),
    ("a product without a module of its interface",
     _package(LandmarkCore=[], LandmarkImaging=["LandmarkCore"])
     | {"Sources/LandmarkImaging/A.swift": "public import LandmarkCore\n"}, "lacks LandmarkCore"),
]
