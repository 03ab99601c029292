"""What a run of the command may leave behind."""

import signal

from scene import OLD
from wholeness import fault

# Exit codes, by the shell's convention if a signal ended the process.
DONE, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130
# Hazards that kill the process outright, after which temporary files may remain.
KILLING = {"kill", "quit", "two signals", "little memory"}


def allowed(hazard, moment=0):
    """The exit codes that fit a hazard, including that of a run that ended before the hazard
    happened."""
    ended = {
        "nothing": {DONE},
        "signal": {INTERRUPTED},
        "silent pipe": {INTERRUPTED},
        "two signals": {INTERRUPTED, -signal.SIGTERM, -signal.SIGINT, -signal.SIGHUP},
        "kill": {-signal.SIGKILL},
        "quit": {-signal.SIGQUIT},
        "closed reader": {DONE},
        "full file": {FAILED},
        "full disk": {FAILED},
        "folder vanishes": {FAILED},
        "no folder": {FAILED},
        "cut input": {FAILED},
        "damaged input": {FAILED},
        "ended input": {FAILED},
        "damaged model": {FAILED},
        "few descriptors": {FAILED},
        # The Swift runtime and the libraries terminate the process if they cannot allocate memory.
        "little memory": {FAILED, -signal.SIGABRT, -signal.SIGSEGV, -signal.SIGILL, -signal.SIGTRAP},
    }[hazard]
    never_done = {"no folder", "silent pipe"}
    codes = ended if hazard in never_done else ended | {DONE}
    if hazard in ("signal", "silent pipe") and moment < 0.2:
        # Before the program has started to watch for signals.
        codes = codes | {-signal.SIGINT, -signal.SIGTERM, -signal.SIGHUP}
    return codes


def judge(scene, outcome):
    """The rules that a run has broken, in words."""
    problems = []
    if outcome.timed_out:
        return ["it did not end"]
    if outcome.code not in allowed(scene.hazard, scene.moment):
        problems.append(f"exit code {outcome.code}")
    if outcome.code in (FAILED, USAGE) and not outcome.errors.strip():
        problems.append("it failed without a message")
    said = outcome.errors.decode(errors="replace")
    if scene.hazard != "little memory" and ("Fatal error" in said or "rogram crashed" in said):
        problems.append("it crashed")
    for file in sorted(file for file in scene.out.rglob("*") if file.is_file()):
        content = file.read_bytes()
        if file.name.endswith(".tmp"):
            if scene.hazard not in KILLING and outcome.code >= 0:
                problems.append(f"{file.name} was left")
        elif content != OLD:
            reason = fault(file.name, content)
            if reason:
                problems.append(f"{file.name}: {reason}")
    if "-" in scene.words and "--json" in scene.words and outcome.code in (DONE, INTERRUPTED):
        if scene.hazard != "closed reader" and fault("-.jsonl", outcome.output):
            problems.append("standard output does not end with a whole line")
    return problems


def self_test():
    """Planted faults that the rules must find, and complete files that they must accept."""
    whole = {
        "a.jsonl": b'{"a":1}\n', "a.csv": b"a,b\n", "a.png": b"....IEND....",
        "a.html": b"<html></html>\n", "a.mp4": b"\0\0\0\x08ftyp\0\0\0\x08moov",
    }
    broken = {
        "a.jsonl": b'{"a":1}\n{"a"', "a.csv": b"a,b\n1", "a.png": b"....IDAT....",
        "a.html": b"<html>", "a.mp4": b"\0\0\0\x08ftyp\0\0\0\x10mdat",
    }
    problems = [f"a whole {name} is not accepted" for name, data in whole.items() if fault(name, data)]
    return problems + [
        f"a broken {name} is accepted" for name, data in broken.items() if not fault(name, data)]
