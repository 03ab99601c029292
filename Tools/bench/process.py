"""Runs commands several times and prints the cost of each time as JSON.

usage: process.py COUNT COMMAND…

Each COMMAND is a JSON list of a program and its arguments. All commands of a time run side by side.
`ms` is the wall time until the last one ended, `processorMs` the processor time of all of them, user
and system, with their children, and `peakMB` the sum of their peaks.

A small separate program, because a process inherits the peak memory of the one that started it.
"""

import json
import os
import platform
import sys
import time

# In bytes on Darwin, in KiB elsewhere.
MB = 2**20 if platform.system() == "Darwin" else 2**10


def measure(commands):
    start = time.perf_counter()
    pids = [os.posix_spawn(command[0], command, os.environ) for command in commands]
    usages = []
    for pid, command in zip(pids, commands):
        _, status, usage = os.wait4(pid, 0)
        if status:
            sys.exit(f"{' '.join(command)} ended with {os.waitstatus_to_exitcode(status)}")
        usages.append(usage)
    return {"ms": (time.perf_counter() - start) * 1e3,
            "processorMs": sum(each.ru_utime + each.ru_stime for each in usages) * 1e3,
            "peakMB": sum(each.ru_maxrss for each in usages) / MB}


if __name__ == "__main__":
    print(json.dumps([measure([json.loads(word) for word in sys.argv[2:]])
                      for _ in range(int(sys.argv[1]))]))
