"""Several streams in one process on two processors, against one stream on one thread.

Both processes keep running and take turns of about equal length. The result is the median of the
rounds' ratios: the best ratio would show what the machine can do at times, not what users
experience.
"""

import contextlib

import clips
import sides

STREAMS = 4
COUNTS = {"several": STREAMS, "one": 1}
# The maximum number of frames in memory.
MAX_FRAMES = 120
ROUNDS = 9
# The length of a turn.
SECONDS = 0.4
WARM_UP = 20
AT_LEAST = 1.9


def frames_per_turn(side):
    """The number of frames of each stream in a turn, from the time that some frames took."""
    side.run(WARM_UP)
    return max(WARM_UP, round(SECONDS * 1e3 * WARM_UP / side.run(WARM_UP)["wallMs"]))


def rate(answer):
    """Frames per second of all streams together."""
    return 1e3 * len(answer["ms"]) / answer["wallMs"]


@clips.with_clip
def measure(task, clip, run):
    reason = sides.two_processors_problem()
    if reason:
        return {"skipped": reason}
    with contextlib.ExitStack() as stack:
        frames, size = stack.enter_context(clips.raw_frames(clip, MAX_FRAMES))
        made = {name: stack.enter_context(sides.landmark(
            f"landmark bench {task}, streams: {count}", task, frames, "--size",
            "x".join(map(str, size)), "--threads", 1, "--streams", count,
            processors=sides.two_processors())) for name, count in COUNTS.items()}
        turns = {name: (side, frames_per_turn(side)) for name, side in made.items()}
        answers, facts = sides.take_turns(turns, ROUNDS, run.host)
    return {"streams": STREAMS, "atLeast": AT_LEAST} | facts | {
        name: [rate(answer) for answer in given] for name, given in answers.items()}
