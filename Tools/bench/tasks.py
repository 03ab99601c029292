"""Times every task against MediaPipe's, frame by frame.

Ours with two threads (if there are two processors), ours with one, and MediaPipe with its defaults
receive the same decoded frames in memory, with timestamps of 30 frames per second. They take turns
of ten frames each.
"""

import contextlib
import dataclasses

import clips
import sides
from repository import MODELS

MAX_FRAMES = 200
BATCH = 10
# Our sides by name, with their threads.
OURS = {"two": 2, "one": 1}


@dataclasses.dataclass
class Work:
    name: str
    task: str
    bundle: str
    # The minimum of MediaPipe's time over ours, with two threads and with one.
    two: float
    one: float
    # The maximum of our processor time with two threads over MediaPipe's.
    processor: float
    max: int = 1
    mode: str = "video"
    masks: bool = False
    # How often ours searches for further instances; MediaPipe does in every frame.
    interval: str = "1"


HAND = ("hand", "hand_landmarker")
POSE = ("pose", "pose_landmarker_full")
WORKS = [
    Work("hand, tracking", *HAND, 3.0, 1.7, 0.75),
    Work("hand, at most two, one visible", *HAND, 3.0, 1.7, 0.70, max=2),
    Work("hand, at most two, one visible, adaptive", *HAND, 3.6, 2.4, 0.55, max=2, interval="adaptive"),
    Work("hand, image mode", *HAND, 3.0, 1.7, 0.70, mode="image"),
    Work("pose full, tracking", *POSE, 4.5, 2.5, 0.55),
    Work("pose full, image mode", *POSE, 3.5, 2.0, 0.65, mode="image"),
    Work("pose full, tracking, masks", *POSE, 3.0, 1.7, 0.75, masks=True),
    Work("face, blendshapes, matrix, tracking", "face", "face_landmarker", 4.0, 2.3, 0.60),
]


def ours(work, frames, size, threads):
    masks = ["--masks"] if work.masks else []
    return sides.landmark(
        f"landmark bench {work.task}, {threads} threads", work.task, frames, "--size",
        "x".join(map(str, size)), "--mode", work.mode, "--max", work.max, "--threads", threads,
        "--model", MODELS / f"{work.bundle}.task", "--detection-interval", work.interval, *masks)


def theirs(work, frames, size):
    return sides.python(f"MediaPipe, {work.name}", "mediapipe_task.py", {
        "task": work.task, "model": str(MODELS / f"{work.bundle}.task"),
        "mode": work.mode, "frames": str(frames), "size": size, "max": work.max,
        "masks": work.masks})


def compare(work, clip, run):
    with contextlib.ExitStack() as stack:
        frames, size = stack.enter_context(clips.raw_frames(clip, MAX_FRAMES))
        made = {name: stack.enter_context(ours(work, frames, size, threads))
                for name, threads in OURS.items() if threads <= sides.most_threads()}
        made["mediapipe"] = stack.enter_context(theirs(work, frames, size))
        answers, facts = sides.take_turns(
            sides.batches(made, BATCH), -(-run.frames // BATCH), run.host)
        return {"clip": clip.name, "size": size, "frameBytes": frames.stat().st_size,
                "sides": {name: sides.total(each) for name, each in answers.items()}} | facts


def measure(work, run):
    row = dataclasses.asdict(work)
    clip = clips.CLIPS[work.task]
    missing = sides.missing(f"{work.bundle}.task") or clips.missing(clip)
    return row | ({"skipped": missing} if missing else compare(work, clip, run))
