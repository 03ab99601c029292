"""Runs the program `landmark` under valgrind and counts its instructions."""

import collections
import concurrent.futures
import os
import pathlib
import platform
import re
import shutil
import subprocess
import tempfile

import multiply_adds

SIDE = 512
# The image's hands are hard to see: with these thresholds two are found, one, or one an image.
_ONE_HAND = ["--min-detection", "0.05", "--min-presence", "0.001"]
# What to look for, and with which options beside the size of the frames, all of one image.
CASES = {
    "hand, followed": ("hand", _ONE_HAND),
    "hand, one of two": ("hand", ["--max", "2", *_ONE_HAND]),
    "hand, images": ("hand", ["--mode", "image", *_ONE_HAND]),
    "pose, followed": ("pose", []),
    "pose, with masks": ("pose", ["--masks", "masks"]),
    "pose, images": ("pose", ["--mode", "image"]),
    "face, followed": ("face", []),
}
_MODELS = {"hand": "hand_landmarker", "pose": "pose_landmarker_full", "face": "face_landmarker"}
# After the first frame come so many more, whose mean is a frame's count. More frames say no more.
FOLLOWING = 1
# What carries these names is no part of the program.
_OURS = {"lk_product_and_sum", "lk_take_detours"}
_TOOLS = ["valgrind", "clang", "objdump", "readelf", "strip", "ffmpeg"]


class CountError(Exception):
    """Instructions could not be counted; the message says why in one sentence."""


def reason_to_skip():
    """Why instructions cannot be compared with the budgets here, or None."""
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        return "instructions are counted on 64-bit x86 Linux only"
    missing = [tool for tool in _TOOLS if not shutil.which(tool)]
    if missing:
        return f"not installed: {', '.join(missing)}; run scripts/setup"
    flags = re.search(r"^flags.*", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    if not flags or not {"avx2", "fma", "f16c"} <= set(flags[0].split()):
        return "this processor does not run the AVX2 kernels, which the budgets are for"
    return None


def _output(command, **options):
    done = subprocess.run(command, capture_output=True, **options)
    if done.returncode:
        reason = (done.stderr.decode(errors="replace").strip().splitlines() or ["no reason"])[-1]
        raise CountError(f"{command[0]}: {reason}")
    return done.stdout


class Counter:
    """A copy of the program in a folder of its own, where paths are as long on every machine.

    Use it in a `with` statement, which removes the folder.
    """

    def __init__(self, program, root):
        for needed in [program, *(root / "models" / f"{m}.task" for m in _MODELS.values())]:
            if not needed.is_file():
                raise CountError(f"{needed} is not there: run `make test`, which makes it")
        self._temporary = tempfile.TemporaryDirectory()
        self._folder = pathlib.Path(self._temporary.name)
        copy = self._folder / "landmark"
        # Valgrind 3.19 gives up over what the compiler says for debuggers.
        _output(["strip", "--strip-debug", "-o", str(copy), str(program)])
        multiply_adds.library(copy, self._folder)
        (self._folder / "models").symlink_to(root / "models")
        self._frame = _output([
            "ffmpeg", "-v", "error", "-i", str(root / "footage" / "astronaut.png"),
            "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
        if len(self._frame) != SIDE * SIDE * 3:
            raise CountError("footage/astronaut.png does not have the size that it should")
        comment = _output(["readelf", "-p", ".comment", str(copy)]).decode()
        self.compiler = re.search(r"clang version.*|$", comment)[0].strip() or "unknown"
        self._functions = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._temporary.cleanup()

    def measure(self, cases):
        """{name: {"start": instructions to the first result, "frame": of each further frame}}"""
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
        """The functions that take most of a further frame of a case that was measured."""
        return [f"{count / FOLLOWING:14,.0f} a frame in {function}"
                for function, count in self._functions[name].most_common(6)]

    def _count(self, name, frames):
        """How many instructions each function takes in a run over so many frames."""
        subject, options = CASES[name]
        run = self._folder / f"{name}, {frames}".replace(", ", "-").replace(" ", "-")
        run.mkdir()
        for link in ("landmark", "models", "preload.so"):
            (run / link).symlink_to(self._folder / link)
        command = [
            "./landmark", subject, "-", "--model", f"models/{_MODELS[subject]}.task",
            "--size", f"{SIDE}x{SIDE}", "--threads", "1", "--quiet", "--json", "-", *options]
        valgrind = ["valgrind", "-q", "--tool=cachegrind", "--cache-sim=no",
                    "--cachegrind-out-file=counts"]
        # Both with products and sums, so that they must agree to the last digit.
        plain = self._run(command, run, frames)
        counted = self._run(valgrind + command, run, frames)
        if plain != counted:
            raise CountError(f"{name}: under valgrind the results are not the same")
        found = sum(b':[{"id":' in line for line in plain.splitlines())
        if found != frames:
            raise CountError(f"{name}: something is found in {found} of {frames} frames")
        return _by_function(run / "counts")

    def _run(self, command, folder, frames):
        environment = {
            # A path from the folder: valgrind's own shell looks for it there, too.
            "LD_PRELOAD": "./preload.so", "LANDMARK_KERNELS": "avx2",
            # Otherwise the order of sets and dictionaries is another one each time.
            "SWIFT_DETERMINISTIC_HASHING": "1", "PATH": os.environ["PATH"]}
        return _output(command, cwd=folder, input=self._frame * frames, env=environment,
                       timeout=300)


def _by_function(path):
    """What valgrind's cachegrind wrote, without what is no part of the program."""
    counts = collections.Counter()
    function = None
    with open(path, encoding="utf-8", errors="replace") as file:
        for text in file:
            if text.startswith("fn="):
                function = text[3:].strip()
            elif text[0].isdigit():
                counts[function] += int(text.split()[1])
    if not counts.keys() & _OURS:
        raise CountError("valgrind ran the program without the library for multiply-adds")
    for name in _OURS:
        del counts[name]
    return counts
