"""Gate: `swift format lint --strict` accepts every Swift file, so layout is never under review."""

import subprocess


def lint(tree, files, configuration):
    """The problems that `swift format` reports in files."""
    command = ["swift", "format", "lint", "--strict", "--parallel"]
    if configuration:
        command += ["--configuration", str(tree.root / configuration)]
    done = subprocess.run([*command, *files], cwd=tree.root, capture_output=True, text=True)
    problems = [line for line in done.stderr.splitlines() if ": error:" in line]
    if done.returncode and not problems:
        problems = [done.stderr.strip() or f"swift format ended with {done.returncode}"]
    return problems


def check(tree):
    # A folder may have its own rules; the longest path is the nearest.
    configurations = sorted(tree.matching(r"(.*/)?\.swift-format$"), key=len, reverse=True)
    rest = tree.matching(r".*\.swift$")
    total, problems = len(rest), []
    for configuration in [*configurations, None]:
        folder = (configuration or "").removesuffix(".swift-format")
        files = [f for f in rest if f.startswith(folder)]
        rest = [f for f in rest if not f.startswith(folder)]
        if files:
            problems += lint(tree, files, configuration)
    return problems, f"{total} files"


EXAMPLES = [
    ("tidy", {"A.swift": "let a = 1\n"}, None),
    ("a folder's own rules",
     {"A.swift": "let a = 1\n", "b/B.swift": "let a = 1;\n",
      "b/.swift-format": '{"version": 1, "rules": {"DoNotUseSemicolons": false}}'}, None),
    ("a semicolon", {"A.swift": "let a = 1;\n"}, "DoNotUseSemicolons"),
]
