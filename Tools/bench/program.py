"""Code shared by the programs that take turns with `landmark`."""

import json
import os
import sys
import time


def resident_bytes():
    """The resident set size in bytes; None except on Linux."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return None


def options():
    return json.loads(sys.argv[1])


def serve(run):
    """Reports that it is ready and answers each “run K” on standard input with a line of JSON.

    `run` makes one run and returns a dictionary of numbers: `ms` and others.
    """
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        processor = time.process_time()  # of all threads, user and system
        runs = [run() for _ in range(int(line.split()[1]))]
        answer = {name: [each[name] for each in runs] for name in runs[0]}
        answer["processorMs"] = (time.process_time() - processor) * 1e3
        answer["residentBytes"] = resident_bytes()
        print(json.dumps(answer), flush=True)


def milliseconds(call):
    """The value that `call` returns, and the milliseconds it took."""
    start = time.perf_counter()
    value = call()
    return value, (time.perf_counter() - start) * 1e3
