"""Counts the instructions of the program `landmark` with valgrind."""

import collections
import concurrent.futures
import os
import pathlib
import platform
import re
import shutil
import tempfile

import multiply_adds
from commands import output
from repository import FOOTAGE, MODELS, PROGRAM

SIDE = 512
# The image's hands are hard to detect: these thresholds give two, one, or one per image.
_ONE_HAND = ["--min-detection", "0.05", "--min-presence", "0.001"]
# Task and options of each case; all frames are the same image.
CASES = {
    "hand, tracking": ("hand", _ONE_HAND),
    "hand, one of two": ("hand", ["--max", "2", *_ONE_HAND]),
    "hand, images": ("hand", ["--mode", "image", *_ONE_HAND]),
    "pose, tracking": ("pose", []),
    "pose, with masks": ("pose", ["--masks", "masks"]),
    "pose, images": ("pose", ["--mode", "image"]),
    "face, tracking": ("face", []),
}
_MODELS = {"hand": "hand_landmarker", "pose": "pose_landmarker_full", "face": "face_landmarker"}
# Frames after the first; their mean is the count of a frame. More frames give the same mean.
FOLLOWING = 1
# Functions with these names are not part of the program.
_OURS = {"lk_product_and_sum", "lk_take_detours"}
_TOOLS = ["valgrind", "clang", "objdump", "readelf", "strip", "ffmpeg"]


class CountError(Exception):
    """Instructions could not be counted; the message states why in one sentence."""


def reason_to_skip():
    """The reason why instructions cannot be compared with the budgets here, or None."""
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        return "instructions are counted on 64-bit x86 Linux only"
    missing = [tool for tool in _TOOLS if not shutil.which(tool)]
    if missing:
        return f"not installed: {', '.join(missing)}; run scripts/setup"
    flags = re.search(r"^flags.*", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    if not flags or not {"avx2", "fma", "f16c"} <= set(flags[0].split()):
        return "this processor lacks AVX2, FMA or F16C, and the budgets are for the AVX2 kernels"
    return None


class Counter:
    """A copy of the program in a temporary folder, so that path lengths are equal on all machines.

    Use it in a `with` statement, which removes the folder.
    """

    def __init__(self):
        for needed in [PROGRAM, *(MODELS / f"{m}.task" for m in _MODELS.values())]:
            if not needed.is_file():
                raise CountError(f"{needed} is missing; `make test` creates it")
        self._temporary = tempfile.TemporaryDirectory()
        self._folder = pathlib.Path(self._temporary.name)
        copy = self._folder / "landmark"
        # Valgrind 3.19 fails on the debug information that the compiler writes.
        output("strip", "--strip-debug", "-o", copy, PROGRAM)
        multiply_adds.library(copy, self._folder)
        (self._folder / "models").symlink_to(MODELS)
        self._frame = output(
            "ffmpeg", "-v", "error", "-i", FOOTAGE / "astronaut.png", "-f", "rawvideo", "-pix_fmt",
            "rgb24", "-", text=False)
        if len(self._frame) != SIDE * SIDE * 3:
            raise CountError(f"footage/astronaut.png is not {SIDE}×{SIDE}")
        comment = output("readelf", "-p", ".comment", copy)
        self.compiler = re.search(r"clang version.*|$", comment)[0].strip() or "unknown"
        self._functions = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._temporary.cleanup()

    def measure(self, cases):
        """{name: {"start": instructions to the first result, "frame": those of each further frame}}
        """
        jobs = [(name, number) for name in cases for number in (1, 1 + FOLLOWING)]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            counted = dict(zip(jobs, pool.map(lambda job: self._count(*job), jobs)))
        counts = {}
        for name in cases:
            first, all_frames = counted[name, 1], counted[name, 1 + FOLLOWING]
            following = all_frames.copy()
            following.subtract(first)
            self._functions[name] = following
            counts[name] = {
                "start": first.total(), "frame": round(following.total() / FOLLOWING)}
        return counts

    def busiest(self, name):
        """The functions with the most instructions per frame of a measured case."""
        return [f"{count / FOLLOWING:14,.0f} per frame in {function}"
                for function, count in self._functions[name].most_common(6)]

    def _count(self, name, frames):
        """Instructions by function of a run over `frames` frames."""
        task, options = CASES[name]
        run = self._folder / f"{name}, {frames}".replace(", ", "-").replace(" ", "-")
        run.mkdir()
        for link in ("landmark", "models", "preload.so"):
            (run / link).symlink_to(self._folder / link)
        command = [
            "./landmark", task, "-", "--model", f"models/{_MODELS[task]}.task",
            "--size", f"{SIDE}x{SIDE}", "--threads", "1", "--quiet", "--json", "-", *options]
        valgrind = ["valgrind", "-q", "--tool=cachegrind", "--cache-sim=no",
                    "--cachegrind-out-file=counts"]
        # Both runs use separate products and sums, so they must agree exactly.
        plain = self._run(command, run, frames)
        counted = self._run(valgrind + command, run, frames)
        if plain != counted:
            raise CountError(f"{name}: the results under valgrind differ")
        found = sum(b':[{"id":' in line for line in plain.splitlines())
        if found != frames:
            raise CountError(f"{name}: objects were detected in {found} of {frames} frames")
        return _by_function(run / "counts")

    def _run(self, command, folder, frames):
        environment = {
            # A relative path, because the shell that starts valgrind also loads the library.
            "LD_PRELOAD": "./preload.so", "LANDMARK_KERNELS": "avx2",
            # Makes the order of sets and dictionaries repeatable.
            "SWIFT_DETERMINISTIC_HASHING": "1", "PATH": os.environ["PATH"]}
        return output(*command, cwd=folder, input=self._frame * frames, env=environment,
                      timeout=300, text=False)


def _by_function(path):
    """Reads cachegrind's output, without the functions that are not part of the program."""
    counts = collections.Counter()
    function = None
    with open(path, encoding="utf-8", errors="replace") as file:
        for text in file:
            if text.startswith("fn="):
                function = text[3:].strip()
            elif text[0].isdigit():
                counts[function] += int(text.split()[1])
    if not counts.keys() & _OURS:
        raise CountError("valgrind ran the program without the library that replaces multiply-adds")
    for name in _OURS:
        del counts[name]
    return counts
