"""The machine, the versions, and the time of a measurement."""

import importlib.metadata
import os
import pathlib
import platform
import re
import resource
import subprocess
import time

import sides
from repository import PROGRAM, ROOT

PACKAGES = ("mediapipe", "ai-edge-litert", "numpy", "opencv-contrib-python")


def words(*command):
    """The output of a command; empty if there is no such command."""
    try:
        return subprocess.run(command, capture_output=True, text=True,
                              cwd=ROOT).stdout.strip()
    except OSError:
        return ""


def processor():
    """The processor's name."""
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return words("sysctl", "-n", "machdep.cpu.brand_string") or platform.machine()
    facts = dict(line.split(":", 1) for line in lines if ":" in line)
    facts = {name.strip(): value.strip() for name, value in facts.items()}
    name = facts.get("model name", platform.machine())
    if "cpu family" in facts:
        name += f", family {facts['cpu family']} model {facts.get('model', '?')}"
    return name


def commit():
    """The commit, with a plus if there are uncommitted changes."""
    head = words("git", "rev-parse", "--short=12", "HEAD")
    changed = words("git", "status", "--porcelain", "--untracked-files=no")
    return head + ("+" if changed else "")


def opencv_libavcodec():
    """The version of FFmpeg's codecs in OpenCV, which bundles its own."""
    import cv2  # Installed with MediaPipe.
    found = re.search(r"avcodec: *YES \(([\d.]+)\)", cv2.getBuildInformation())
    return found[1] if found else "unknown"


class Others:
    """The processor time of other programs and of other machines on the same processors."""

    def __init__(self):
        self.start = self.now()

    @staticmethod
    def now():
        """Seconds of all processors: in total, and used by others; None except on Linux."""
        try:
            with open("/proc/stat", encoding="ascii") as file:
                words = file.readline().split()[1:9]
        except OSError:
            return None
        ticks = [int(word) / os.sysconf("SC_CLK_TCK") for word in words]
        own = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        idle = ticks[3] + ticks[4]
        return sum(ticks), sum(ticks) - idle - sum(u.ru_utime + u.ru_stime for u in own)

    def share(self):
        """The share of all processors' time; own children count once they have ended."""
        if self.start is None:
            return None
        whole, taken = (b - a for a, b in zip(self.start, self.now()))
        return max(0, taken) / whole if whole > 0 else 0


def facts():
    doctor = words(str(PROGRAM), "doctor").splitlines()
    levels = {x.split("  ")[0]: x.split("  ")[-1].strip() for x in doctor}
    return {
        "date": time.strftime("%Y-%m-%d %H:%M %z"),
        "commit": commit(),
        "processor": processor(),
        "processors": sides.processor_count(),
        "threads": sides.most_threads(),
        "system": platform.platform(),
        "kernels": levels.get("chosen kernels", "unknown"),
        "kernelsHere": levels.get("kernels", "").split(),
        "versions": {name: importlib.metadata.version(name) for name in PACKAGES}
        | {"python": platform.python_version(), "libavcodec": levels.get("libavcodec", "unknown"),
           "libavcodec of OpenCV": opencv_libavcodec(),
           "landmark": words(str(PROGRAM), "--version").split()[-1]},
    }
