"""Runs the command of the fleet in tests, and finds its workers."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import List


def command(*arguments: object) -> List[str]:
    """The command line of the fleet with arguments."""
    return [sys.executable, "-m", "landmarkkit.fleet", *map(str, arguments)]


def run_command(*arguments: object, **options: object) -> "subprocess.CompletedProcess[str]":
    """Runs the command of the fleet."""
    return subprocess.run(
        command(*arguments), capture_output=True, text=True, timeout=300, **options
    )


def busy_workers(process_id: int) -> List[int]:
    """The processes of the workers that are processing a video, of a command that runs."""
    parents = {}
    workers = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                parents[int(name)] = int(file.read().rpartition(")")[2].split()[1])
            with open(f"/proc/{name}/cmdline", "rb") as file:
                if file.read().startswith(b"ray::_Worker.do"):
                    workers.append(int(name))
        except (FileNotFoundError, ProcessLookupError):
            continue
    return [worker for worker in workers if process_id in _ancestors(worker, parents)]


def _ancestors(process_id, parents):
    while process_id in parents:
        process_id = parents[process_id]
        yield process_id
