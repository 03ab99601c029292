#!/usr/bin/env python3
"""Checks that the benchmark detects disturbed rows, missed targets, differing sides, and bad files.

usage: Tools/bench/self_test.py

Nothing is measured: every row is invented.
"""

import pathlib
import sys
import tempfile

import bench
import clips
import disturbance
import host
import job_clips
import job_tables
import jobs
import process
import summary
import tables
from host import Host
from repository import FOOTAGE, ROOT

BEST = 104


def network(one, two, peaks=(104,) * 14):
    """A network's row of seven rounds, with one thread and with two."""
    parts = [{"threads": threads, "rounds": 7, "ours": rounds, "peaks": list(peaks)}
             for threads, rounds in ((1, one), (2, two))]
    return {"name": "made up", "taken": 0.01, "threads": parts}


def streams(*times):
    return {"name": "made up", "taken": None, "streams": 4, "one": [100] * len(times),
            "several": [100 * each for each in times], "peaks": [103, 104, 105]}


def job(ours, theirs, mine=(1,) * 100, others=(1,) * 100):
    """A whole job's row of runs that took these seconds and found these numbers in each frame."""
    def side(seconds, counts):
        return {"ms": [1e3 * each for each in seconds], "processorMs": [1e3] * len(seconds),
                "peakMB": [100] * len(seconds), "bytes": {"jsonl": 1, "mp4": 0},
                "found": [["a.mp4", frame, count] for frame, count in enumerate(counts)]}
    return {"name": "made up", "task": "pose", "clip": "a.mp4", "isFolder": False, "videos": 1,
            "taken": 0.01, "peaks": [104] * 10, "atLeast": 4.0, "processorAtMost": 0.6,
            "sides": {"ours": side(ours, mine), "theirs": side(theirs, others)}}


