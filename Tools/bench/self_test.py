#!/usr/bin/env python3
"""Checks that the benchmark detects disturbed rows and rounds, missed targets, and bad files.

usage: Tools/bench/self_test.py

Nothing is measured: every row is made up.
"""

import pathlib
import sys
import tempfile

import bench
import disturbance
import host
import tables
from host import Host

BEST = 104


def network(one, two, peaks=(104,) * 14):
    """A network's row of seven rounds, with one thread and with two."""
    parts = [{"threads": threads, "rounds": 7, "ours": rounds, "peaks": list(peaks)}
             for threads, rounds in ((1, one), (2, two))]
    return {"name": "made up", "taken": 0.01, "threads": parts}


def streams(*times):
    return {"name": "made up", "taken": None, "streams": 4, "one": [100] * len(times),
            "several": [100 * each for each in times], "peaks": [103, 104, 105]}


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
    (3, "Before 1 of 1 turns the host gave less than two processors at first; 0 of 1 rounds were"
        " repeated because this persisted."),
    (8, "Before 1 of 2 turns the host gave less than two processors at first; 1 of 2 rounds were"
        " repeated because this persisted."),
]
# Contents that are no file of results.
FILES = [None, b"", b"[1, 2", b"\xff\xfe", b"[1]", b"{}", b'{"form": 3}',
         b'{"form": 3, "tasks": 1}']


def ends_with_one_line(path):
    """Whether a bad file ends the program with a message of one line that names it."""
    try:
        bench.earlier(path)
    except SystemExit as end:
        return isinstance(end.code, str) and "\n" not in end.code and path in end.code
    return False


def rounds_with(pairs, turns):
    """Which of four rounds count with these rates, how many are repeated, how many short."""
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
    """The text on a round before which that many measurements find one processor."""
    pairs = iter([104] * times + [207] * 9)
    taken = Host(until=1, clock=lambda: 0).run_rounds(
        1, {"two": lambda: {"ms": [5]}}, lambda: [BEST, next(pairs)])
    return host.summary([taken.facts()])


def failures():
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
    count = len(ROWS) + len(HOSTS) + len(TIMES) + 1 + len(TARGETS) + len(FILES)
    print(f"bench: self-test: {count} cases, {len(found)} failed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
