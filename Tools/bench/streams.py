"""Several streams in one process on two processors, against one stream on one thread.

Both take turns, round by round. What counts is the median of the rounds' ratios: the best one would
say what the machine can do at times, and not what a user gets.
"""

import clips
import sides

STREAMS = 4
ROUNDS = 7
RUNS = 60
AT_LEAST = 1.9


@clips.with_clip
def measure(task, clip):
    reason = sides.cannot_be_two()
    if reason:
        return {"skipped": reason}
    processors = sides.two_processors()
    rates = {1: [], STREAMS: []}
    for _ in range(ROUNDS):
        for count, into in rates.items():
            into.append(sides.report(
                task, clip, "--threads", 1, "--streams", count, "--runs", RUNS,
                processors=processors)["framesPerSecond"])
    return {"streams": STREAMS, "atLeast": AT_LEAST, "one": rates[1], "several": rates[STREAMS]}
