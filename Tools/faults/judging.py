"""What a run with a fault may leave behind."""

import re

from wholeness import fault
from scenes import OLD

# The kinds of calls, with what a message may call their failure: the system's words, or a library's.
FACTS = {
    "open": r"Too many open files|unable to open database file|readonly database",
    "read": r"Input/output error|disk I/O error|malformed",
    "write": r"No space left on device|no space is left|database or disk is full|disk I/O error",
    "fsync": r"Input/output error|disk I/O error",
    "rename": r"Input/output error",
    "mmap": r"memory|disk I/O error",
    "malloc": r"memory|malloc|Error splitting|get_buffer|can be decoded",
    "pthread_create": r"Resource temporarily unavailable|thread",
    "clock_gettime": r"clock|Invalid argument",
    "close": r"Input/output error|disk I/O error",
    "ftruncate": r"Input/output error|disk I/O error",
    "mkdir": r"No space left on device",
    "stat": r"Input/output error|disk I/O error|unable to open database file",
    "readdir": r"Input/output error",
}
LEGAL = ("short", "interrupted")
# What the command says when an input has ended early.
INPUT_ERROR = re.compile(r"landmark: /in\S* (cannot be|is damaged)|^incomplete: ", re.MULTILINE)

# The outcomes of a run.
UNHARMED = "unharmed"
TOLD = "told"
FAILED = "failed"
OTHER_FONT = "other font"
OUT_OF_MEMORY = "out of memory"
ENDED = "ended by a library"
WRONG = "wrong"
UNREACHED = "unreached"


class Run:
    """A run that has ended: its exit code, what it wrote, and its fault as the preloaded library reports it."""

    def __init__(self, code, output, errors, contents, report, leftovers):
        self.code, self.output, self.errors, self.contents = code, output, errors, contents
        self.leftovers = leftovers
        # The first fault, and the stacks of all.
        self.fault, self.stacks, self.calls = None, [], {}
        for line in report.splitlines():
            words = line.split(" ")
            if words[0] == "fault":
                self.fault = self.fault or line
            elif words[0] == "stack":
                self.stacks.append(words[1:])
            elif words[0] == "calls":
                self.calls[words[1]] = int(words[2])


def is_kept_part(path):
    """Whether a file is one that keeps the lines before an error, beside the final name."""
    return re.search(r"\.partial(-\d+)?\.\w+$", path)


def told(run, clean):
    """The lines of standard error that a clean run does not have."""
    usual = set(clean.errors.splitlines())
    return [line for line in run.errors.splitlines() if line not in usual and not re.match(r"\d+ (frames|images)", line)]


def lacks_only_inputs(run, clean, path):
    """Whether a text has all lines of a clean run, except those of inputs that are reported as incomplete."""
    incomplete = [name.encode() for name in re.findall(r"^incomplete: \S*/(\S+)$", run.errors, re.MULTILINE)]
    rest = iter(run.contents[path].splitlines())
    line = next(rest, None)
    for expected in clean.contents.get(path, b"").splitlines():
        if line == expected:
            line = next(rest, None)
        elif not any(name in expected for name in incomplete):
            return False
    return line is None and bool(incomplete)


def states_its_end(path, content):
    """Whether a file is a report, which says at its top that an error ended it; the picture of one is not read."""
    return path.endswith("r.png") or (path.endswith(".html") and b"the report so far" in content)


def draws_text(run):
    """Whether the fault happened in the system's libraries for fonts, which do without what they cannot read."""
    return any(frame.startswith(("libfontconfig", "libfreetype")) for stack in run.stacks for frame in stack)


def spoiled(run, clean, scene):
    """The outputs that are neither old nor complete."""
    for path, content in run.contents.items():
        if is_kept_part(path) or content == clean.contents.get(path):
            continue
        if path.endswith((".jsonl", ".csv")) and lacks_only_inputs(run, clean, path):
            continue
        is_whole = fault(path, content) is None and content != b""
        if is_whole and f"{path.removeprefix('out')} remains fragmented" in run.errors:
            continue
        # After an error of an input, outputs end with its last frame; reports say so after every error.
        if is_whole and run.code == 1 and INPUT_ERROR.search(run.errors):
            continue
        if is_whole and run.code == 1 and states_its_end(path, content):
            continue
        if draws_text(run) and path.endswith((".png", ".jpg", ".mp4")):
            continue
        if content != clean.before.get(path) and not scene.accepts(run, path):
            yield path
    yield from (path for path in clean.before if path not in run.contents)


