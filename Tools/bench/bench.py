"""Times every network against LiteRT, every task against MediaPipe, and the command as a whole.

The sides take turns in one run, round by round, so that a machine that slows down slows all.
Neither side's time holds the copying of inputs. LiteRT computes all outputs of a network; ours
computes those that the task needs, and all of them in the rows marked so. `tasks.py` says how
tasks are timed.

usage: Tools/bench/bench [--rounds N] [--frames N] [--only TEXT] [--publish]
"""

import argparse
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import time
import zipfile

import numpy
from ai_edge_litert.interpreter import Interpreter

import tasks
from sides import LANDMARK, MODELS, ROOT, Side

REPORT = ROOT / "demo" / "bench.md"
PUBLISHED = ROOT / "docs" / "benchmarks.md"
MARKS = ("<!-- measured: begin -->\n", "<!-- measured: end -->\n")
# The time each side gets in a round.
SECONDS = 0.15
NO_MASK = [0, 1, 3, 4]

# (row, bundle, entry, outputs or None for all, at most this part of LiteRT's time)
NETWORKS = [
    ("hand detector", "hand_landmarker", "hand_detector", None, 0.75),
    ("hand landmarks", "hand_landmarker", "hand_landmarks_detector", None, 0.80),
    ("pose detector", "pose_landmarker_full", "pose_detector", None, 0.75),
    ("pose landmarks lite, no mask", "pose_landmarker_lite", "pose_landmarks_detector",
     NO_MASK, 0.60),
    ("pose landmarks full, no mask", "pose_landmarker_full", "pose_landmarks_detector",
     NO_MASK, 0.60),
    ("pose landmarks full, all outputs", "pose_landmarker_full", "pose_landmarks_detector",
     None, None),
    ("pose landmarks heavy, no mask", "pose_landmarker_heavy", "pose_landmarks_detector",
     NO_MASK, 0.60),
    ("face detector", "face_landmarker", "face_detector", None, 0.60),
    ("face landmarks", "face_landmarker", "face_landmarks_detector", None, 0.60),
    ("face blendshapes", "face_landmarker", "face_blendshapes", None, None),
]
LOAD_LIMIT = 60
PROCESS_LIMIT = 250
MEMORY_LIMIT = 120


class LiteRT:
    """A network in LiteRT, on noise."""

    def __init__(self, content, threads):
        self.interpreter = Interpreter(model_content=content, num_threads=threads)
        self.interpreter.allocate_tensors()
        noise = numpy.random.default_rng(1)
        for detail in self.interpreter.get_input_details():
            values = noise.random(detail["shape"], dtype=numpy.float32)
            self.interpreter.set_tensor(detail["index"], values)

    def run(self, count):
        """The milliseconds of each of `count` runs."""
        times = []
        for _ in range(count):
            start = time.perf_counter()
            self.interpreter.invoke()
            times.append((time.perf_counter() - start) * 1e3)
        return times


def ours(bundle, entry, outputs, threads):
    """The same network in LandmarkKit, in a process that runs when told to."""
    command = [str(LANDMARK), "bench", "network", f"{bundle}:{entry}", "--interactive",
               "--threads", str(threads)]
    if outputs is not None:
        command += ["--outputs", ",".join(map(str, outputs))]
    return Side(command)


def entry_of(bundle, name):
    """The full name and the bytes of a bundle's entry."""
    with zipfile.ZipFile(bundle) as archive:
        full = next(n for n in archive.namelist() if n.split(".")[0] == name)
        return full, archive.read(full)


def runs_in_a_round(side):
    """How many runs fit in a round."""
    side.run(3)
    return max(3, round(SECONDS * 1e3 / max(statistics.median(side.run(5)), 1e-3)))


def compare(row, bundle, entry, outputs, threads, rounds):
    """Medians over all runs of all rounds: ours, then LiteRT's."""
    path = MODELS / f"{bundle}.task"
    full, content = entry_of(path, entry)
    sides = [ours(path, full, outputs, threads), LiteRT(content, threads)]
    counts = [runs_in_a_round(side) for side in sides]
    times = [[], []]
    for number in range(rounds):
        # Whoever goes first finds the caches as the other left them: take turns at that too.
        for index in (0, 1) if number % 2 else (1, 0):
            times[index] += sides[index].run(counts[index])
    sides[0].close()
    return [statistics.median(t) for t in times]


