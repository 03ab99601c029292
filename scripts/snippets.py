"""Gate: every block of Swift in every page compiles by itself.

A reader copies a block into a file. Each is therefore compiled as a file, with its own imports, in Swift 6,
against the modules of the release build. Blocks for apps need Apple's frameworks;
`Tools/apple-declarations/check samples` compiles those.
"""

import os
import pathlib
import re
import subprocess
import tempfile
import textwrap
from concurrent import futures

import symbol_graphs

BLOCK = re.compile(r"^( *)```swift\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
# CONTRIBUTING.md quotes a calculator of the package, word for word; a test compares both.
QUOTE = re.compile(r"struct PacketPresenceCalculator")
# The sign of a block for apps.
FOR_APPS = re.compile(r"^import (LandmarkApple|DriverMonitoringGraph)$", re.MULTILINE)
TYPE = re.compile(r"^(?:final )?(?:struct|class|enum|actor) (\w+)", re.MULTILINE)
ERROR = re.compile(r"^\S+\.swift:(\d+):\d+: (?:error|warning): (.*)", re.MULTILINE)


def blocks(tree):
    """The page, first line and code of each block."""
    for page in tree.matching(r".*\.md$"):
        text = tree.text(page)
        for match in BLOCK.finditer(text):
            code = textwrap.dedent(match[2])
            if not QUOTE.search(code):
                yield page, text[:match.start()].count("\n") + 2, code


def compile_one(flags, block, others):
    """The problems of a block, one per line.

    The block may use declarations from other blocks of its page.
    """
    page, first, code = block
    with tempfile.TemporaryDirectory() as folder:
        files = [pathlib.Path(folder) / "main.swift"]
        files[0].write_text(code, encoding="utf-8")
        for other in others:
            files.append(pathlib.Path(folder) / f"Other{len(files)}.swift")
            files[-1].write_text(other, encoding="utf-8")
        done = subprocess.run(
            ["swiftc", "-typecheck", "-swift-version", "6", *flags, *map(str, files)],
            capture_output=True, text=True)
    found = [f"{page}:{first + int(line) - 1}: {reason}"
             for line, reason in ERROR.findall(done.stderr)]
    return found or ([f"{page}:{first}: {done.stderr.strip()}"] if done.returncode else [])


def declared_beside(block, every):
    """The other blocks of a block's page that declare a type that this one uses."""
    page, first, code = block
    return [other for place, line, other in every if place == page and line != first
            and any(re.search(rf"\b{name}\b", code) for name in TYPE.findall(other))]


def check(tree):
    every = list(blocks(tree))
    here = [block for block in every if not FOR_APPS.search(block[2])]
    try:
        # A planted tree is not a package, and its blocks import none of its modules.
        is_package = (tree.root / "Package.swift").exists()
        flags = symbol_graphs.compiler_flags() if is_package else []
    except symbol_graphs.Unavailable as problem:
        return [], f"SKIPPED: {problem}"
    with futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        problems = sum(pool.map(
            lambda block: compile_one(flags, block, declared_beside(block, here)), here), [])
    return problems, f"{len(here)} blocks, and {len(every) - len(here)} for apps elsewhere"


EXAMPLES = [
    ("code with its import", {"A.md": "```swift\nlet a: Int = 1\nprint(a)\n```\n"}, None),
    ("code for apps", {"A.md": "```swift\nimport LandmarkApple\nlet a = b\n```\n"}, None),
    ("a name from nowhere", {"A.md": "# A\n\n```swift\nlet a = frames\n```\n"},
     "A.md:4: cannot find 'frames' in scope"),
]
