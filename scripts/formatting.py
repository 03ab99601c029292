"""Gate: `swift format lint --strict` accepts every Swift file, so layout is never under review."""

import subprocess


def check(tree):
    files = tree.matching(r".*\.swift$")
    command = ["swift", "format", "lint", "--strict", "--parallel"]
    if (tree.root / ".swift-format").is_file():
        command += ["--configuration", str(tree.root / ".swift-format")]
    done = subprocess.run([*command, *files], cwd=tree.root, capture_output=True, text=True)
    problems = [line for line in done.stderr.splitlines() if ": error:" in line]
    if done.returncode and not problems:
        problems = [done.stderr.strip() or f"swift format ended with {done.returncode}"]
    return problems, f"{len(files)} files"


EXAMPLES = [
    ("tidy", {"A.swift": "let a = 1\n"}, None),
    ("a semicolon", {"A.swift": "let a = 1;\n"}, "DoNotUseSemicolons"),
]
