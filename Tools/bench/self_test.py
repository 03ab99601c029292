#!/usr/bin/env python3
"""Shows that the benchmark tells disturbed rows, missed targets and bad files as it should.

usage: Tools/bench/self_test.py

Nothing is measured: every row is planted.
"""

import pathlib
import sys
import tempfile

import bench
import disturbance
import tables

BEST = 104


def network(one, two, peaks=(104,) * 14):
    """A network's row of seven rounds, with one thread and with two."""
    parts = [{"threads": threads, "rounds": 7, "ours": rounds, "peaks": list(peaks)}
             for threads, rounds in ((1, one), (2, two))]
    return {"name": "planted", "taken": 0.01, "threads": parts}


def streams(*times):
    return {"name": "planted", "taken": None, "streams": 4, "one": [100] * len(times),
            "several": [100 * each for each in times], "peaks": [103, 104, 105]}


# (what is planted, its row, whether it is disturbed)
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
    ("a row that was skipped", {"name": "planted", "skipped": "it is not here"}, False),
    ("quiet streams", streams(1.95, 1.97, 1.93, 1.96, 1.94), False),
    ("streams beyond twice", streams(2.09, 2.09, 2.09, 2.10, 2.06), True),
    ("streams far apart", streams(1.6, 1.7, 1.95, 2.2, 2.3), True),
]
# (value, limit, whether it shall be at least that, what the table says)
TARGETS = [
    (1.697, 1.7, True, "1.69 (≥ 1.7, **missed**)"),
    (1.709, 1.7, True, "1.70 (≥ 1.7)"),
    (0.751, 0.75, False, "0.76 (≤ 0.75, **missed**)"),
    (0.749, 0.75, False, "0.75 (≤ 0.75)"),
]
# What is no file of results.
FILES = [None, b"", b"[1, 2", b"\xff\xfe", b"[1]", b"{}", b'{"form": 2}',
         b'{"form": 2, "tasks": 1}']


def ends_in_a_sentence(path):
    """Whether a bad file ends the program, and in one line."""
    try:
        bench.earlier(path)
    except SystemExit as end:
        return isinstance(end.code, str) and "\n" not in end.code and path in end.code
    return False


def failures():
    for title, row, is_disturbed in ROWS:
        if disturbance.is_disturbed(row, BEST) != is_disturbed:
            yield f"{title}: {disturbance.disturbance(row, BEST)}"
    for value, limit, at_least, text in TARGETS:
        told = tables.wanted(value, limit, at_least)
        if told != text:
            yield f"{value} beside {limit}: {told}"
    for content in FILES:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "results.json")
            if content is not None:
                path.write_bytes(content)
            if not ends_in_a_sentence(str(path)):
                yield f"{content!r} as a file of results"


def main():
    found = list(failures())
    for failure in found:
        print(f"bench: self-test: {failure}", file=sys.stderr)
    count = len(ROWS) + len(TARGETS) + len(FILES)
    print(f"bench: self-test: {count} planted, {len(found)} not told as they should")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
