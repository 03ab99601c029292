"""Runs built tests in a process. Tools have a link to this file next to their own."""

import os
import pathlib
import re
import subprocess
import time

import events

# The beginnings of lines in which the test runner reports progress.
PROGRESS = ("◇", "✔", "↳", "➜", "Another instance of SwiftPM")
# The files that Swift, pytest, Ray and ONNX Runtime leave in the temporary folder.
THEIRS = re.compile(r"Temporary(Directory|File)\.|_.*\.lock$|pytest-of-|ray$|\.ses$")


def left_in(folder, title):
    """Prints and returns the names of what a run left in its temporary folder."""
    names = sorted(path.name for path in folder.iterdir() if not THEIRS.match(path.name))
    for name in names:
        print(f"{title}: left in the temporary folder: {name}", flush=True)
    return names


def ended(code, tests):
    """Whether a run reached its end, with or without failed tests: both test runners then exit with 1 or 0.

    Before Swift 6.3, a run with canceled tests exits with 1, too.
    """
    outcomes = {outcome for outcome, _, _ in tests.values()}
    expected = [1] if "failed" in outcomes else [0, 1] if "skipped" in outcomes else [0]
    return bool(tests) and code in expected


def run(title, command, selection, logs, folder, root, environment={}):
    """Runs the tests that are selected, one after another, with a temporary folder of their own.

    `command` starts the built tests. Returns whether the run was complete, that is, went to its end and left no
    files, and the outcome of each test.
    """
    logs.mkdir(parents=True, exist_ok=True)
    name = re.sub(r"[^\w-]+", "-", title)
    log, stream = logs / f"{name}.log", logs / f"{name}.jsonl"
    stream.unlink(missing_ok=True)
    temporary = pathlib.Path(folder) / name
    temporary.mkdir()
    words = [*command, "--no-parallel", "--event-stream-version", "0",
             "--event-stream-output-path", stream, *selection]
    start = time.monotonic()
    with open(log, "w", encoding="utf-8") as output:
        code = subprocess.run([str(word) for word in words], cwd=root, stdin=subprocess.DEVNULL, stdout=output,
                              stderr=subprocess.STDOUT,
                              env=os.environ | environment | {"TMPDIR": str(temporary)}).returncode
    tests = events.read(stream)
    print(f"{title}: {len(tests)} tests, {time.monotonic() - start:.0f} s", flush=True)
    text = log.read_text(encoding="utf-8", errors="replace").splitlines()
    for line in text[-40:] if code and not any("✘" in x for x in text) else text:
        if line.strip() and not line.startswith(PROGRESS) and not line.endswith(" started."):
            print(f"  {line}", flush=True)
    return not left_in(temporary, title) and ended(code, tests), tests
