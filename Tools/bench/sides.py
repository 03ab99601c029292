"""The programs that take turns: each makes runs when told to and answers with what they took."""

import functools
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
        """The GFLOP/s of one core at this moment and, of several threads, of two together.

        None at all where this is not known.
        """
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


def total(answers):
    """What all runs of one side told."""
    row = {}
    for name in ("ms", "libraryMs", "found"):
        values = [value for answer in answers for value in answer.get(name, ())]
        if values:
            row[name] = values
    processor = sum(answer.get("processorMs", 0) for answer in answers)
    return row | {"processorMs": processor / max(len(row.get("ms", ())), 1),
                  "residentBytes": answers[-1].get("residentBytes")}


def batches(made, runs):
    """Turns of so many runs for each side, all of which are warm now."""
    for side in made.values():
        side.run(runs)
    return {name: (side, runs) for name, side in made.items()}


def take_turns(turns, rounds, host):
    """Lets every side of {name: (side, runs)} make its runs in each of so many rounds.

    Returns the answers of the rounds that count, by name, and what a row tells of its rounds. The
    first side must be ours, and have several threads if any has: it tells the peaks.
    """
    first, _ = next(iter(turns.values()))
    calls = {name: functools.partial(side.run, runs) for name, (side, runs) in turns.items()}
    taken = host.take(rounds, calls, first.peak)
    return ({name: [each.answers[name] for each in taken.counted] for name in turns},
            taken.facts())


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
