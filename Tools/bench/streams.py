"""Several streams in one process on two processors, against one stream on one thread.

Both processes stay and take turns, round by round, each for about as long. What counts is the
median of the rounds' ratios: the best one would say what the machine can do at times, and not what
a user gets.
"""

import contextlib

import clips
import sides

STREAMS = 4
COUNTS = {"several": STREAMS, "one": 1}
# Frames that are in memory.
MOST_FRAMES = 120
ROUNDS = 9
# The time each gets in a round.
SECONDS = 0.4
WARM_UP = 20
AT_LEAST = 1.9


def frames_in_a_round(side):
    """How many frames a stream gets, from the time that many took."""
    side.run(WARM_UP)
    return max(WARM_UP, round(SECONDS * 1e3 * WARM_UP / side.run(WARM_UP)["wallMs"]))


def rate(answer):
    """Frames a second of all streams together."""
    return 1e3 * len(answer["ms"]) / answer["wallMs"]


@clips.with_clip
def measure(task, clip, run):
    reason = sides.cannot_be_two()
    if reason:
        return {"skipped": reason}
    with contextlib.ExitStack() as stack:
        frames, size = stack.enter_context(clips.raw_frames(clip, MOST_FRAMES))
        made = {name: stack.enter_context(sides.landmark(
            f"landmark bench {task}, streams: {count}", task, frames, "--size",
            "x".join(map(str, size)), "--threads", 1, "--streams", count,
            processors=sides.two_processors())) for name, count in COUNTS.items()}
        turns = {name: (side, frames_in_a_round(side)) for name, side in made.items()}
        answers, facts = sides.take_turns(turns, ROUNDS, run.host)
    return {"streams": STREAMS, "atLeast": AT_LEAST} | facts | {
        name: [rate(each) for each in told] for name, told in answers.items()}