# (description, row, whether it is disturbed)
ROWS = [
    ("a quiet network", network([10] * 7, [5.1] * 7), False),
    ("two threads at twice as fast", network([10] * 7, [4.95] * 7), False),
    ("two threads at 2.23 times as fast", network([10.76] * 7, [4.815] * 7), True),
    ("a core 4 % slower during half of the rounds",
     network([10] * 7, [5.1] * 7, [104] * 6 + [99.8] * 8), True),
    ("a core slower once", network([10] * 7, [5.1] * 7, [104] * 13 + [60]), False),
    ("rounds far apart", network([10, 10, 12, 12, 12, 10, 13], [5.5] * 7), True),
    ("one round far from the others", network([10] * 6 + [20], [5.1] * 7), False),
    ("others' programs", network([10] * 7, [5.1] * 7) | {"taken": 0.07}, True),
    ("a row that was skipped", {"name": "made up", "skipped": "it is not here"}, False),
    ("quiet streams", streams(1.95, 1.97, 1.93, 1.96, 1.94), False),
    ("streams beyond twice", streams(2.09, 2.09, 2.09, 2.10, 2.06), True),
    ("streams far apart", streams(1.6, 1.7, 1.95, 2.2, 2.3), True),
    ("quiet jobs", job([2.0, 2.1, 2.0, 2.0, 2.1], [8.0, 8.1, 8.0, 8.2, 8.1]), False),
    ("jobs far apart", job([2.0, 2.1, 3.0, 2.0, 3.1], [8.0, 8.1, 8.0, 8.2, 8.1]), True),
    ("jobs on a slower core", job([2.0] * 5, [8.0] * 5) | {"peaks": [99] * 10}, True),
]
# (description; what each side found in each frame; whether the sides did the same work)
FINDS = [
    ("the same in every frame", [1] * 100, [1] * 100, True),
    ("one more in a few frames", [1] * 100, [1] * 96 + [2] * 4, True),
    ("one more in many frames", [1] * 100, [1] * 90 + [2] * 10, False),
    ("fewer frames", [1] * 90, [1] * 100, False),
    ("nothing at all", [0] * 100, [0] * 100, False),
]
# (value, limit, whether the limit is a minimum, text in the table)
TARGETS = [
    (1.697, 1.7, True, "1.69 (≥ 1.7, **missed**)"),
    (1.709, 1.7, True, "1.70 (≥ 1.7)"),
    (0.751, 0.75, False, "0.76 (≤ 0.75, **missed**)"),
    (0.749, 0.75, False, "0.75 (≤ 0.75)"),
]
# (description; the rate of two threads at first and after each turn of a single side, the last one
# repeating; how many turns there is time for; which rounds count, of the four requested; how many
# were repeated; how many are short, for which the row counts as disturbed)
HOSTS = [
    ("two processors all the time", [207], 99, [0, 1, 2, 3], 0, 0),
    ("a little less than two", [190], 99, [0, 1, 2, 3], 0, 0),
    ("one processor after a round", [207, 207, 104, 207], 99, [0, 3, 4, 5], 2, 0),
    ("one processor before the first round", [104, 207], 99, [1, 2, 3, 4], 1, 0),
    ("one processor after the fourth round", [207, 207, 207, 207, 104, 207], 99, [0, 1, 2, 5], 2,
     0),
    ("two processors for three rounds, then one", [207] * 4 + [104], 99, [0, 1, 2], 5, 0),
    ("two processors for two rounds, then one", [207] * 3 + [104], 99, [0, 1], 6, 0),
    ("two processors for one round, then one", [207] * 2 + [104], 99, list(range(8)), 0, 7),
    ("one processor all the time", [104], 99, list(range(8)), 0, 8),
    ("one processor at first, and time for one more", [104, 104, 104, 207], 5, [3, 4], 3, 0),
    ("one processor all the time, and no time", [104], 0, [0, 1, 2, 3], 0, 4),
    ("a build that measures no peak", [None], 99, [0, 1, 2, 3], 0, 0),
]
# (how many measurements find one processor at first, text below the table)
TIMES = [
    (0, None),
    (3, "Before 1 of 1 turns the host provided fewer than two processors at first; 0 of 1 rounds were"
        " repeated because this persisted."),
    (8, "Before 1 of 2 turns the host provided fewer than two processors at first; 1 of 2 rounds were"
        " repeated because this persisted."),
]
# Contents that are not a results file.
FILES = [None, b"", b"[1, 2", b"\xff\xfe", b"[1]", b"{}", b'{"form": 4}',
         b'{"form": 4, "settings": {"whats": ["parts"]}, "tasks": 1}',
         b'{"form": 4, "settings": {"whats": ["jobs"]}, "jobs": [1]}',
         b'{"form": 3, "settings": {"whats": []}}']
# (settings, whether results from them can be published)
SETTINGS = [
    ({"whats": bench.WHATS, "frames": 200, "rounds": 7, "runs": 5}, True),
    ({"whats": ["jobs"], "frames": 200, "rounds": 1, "runs": 5}, True),
    ({"whats": ["jobs"], "frames": 200, "rounds": 7, "runs": 4}, False),
    ({"whats": ["parts"], "frames": 200, "rounds": 7, "runs": 1}, True),
    ({"whats": ["parts"], "frames": 200, "rounds": 6, "runs": 5}, False),
    ({"whats": ["jobs"], "frames": 40, "rounds": 7, "runs": 5}, False),
]


def ends_with_one_line(path):
    """Whether a bad file ends the program with a message of one line that names it."""
    try:
        bench.earlier(path)
    except SystemExit as end:
        return isinstance(end.code, str) and "\n" not in end.code and path in end.code
    return False


