"""The cost of larger images of the same scene."""

import contextlib

import clips
import sides

SIZES = {"VGA": (640, 480), "720p": (1280, 720), "1080p": (1920, 1080)}
# The maximum number of frames of each size in memory, and the number that are timed.
MAX_FRAMES = 40
COUNT = 160
BATCH = 10
# The maximum time of a frame, as a multiple of one in VGA.
AT_MOST = 1.05


@clips.with_clip
def measure(task, clip, run):
    with contextlib.ExitStack() as stack:
        made = {}
        for name, size in SIZES.items():
            frames, size = stack.enter_context(clips.raw_frames(clip, MAX_FRAMES, size))
            made[name] = stack.enter_context(sides.landmark(
                f"landmark bench {task}, {size[0]}x{size[1]}", task, frames, "--size",
                "x".join(map(str, size)), "--threads", sides.most_threads()))
        answers, facts = sides.take_turns(sides.batches(made, BATCH), COUNT // BATCH, run.host)
        return {"atMost": AT_MOST,
                "sizes": {name: sides.total(each) for name, each in answers.items()}} | facts
