"""Gate: `swift format` finds nothing to say about any Swift file."""

import subprocess


def check(tree):
    files = tree.matching(suffixes=[".swift"])
    if not files:
        return [], "no Swift files"
    command = ["swift", "format", "lint", "--strict", "--parallel"]
    configuration = tree.root / ".swift-format"
    if configuration.is_file():
        command += ["--configuration", str(configuration)]
    done = subprocess.run([*command, *files], cwd=tree.root, capture_output=True, text=True)
    problems = [line for line in done.stderr.splitlines() if ": error:" in line]
    if done.returncode and not problems:
        problems = [done.stderr.strip() or f"swift format ended with {done.returncode}"]
    return problems, f"{len(files)} files"


EXAMPLES = [
    ("tidy", {"Sources/A/A.swift": "let a = 1\n"}, None),
    ("a semicolon", {"Sources/A/A.swift": "let a = 1;\n"}, "DoNotUseSemicolons"),
    ("a force unwrap",
     {"Sources/A/A.swift": "let a = Int(\"1\")!\n",
      ".swift-format": '{"version": 1, "rules": {"NeverForceUnwrap": true}}'},
     "NeverForceUnwrap"),
]