def rounds_with(pairs, turns):
    """Which of four rounds count with these rates, and how many are repeated or short."""
    taken = []

    def peak():
        pair = pairs[min(len(taken), len(pairs) - 1)]
        return [] if pair is None else [BEST, pair]

    def turn():
        # Times do not depend on the rates, and must not influence which rounds count.
        taken.append(len(taken))
        return {"ms": [100 if len(taken) % 3 == 1 else 5], "number": taken[-1]}

    rounds = Host(until=turns, clock=lambda: len(taken)).run_rounds(4, {"two": turn}, peak)
    row = {"name": "made up"} | rounds.facts()
    given = row.get("host", {"repeated": [], "short": 0})
    kept = [each["answers"]["two"]["number"] for each in given["repeated"]]
    counted = [each.answers["two"]["number"] for each in rounds.counted]
    if sorted(counted + kept) != taken:
        return "rounds are lost"
    if disturbance.is_disturbed(row, BEST) != (given["short"] > 0):
        return f"disturbed: {disturbance.disturbance(row, BEST)}"
    return counted, len(kept), given["short"]


def rounds_between():
    """How many of two rounds count if there is one processor between two sides' turns."""
    made = []
    turns = {name: lambda: made.append(0) for name in ("two", "mediapipe")}
    taken = Host(until=1, clock=lambda: 0).run_rounds(
        2, turns, lambda: [BEST, 104 if len(made) == 1 else 207])
    return len(taken.counted), len(taken.repeated), len(made)


def summary_with(times):
    """The text about a round before which that many measurements find one processor."""
    pairs = iter([104] * times + [207] * 9)
    taken = Host(until=1, clock=lambda: 0).run_rounds(
        1, {"two": lambda: {"ms": [5]}}, lambda: [BEST, next(pairs)])
    return host.summary([taken.facts()])


def job_texts():
    """What is wrong with the tables of a row, including a skipped one."""
    row = job([2.0] * 5, [8.25] * 5)
    skipped = {"name": "skipped", "task": "hand", "isFolder": False, "skipped": "it is not here"}
    machine = {"date": "", "commit": "", "processor": "", "processors": 2, "kernels": "avx2",
               "kernelsHere": ["avx2"], "peakGigaflops": BEST,
               "versions": dict.fromkeys(("mediapipe", "python", "landmark", "libavcodec",
                                          "opencv-contrib-python", "libavcodec of OpenCV"), "1")}
    results = {"machine": machine, "settings": {"runs": 5}, "jobs": [row, skipped]}
    table = "| made up | 100 and 100 of 100 | 2.00 | 8.25 | 4.12 (≥ 4) |"
    if table not in job_tables.markdown(results):
        yield f"the table of jobs: {job_tables.markdown(results)}"
    if "| skipped | skipped: it is not here |" not in job_tables.markdown(results):
        yield "the table of jobs lacks the row that was skipped"
    if "| made up | 2.0 | 8.2 | 4.1× | 1.00 | 100 | 100 |" not in job_tables.summary(results):
        yield f"the summary of jobs: {job_tables.summary(results)}"
    if job_tables.readme(results):
        yield f"numbers of another job for the README: {job_tables.readme(results)}"
    named = results | {"jobs": [row | {"name": job_tables.README_ROW}]}
    values = {name: cells[1:3] for name, cells in job_tables.readme(named).items()}
    if values != {"Speed": ["2.0 s", "8.2 s with OpenCV"], "Memory": ["100 MB", "100 MB"]}:
        yield f"the README's numbers of jobs: {values}"


def page_faults():
    """What is wrong with pages after publishing made-up results in them."""
    first = {"name": "pose", "ours": [{"ms": [48.4, 9]}], "mediapipe": [{"ms": [201.4, 9]}]}
    rows = summary.readme({"firstResults": [first, {"name": "hand", "skipped": "it is not here"}]})
    page = bench.with_numbers("# A\n<!-- numbers: begin -->\n| a | b |\n| Start | old |\n"
                              "| Accuracy | kept |\n<!-- numbers: end -->\nb\n", rows)
    if "| Start | from a model's path to the first pose in an image | 48 ms | 201 ms |" not in page \
            or "old" in page or "| Accuracy | kept |\n<!--" not in page or not page.endswith("b\n"):
        yield f"the README's numbers: {page}"
    page = "".join(f"<!-- {name}: begin -->\nold\n<!-- {name}: end -->\n"
                   for name in ("jobs summary", "jobs"))
    page = bench.with_tables(page, "jobs", "long\n", "short\n")
    if page.split() != ("<!-- jobs summary: begin --> short <!-- jobs summary: end -->"
                        " <!-- jobs: begin --> long <!-- jobs: end -->").split():
        yield f"the tables: {page}"
    # Every mark and row that publishing needs stands in the pages themselves.
    names = dict.fromkeys(("Speed", "Memory", "Start"), ["new"])
    if bench.with_numbers(bench.README.read_text(), names).count("| new |") != len(names):
        yield "README.md lacks rows"
    for what in bench.WHATS:
        if bench.with_tables(bench.PUBLISHED.read_text(), what, "@1\n", "@2\n").count("@") < 2:
            yield f"BENCHMARKS.md lacks marks of {what}"


