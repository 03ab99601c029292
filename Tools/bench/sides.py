"""The programs that take turns: each makes runs on request and returns their times."""

import functools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import commands
from repository import MODELS, PROGRAM

HERE = pathlib.Path(__file__).resolve().parent


def missing(model):
    """Why a model cannot be used; None if it is available."""
    return None if (MODELS / model).is_file() else f"{model} is not here"


class SideError(Exception):
    """A side that ended too early."""


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
            raise SideError(f"{self.name} ended with {self.process.wait()}{self.last_lines()}")
        return json.loads(line)

    def last_lines(self):
        self.errors.seek(0)
        lines = self.errors.read().decode(errors="replace").splitlines()[-commands.LINES:]
        return "; it printed:\n" + "\n".join(f"    {line}" for line in lines) if lines else ""

    def ask(self, words):
        try:
            print(words, file=self.process.stdin, flush=True)
        except BrokenPipeError:
            pass  # The program ended; reading its response reports how.
        return self.answer()

    def run(self, count):
        """Makes runs; `ms` of the answer has the milliseconds of each."""
        return self.ask(f"run {count}")

    def peak(self):
        """The GFLOP/s of one core and, if the work has several threads, of two threads together.

        Empty if this build cannot measure them.
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
    """The responses of one side as one row."""
    row = {}
    for name in ("ms", "libraryMs", "found"):
        values = [value for answer in answers for value in answer.get(name, ())]
        if values:
            row[name] = values
    processor = sum(answer.get("processorMs", 0) for answer in answers)
    return row | {"processorMs": processor / max(len(row.get("ms", ())), 1),
                  "residentBytes": answers[-1].get("residentBytes")}


def batches(made, runs):
    """Turns of `runs` runs for each side, after warming all sides up."""
    for side in made.values():
        side.run(runs)
    return {name: (side, runs) for name, side in made.items()}


def take_turns(turns, rounds, host, peak=None):
    """Lets every side of {name: (side, runs)} make its runs in each round.

    Returns the answers of the rounds that count, by name, and the facts on the rounds. Without
    `peak`, the first side must be ours, with several threads if any side has them: it measures the
    peaks.
    """
    first, _ = next(iter(turns.values()))
    calls = {name: functools.partial(side.run, runs) for name, (side, runs) in turns.items()}
    taken = host.run_rounds(rounds, calls, peak or first.peak)
    return ({name: [each.answers[name] for each in taken.counted] for name in turns},
            taken.facts())


def landmark(name, *arguments, processors=None):
    """`landmark bench` as a side."""
    return Side(name, [PROGRAM, "bench", *arguments, "--interactive"], processors)


def python(name, script, options):
    """A program of this folder as a side; it takes its options as JSON."""
    return Side(name, [sys.executable, HERE / script, json.dumps(options, default=str)])


def report(*arguments):
    """The report of `landmark bench` as JSON."""
    return json.loads(commands.output(PROGRAM, "bench", *arguments, "--json", "-", "--quiet"))


def costs(count, side_by_side):
    """What commands that run side by side cost, each of `count` times, as process.py reports it."""
    words = [json.dumps(list(map(str, command))) for command in side_by_side]
    return json.loads(commands.output(sys.executable, HERE / "process.py", count, *words))


def processors():
    """The processors that this process may use; None if the system does not report them."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None


def processor_count():
    """The number of processors that this process may use."""
    return len(processors() or range(os.cpu_count() or 1))


def most_threads():
    """The maximum number of threads that are measured: two if there are two processors, otherwise
    one."""
    return min(2, processor_count())


def two_processors_problem():
    """Why nothing can be measured on exactly two processors; None if it can."""
    if processor_count() < 2:
        return "there is one processor only"
    if processors() is None and processor_count() != 2:
        return f"this system cannot pin a process to two of its {processor_count()} processors"
    return None


def two_processors():
    """Two processors to pin a process to; None if there are no more than two."""
    allowed = processors()
    return set(allowed[:2]) if allowed and len(allowed) > 2 else None