def judge(run, clean, kind, how, program, scene):
    """The outcome of a run, and the rules that it breaks."""
    if run.fault is None:
        return UNREACHED, []
    problems = [f"{path} was left" for path in run.leftovers] if run.code is not None and run.code >= 0 else []
    run.told = told(run, clean)
    spoiled_paths = list(spoiled(run, clean, scene))
    if run.code is None:
        return WRONG, ["it did not end"]
    if run.code < 0:
        ended = program.ending(run.stacks, kind, run.errors)
        if not ended:
            problems.append(f"a signal ended it: {-run.code}")
        problems += [f"{path} is incomplete" for path in spoiled_paths]
        return WRONG if problems else ended, problems
    message = "\n".join(run.told)
    if run.code == clean.code:
        same = run.output == clean.output and run.contents == clean.contents
        if not same and draws_text(run):
            return (WRONG if spoiled_paths else OTHER_FONT), [f"{path} is incomplete" for path in spoiled_paths]
        if not same and (how in LEGAL or not message):
            changed = sorted(path for path in {*run.contents, *clean.contents}
                             if run.contents.get(path) != clean.contents.get(path)
                             and not (path in run.contents and scene.accepts(run, path)))
            changed += ["standard output"] if run.output != clean.output else []
            problems += [f"it succeeded with other results: {', '.join(changed)}"] if changed else []
        problems += [f"{path} is incomplete" for path in spoiled_paths]
        return (WRONG if problems else UNHARMED if same else TOLD), problems
    if how in LEGAL:
        problems.append(f"a call that the system may make fails ended it with exit code {run.code}")
    if run.code not in (1, 2):
        problems.append(f"exit code {run.code}")
    # A message about standard error cannot be written there.
    if " 2:" not in run.fault and not re.search(FACTS[kind], message):
        problems.append(f"its message does not state what failed: {message!r}" if message else "it failed without a message")
    if "Fatal error" in run.errors or "Traceback" in run.errors:
        problems.append("it crashed")
    problems += [f"{path} is incomplete" for path in spoiled_paths]
    return (WRONG if problems else FAILED), problems


def self_test():
    """Planted runs that the rules must find wrong or right; returns what they miss."""
    class Nothing:
        def accepts(self, run, path):
            return False

        def ending(self, stacks, kind, errors):
            return OUT_OF_MEMORY if stacks == [["swift"]] and kind == "malloc" else None

    def run(code, errors="", contents=None, report="fault write 1 x\nstack swift", leftovers=()):
        made = Run(code, b"", errors, {"a": b"new"} if contents is None else contents, report, leftovers)
        made.before = {"a": OLD}
        return made

    clean = run(0)
    full = "landmark: a: No space left on device"
    planted = [
        (run(0), "write", "once", UNHARMED), (run(0, contents={"a": b"ne"}), "write", "once", WRONG),
        (run(0, contents={"a": OLD}), "write", "once", WRONG),
        (run(0, full, {"a": OLD}), "write", "once", TOLD), (run(0, full, {"a": OLD}), "write", "short", WRONG),
        (run(1, full, {"a": OLD}), "write", "once", FAILED), (run(1, full, {"a": OLD}), "write", "short", WRONG),
        (run(1, "", {"a": OLD}), "write", "once", WRONG), (run(1, "landmark: failed", {"a": OLD}), "write", "once", WRONG),
        (run(1, full, {"a": b"n"}), "write", "once", WRONG), (run(1, full, {}), "write", "once", WRONG),
        (run(1, full, {"a": OLD, "a.partial.csv": b"n"}), "write", "once", FAILED),
        (run(1, full, {"a": OLD}, leftovers=["a.tmp"]), "write", "once", WRONG),
        (run(-6, "", {"a": OLD}), "write", "once", WRONG), (run(-6, "", {"a": OLD}), "malloc", "once", OUT_OF_MEMORY),
        (run(-6, "", {"a": b"n"}), "malloc", "once", WRONG),
        (run(-11, "", {"a": OLD}, "fault malloc 1 x\nstack c"), "malloc", "once", WRONG),
        (run(None), "write", "once", WRONG), (run(0, report=""), "write", "once", UNREACHED),
    ]
    return [f"planted run {number}: expected {expected}, got {got[0]}"
            for number, (made, kind, how, expected) in enumerate(planted)
            if (got := judge(made, clean, kind, how, Nothing(), Nothing()))[0] != expected]
