"""Times whole jobs: a video in, landmarks as JSON Lines and a drawn video out.

`landmark` and a typical script with MediaPipe and OpenCV (mediapipe_job.py) run as whole processes
and take turns. Each decodes, detects and writes JSON, and in the rows marked as drawn also draws
and encodes, with its defaults.
"""

import contextlib
import dataclasses
import functools
import json
import pathlib
import sys
import tempfile

import job_clips
import networks
import sides
from commands import output
from host import Host
from repository import MODELS, PROGRAM

TASKS = ("pose", "hand", "face")
MAX = {"pose": 1, "hand": 2, "face": 1}
# The minimum of their time over ours: JSON only, and drawn.
AT_LEAST = {"pose": (4.0, 3.5), "hand": (3.5, 3.5), "face": (3.5, 3.0)}
# The maximum of our processor time over theirs: JSON only, and drawn.
PROCESSOR_AT_MOST = (0.6, 0.7)
# The maximum of our peak memory in MB, drawn.
MEMORY_AT_MOST = {"720p": 150}
# The number of a folder's videos that are processed at the same time.
AT_A_TIME = 2


@dataclasses.dataclass
class Job:
    task: str
    size: str
    is_drawn: bool
    is_folder: bool = False

    @property
    def name(self):
        what = self.task + (f", at most {MAX[self.task]}" if MAX[self.task] > 1 else "")
        how = "drawn" if self.is_drawn else "JSON only"
        return f"{what}, {how}, {self.size}" + (", folder" if self.is_folder else "")


JOBS = [Job(task, size, is_drawn) for size in job_clips.SIZES for is_drawn in (False, True)
        for task in TASKS]
JOBS += [Job(task, "720p", is_drawn, True) for is_drawn in (False, True) for task in TASKS]


@functools.cache
def options():
    """The help of the command: not every build has every option."""
    return output(PROGRAM, "pose", "--help")


def overlay(job, folder):
    return ["--overlay", str(folder / ("drawn" if job.is_folder else "drawn.mp4"))]


def ours(job, model, videos, folder, at_a_time):
    """The command of `landmark`."""
    words = [str(PROGRAM), job.task, *map(str, videos), "--model", str(model), "--json",
             str(folder / "lines.jsonl"), "--max", str(MAX[job.task]), "--quiet"]
    if at_a_time > 1 or (job.is_folder and "--jobs" in options()):
        words += ["--jobs", str(at_a_time)]
    return [words + overlay(job, folder) * job.is_drawn]


def theirs(job, model, videos, folder, at_a_time):
    """As many script commands as there are simultaneous videos; each has its share of the videos.
    """
    for number in range(at_a_time):
        part = folder / str(number)
        part.mkdir()
        yield [sys.executable, str(sides.HERE / "mediapipe_job.py"), job.task,
               *map(str, videos[number::at_a_time]), "--model", str(model), "--json",
               str(part / "lines.jsonl"), "--max", str(MAX[job.task])] \
            + overlay(job, part) * job.is_drawn


def commands(job):
    """The sides by name: the function that makes their commands, and the number of videos they
    process at the same time."""
    yield "ours", ours, 1
    yield "theirs", theirs, 1
    if job.is_folder and sides.most_threads() > 1:
        if "--jobs" in options():
            yield "oursAtATime", ours, AT_A_TIME
        yield "theirsAtATime", theirs, AT_A_TIME


def found(folder, task):
    """[video, frame, number of instances] of every line that was written."""
    counts = []
    for path in folder.rglob("*.jsonl"):
        for line in path.read_text().splitlines():
            frame = json.loads(line)
            counts.append([pathlib.Path(frame["file"]).name, frame["frame"],
                           len(frame[f"{task}s"])])
    return sorted(counts)


def turn(job, model, videos, make, at_a_time):
    """Runs the commands of a side once and returns their times and output."""
    with tempfile.TemporaryDirectory(dir=job_clips.FOLDER) as name:
        folder = pathlib.Path(name)
        cost, = sides.costs(1, make(job, model, videos, folder, at_a_time))
        sizes = {suffix: sum(path.stat().st_size for path in folder.rglob(f"*.{suffix}"))
                 for suffix in ("jsonl", "mp4")}
        return cost | {"bytes": sizes, "found": found(folder, job.task)}


def total(answers):
    """The turns of one side as one row."""
    return {name: [each[name] for each in answers] for name in ("ms", "processorMs", "peakMB")} \
        | {name: answers[-1][name] for name in ("bytes", "found")}


def take_turns(turns, runs, peak):
    """The answers of all sides by name, and the rates of a core before each turn.

    Every turn waits until the host provides two processors. None is repeated if it takes them away
    later: a turn lasts seconds, in which this cannot be measured. The order rotates.
    """
    host, names, peaks = Host(), list(turns), []
    answers = {name: [] for name in names}
    for number in range(runs):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            peaks += [rates[0] for rates in host.wait(peak) if rates]
            answers[name].append(turns[name]())
    return answers, peaks


def targets(job):
    if job.is_folder:
        return {}
    return {"atLeast": AT_LEAST[job.task][job.is_drawn],
            "processorAtMost": PROCESSOR_AT_MOST[job.is_drawn],
            "memoryAtMost": MEMORY_AT_MOST.get(job.size) if job.is_drawn else None}


@contextlib.contextmanager
def peak(model):
    """Measures the rates of one core and of two; idle otherwise."""
    bundle = MODELS / model
    entry = networks.full_name(bundle, f"{model.split('_')[0]}_detector")
    with sides.landmark("landmark bench network", "network", f"{bundle}:{entry}", "--threads",
                        sides.most_threads()) as side:
        yield side.peak


def measure(job, run):
    model = {"hand": "hand_landmarker", "pose": "pose_landmarker_full",
             "face": "face_landmarker"}[job.task] + ".task"
    row = {"name": job.name, "task": job.task, "size": job.size, "isDrawn": job.is_drawn,
           "isFolder": job.is_folder} | targets(job)
    missing = sides.missing(model) or job_clips.missing(job.task)
    if missing:
        return row | {"skipped": missing}
    videos = job_clips.videos(job.task, job.size, job.is_folder, run.frames)
    turns = {name: functools.partial(turn, job, MODELS / model, videos, make, at_a_time)
             for name, make, at_a_time in commands(job)}
    with peak(model) as rates:
        answers, peaks = take_turns(turns, run.runs, rates)
    footage = job_clips.SOURCES[job.task].footage
    return row | {"clip": footage.name, "clipBytes": sum(each.stat().st_size for each in videos),
                  "videos": len(videos), "peaks": peaks,
                  "sides": {name: total(each) for name, each in answers.items()}}