def clip_faults():
    """The benchmark uses only footage that scripts/fetch-footage gets."""
    published = (ROOT / "scripts" / "fetch-footage").read_text()
    used = {*clips.CLIPS.values(), clips.ASTRONAUT, clips.HAND_IMAGE,
            *(source.footage for source in job_clips.SOURCES.values())}
    for path in used:
        # Frames of clips have names such as bunny_0040.png.
        stem = path.name.split("_")[0] if path.suffix == ".png" and "_" in path.name else path.name
        if path.parent != FOOTAGE or f'("{stem}"' not in published:
            yield f"{path.name} is not published"


def process_faults():
    """What is wrong with a process's report on two simultaneous commands."""
    code = "import time; end = time.process_time() + 0.05\nwhile time.process_time() < end: pass"
    command = [sys.executable, "-c", code]
    taken = process.measure([command, command])
    if taken["processorMs"] < 100 or taken["ms"] < 50 or taken["peakMB"] < 2:
        yield f"two processes of 50 ms: {taken}"


def script_faults():
    """Checks that both processes of the script have separate files, and that no video is processed
    twice."""
    with tempfile.TemporaryDirectory() as folder:
        videos = [f"{number}.mp4" for number in range(8)]
        made = list(jobs.theirs(jobs.Job("hand", "720p", True, True), "m", videos,
                                pathlib.Path(folder), 2))
    given = [word for words in made for word in words if word in videos]
    outputs = [word for words in made for word in words if word.startswith(folder)]
    if sorted(given) != videos or len(set(outputs)) != 4:
        yield f"two processes of the script: {made}"


def failures():
    yield from job_texts()
    yield from page_faults()
    yield from clip_faults()
    yield from process_faults()
    yield from script_faults()
    for title, mine, others, is_alike in FINDS:
        if job_tables.differs(job([2], [8], mine, others)) == is_alike:
            yield title
    for settings, is_enough in SETTINGS:
        if (bench.too_few(**settings) is None) != is_enough:
            yield f"{settings}: {bench.too_few(**settings)}"
    if rounds_between() != (2, 1, 6):
        yield f"one processor between two sides: {rounds_between()}"
    for times, words in TIMES:
        if summary_with(times) != words:
            yield f"one processor {times} times: {summary_with(times)}"
    for title, pairs, turns, *expected in HOSTS:
        if rounds_with(pairs, turns) != tuple(expected):
            yield f"{title}: {rounds_with(pairs, turns)}"
    for title, row, is_disturbed in ROWS:
        if disturbance.is_disturbed(row, BEST) != is_disturbed:
            yield f"{title}: {disturbance.disturbance(row, BEST)}"
    for value, limit, at_least, text in TARGETS:
        words = tables.wanted(value, limit, at_least)
        if words != text:
            yield f"{value} beside {limit}: {words}"
    for content in FILES:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "results.json")
            if content is not None:
                path.write_bytes(content)
            if not ends_with_one_line(str(path)):
                yield f"{content!r} as a file of results"


def main():
    found = list(failures())
    for failure in found:
        print(f"bench: self-test: {failure}", file=sys.stderr)
    lists = (FINDS, SETTINGS, ROWS, HOSTS, TIMES, TARGETS, FILES)
    count = sum(map(len, lists)) + 6
    print(f"bench: self-test: {count} cases, {len(found)} failed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
