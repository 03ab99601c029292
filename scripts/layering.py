"""Gate: dependencies go down only, and a product includes all modules of its public interface.

SwiftPM only forbids cycles, and lets a product omit modules whose types its clients use. Undeclared imports are
errors of the compiler (`--explicit-target-dependency-import-check`).
"""

import json
import re

import manifest

# The levels are the first table of this page.
PAGE = "docs/architecture.md"
ROW = re.compile(r"^\| (\d+) \| ((?:`[\w-]+`(?:, )?)+) \| \S.*\|$", re.MULTILINE)


def levels_of(tree):
    """The level of each target, from the highest to the lowest."""
    section = tree.text(PAGE).partition("## Targets")[2].partition("\n## ")[0]
    return {name: int(level) for level, names in ROW.findall(section)
            for name in re.findall(r"`([\w-]+)`", names)}


# Modules in C are not for public signatures, except the interface of LandmarkC.
C_MODULE = re.compile(r"C[A-Z](?!andmarkInterface)")
PUBLIC_IMPORT = re.compile(
    r"^public import (?:(?:struct|class|enum|protocol|func) )?(\w+)", re.MULTILINE)


def description_of(root):
    """The manifest as data; a planted tree has its own."""
    given = root / "package.json"
    return json.loads(given.read_text()) if given.is_file() else manifest.description(root)


def check(tree):
    description = description_of(tree.root)
    targets = {target["name"]: target for target in description["targets"]}
    levels = levels_of(tree)
    problems = [f"{PAGE} lists {name}, which is not a target"
                for name in sorted(levels.keys() - targets.keys())]
    if list(levels.values()) != sorted(levels.values(), reverse=True):
        problems.append(f"{PAGE}: the table does not go from the highest level to the lowest")
    for name, target in targets.items():
        if target["type"] == "test":
            continue
        if name not in levels:
            problems.append(f"{name} has no level; add it to the table in {PAGE}")
            continue
        for other in sorted(next(iter(d.values()))[0] for d in target["dependencies"]):
            if levels.get(other, -1) >= levels[name]:
                problems.append(f"{name} (level {levels[name]}) depends on {other}"
                                f" (level {levels[other]}); dependencies go down only")
    imports = {}
    for path in tree.matching(r"Sources/.*\.swift$"):
        for name in PUBLIC_IMPORT.findall(tree.text(path)):
            imports.setdefault(path.split("/")[1], set()).add(name)
            if C_MODULE.match(name):
                problems.append(f"{path}: {name} must not appear in public signatures")
    for product in description.get("products", []):
        if "library" in product["type"]:
            shown = set().union(*(imports.get(target, set()) for target in product["targets"]))
            problems += [f"product {product['name']} lacks {name}, which its interface uses"
                         for name in sorted(shown & targets.keys() - set(product["targets"]))]
    return problems, f"{len(targets)} targets"


_TABLE = """## Targets
| level | target | contents |
|--:|---|---|
| 4 | `LandmarkTasks` | tasks |
| 3 | `LandmarkTestSupport` | for tests |
| 2 | `LandmarkModelFile`, `LandmarkImaging` | models and images |
| 1 | `LandmarkCore` | values |
| 0 | `CPNG` | PNG |
"""


def _package(**dependencies):
    # Targets that an example does not mention exist, and depend on nothing.
    every = dict.fromkeys(re.findall(r"`(\w+)`", _TABLE), []) | dependencies
    return {PAGE: _TABLE, "package.json": json.dumps({
        "products": [{"name": "P", "type": {"library": []}, "targets": ["LandmarkImaging"]}],
        "targets": [{"name": name, "type": "regular",
                     "dependencies": [{"byName": [d, None]} for d in needed]}
                    for name, needed in every.items()]})}


EXAMPLES = [
    ("down", _package(LandmarkCore=[], LandmarkImaging=["LandmarkCore"]), None),
    ("up", _package(LandmarkCore=["LandmarkTasks"], LandmarkTasks=[]), "go down only"),
    ("sideways", _package(LandmarkImaging=["LandmarkModelFile"], LandmarkModelFile=[]),
     "go down only"),
    ("a new target without a level", _package(LandmarkNew=[]), "no level"),
    ("a level without a target",
     _package() | {PAGE: _TABLE + "| 0 | `CZlib` | zlib |\n"}, "not a target"),
    ("a table in disorder",
     _package(CZlib=[]) | {PAGE: _TABLE.replace("|--:", "| 0 | `CZlib` | zlib |\n|--:")}, "from the highest"),
    ("C in a public signature",
     _package(CPNG=[], LandmarkImaging=["CPNG"])
     | {"Sources/LandmarkImaging/A.swift": "public import CPNG\n"}, "public signatures"),
    ("a product without a module of its interface",
     _package(LandmarkCore=[], LandmarkImaging=["LandmarkCore"])
     | {"Sources/LandmarkImaging/A.swift": "public import LandmarkCore\n"}, "lacks LandmarkCore"),
]
