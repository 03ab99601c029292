"""The programs that take turns: each makes runs when told to and answers with what they took."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "Tools" / "bench"
LANDMARK = ROOT / ".build" / "release" / "landmark"
MODELS = ROOT / "models"
# So many of a dead program's last words are shown.
TAIL_LINES = 12


def missing(model):
    """Why a model cannot be taken; None when it is here."""
    return None if (MODELS / model).is_file() else f"{model} is not here"


class SideError(Exception):
    """A program that ended when it should not have."""


class Side:
    """A process that answers “run K”, and ours also “peak”, with a line of JSON."""

    def __init__(self, name, command, processors=None):
        self.name = name
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [str(word) for word in command], text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=self.errors)
        if processors:
            os.sched_setaffinity(self.process.pid, processors)
        self.facts = self.answer()

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise SideError(f"{self.name} ended with {self.process.wait()}{self.last_words()}")
        return json.loads(line)

    def last_words(self):
        self.errors.seek(0)
        lines = self.errors.read().decode(errors="replace").splitlines()[-TAIL_LINES:]
        return "; it said:\n" + "\n".join(f"    {line}" for line in lines) if lines else ""

    def ask(self, words):
        try:
            print(words, file=self.process.stdin, flush=True)
        except BrokenPipeError:
            pass  # Its end of input tells that it is gone, and the exit code.
        return self.answer()

    def run(self, count):
        """Makes runs; `ms` of the answer has the milliseconds of each."""
        return self.ask(f"run {count}")

    def peak(self):
        """The GFLOP/s that one core can do at this moment, in a list; none where not known."""
        return list(self.ask("peak").values())

    def close(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.errors.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Totals:
    """What all runs of one side told."""

    def __init__(self, side):
        self.side = side
        self.values = {"ms": [], "libraryMs": [], "found": []}
        self.processor = 0
        self.resident = None

    def run(self, count):
        answer = self.side.run(count)
        for name, values in self.values.items():
            values += answer.get(name, [])
        self.processor += answer.get("processorMs", 0)
        self.resident = answer.get("residentBytes")

    def row(self):
        runs = max(len(self.values["ms"]), 1)
        row = {name: values for name, values in self.values.items() if values}
        return row | {"processorMs": self.processor / runs, "residentBytes": self.resident}


def take_turns(sides, count, batch):
    """Lets every side make `count` runs, `batch` at a time.

    Returns their totals and what the first side, which must be ours, told of the peak meanwhile.
    """
    totals, peaks = [Totals(side) for side in sides], []
    for side in sides:
        side.run(batch)  # Warm-up; nobody counts it.
    for number in range(-(-count // batch)):
        # Whoever goes first finds the caches as the others left them: take turns at that too.
        for place in range(len(totals)):
            totals[(number + place) % len(totals)].run(batch)
        peaks += sides[0].peak()
    return totals, peaks


def landmark(name, *arguments, processors=None):
    """`landmark bench` as a side."""
    return Side(name, [LANDMARK, "bench", *arguments, "--interactive"], processors)


def python(name, script, options):
    """A program of this folder as a side; it takes its options as JSON."""
    return Side(name, [sys.executable, HERE / script, json.dumps(options, default=str)])


def report(*arguments, processors=None):
    """What `landmark bench` reports as JSON."""
    command = [str(LANDMARK), "bench", *map(str, arguments), "--json", "-", "--quiet"]

    def pin():
        if processors:
            os.sched_setaffinity(0, processors)
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=pin)
    if done.returncode:
        raise SideError(f"{' '.join(command)} ended with {done.returncode}:\n{done.stderr}")
    return json.loads(done.stdout)


def processors():
    """The processors that this process may use, where the system tells; None elsewhere."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None


def processor_count():
    """How many processors this process may use."""
    return len(processors() or range(os.cpu_count() or 1))


def most_threads():
    """The threads that are measured at most: two, where there are two processors for them."""
    return min(2, processor_count())


def cannot_be_two():
    """Why nothing can be measured on just two processors; None when it can."""
    if processor_count() < 2:
        return "there is one processor only"
    if processors() is None and processor_count() != 2:
        return f"this system cannot pin a process to two of its {processor_count()} processors"
    return None


def two_processors():
    """Two processors to pin to; None where there are no more."""
    allowed = processors()
    return set(allowed[:2]) if allowed and len(allowed) > 2 else None
