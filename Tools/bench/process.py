"""Runs a command several times and prints [[milliseconds, peak MB], …] as JSON.

usage: process.py COUNT PROGRAM [ARGUMENT…]

A small program of its own because a process inherits the peak memory of the one that started it.
"""

import json
import os
import platform
import sys
import time


def measure(command):
    """The wall time in milliseconds and the peak memory in MB of one run."""
    start = time.perf_counter()
    pid = os.posix_spawn(command[0], command, os.environ)
    _, status, usage = os.wait4(pid, 0)
    wall = (time.perf_counter() - start) * 1e3
    if status:
        sys.exit(f"{' '.join(command)} ended with {os.waitstatus_to_exitcode(status)}")
    # In bytes on Darwin, in KiB elsewhere.
    return wall, usage.ru_maxrss / (2**20 if platform.system() == "Darwin" else 2**10)


if __name__ == "__main__":
    print(json.dumps([measure(sys.argv[2:]) for _ in range(int(sys.argv[1]))]))
