"""Several streams in one process on two processors, against one stream on one thread."""

import clips
import sides

STREAMS = 4
ROUNDS = 3
RUNS = 100
AT_LEAST = 1.9


def measure(task, run):
    clip = clips.here(clips.CLIPS[task])
    if clip is None:
        return {"name": task, "skipped": clips.missing(clips.CLIPS[task])}
    processors = sides.two_processors()
    rates = {1: [], STREAMS: []}
    for _ in range(ROUNDS):
        for count, into in rates.items():
            into.append(sides.report(
                task, clip, "--threads", 1, "--streams", count, "--runs", RUNS,
                processors=processors)["framesPerSecond"])
    return {"name": task, "clip": clip.name, "streams": STREAMS, "atLeast": AT_LEAST,
            "one": rates[1], "several": rates[STREAMS]}