def network_table(rounds, only):
    yield "| network | threads | LandmarkKit ms | LiteRT ms | ours ÷ LiteRT | at most |"
    yield "|---|--:|--:|--:|--:|--:|"
    for row, bundle, entry, outputs, limit in NETWORKS:
        if only not in row:
            continue
        if not (MODELS / f"{bundle}.task").is_file():
            yield f"| {row} | | skipped: {bundle}.task is not here | | | |"
            continue
        for threads in (1, 2):
            mine, theirs = compare(row, bundle, entry, outputs, threads, rounds)
            ratio = mine / theirs
            verdict = "" if limit is None else f"{limit:.2f}{'' if ratio <= limit else ' MISSED'}"
            yield f"| {row} | {threads} | {mine:.3f} | {theirs:.3f} | {ratio:.2f} | {verdict} |"


def load_table():
    yield "| bundle to networks ready to run | ms (median of 9) | at most |"
    yield "|---|--:|--:|"
    for path in sorted(MODELS.glob("*.task")):
        printed = subprocess.run([str(LANDMARK), "bench", "load", str(path), "--runs", "9"],
                                 check=True, capture_output=True, text=True).stdout
        median = statistics.median(map(float, printed.split()))
        yield f"| {path.name} | {median:.1f} | {verdict(median, LOAD_LIMIT)} |"


def verdict(value, limit):
    return f"{limit}{'' if value <= limit else ' MISSED'}"


def process_table():
    """The command on one picture, from start to end: wall time and largest memory."""
    yield "| command, whole process | ms (median of 9) | at most | peak MB | at most |"
    yield "|---|--:|--:|--:|--:|"
    picture = str(ROOT / "footage" / "astronaut.png")
    for task in ("hand", "pose", "face"):
        printed = subprocess.run(
            [sys.executable, str(ROOT / "Tools" / "bench" / "process.py"), "9", str(LANDMARK),
             task, picture, "--json", "/dev/null"],
            check=True, stdout=subprocess.PIPE, text=True).stdout
        walls, peaks = zip(*json.loads(printed))
        wall, peak = statistics.median(walls), max(peaks)
        yield (f"| landmark {task} astronaut.png | {wall:.0f} | {verdict(wall, PROCESS_LIMIT)} |"
               f" {peak:.0f} | {verdict(peak, MEMORY_LIMIT)} |")


def processor():
    """The processor's name as the system tells it."""
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
        name = next(x.split(":", 1)[1].strip() for x in lines if x.startswith("model name"))
    except (OSError, StopIteration):
        name = platform.processor() or platform.machine()
    return f"{name}, {os.cpu_count()} processors"


def report(rounds, frames, only):
    doctor = subprocess.run([str(LANDMARK), "doctor"], capture_output=True, text=True).stdout
    chosen = next((x.split()[-1] for x in doctor.splitlines() if x.startswith("chosen")), "?")
    yield (f"{processor()}; kernels: {chosen}; LiteRT 2.3.0, {rounds} rounds;"
           f" MediaPipe 1.2.2, {frames} frames")
    yield ""
    yield from tasks.task_table(frames, only)
    yield ""
    yield from network_table(rounds, only)
    if not only:
        yield ""
        yield from load_table()
        yield ""
        yield from process_table()
        yield ""
        yield from tasks.picture_table()


def publish(text):
    """Puts the report between the marks in the documentation."""
    whole = PUBLISHED.read_text()
    head, rest = whole.split(MARKS[0])
    tail = rest.split(MARKS[1])[1]
    PUBLISHED.write_text(head + MARKS[0] + text + MARKS[1] + tail)
    print(f"bench: put into {PUBLISHED.relative_to(ROOT)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--frames", type=int, default=200)
    parser.add_argument("--only", default="", metavar="TEXT", help="rows with TEXT in them")
    parser.add_argument("--publish", action="store_true", help="put the tables into docs/")
    arguments = parser.parse_args()
    lines = []
    for line in report(arguments.rounds, arguments.frames, arguments.only):
        print(line, flush=True)
        lines.append(line)
    if not arguments.only:
        REPORT.parent.mkdir(exist_ok=True)
        REPORT.write_text("\n".join(lines) + "\n")
        print(f"\nbench: written to {REPORT.relative_to(ROOT)}")
        if arguments.publish:
            publish(f"{time.strftime('%d %b %Y')}: {REPORT.read_text()}")


if __name__ == "__main__":
    main()
