"""Decoding, drawing, and encoding, which the times of tasks exclude."""

import clips
import sides


def works():
    """The rows: (name, arguments of `landmark bench`, number of runs)."""
    videos = [video for video in (clips.CARPHONE, clips.RABBIT) if not clips.missing(video)]
    for video in videos:
        yield f"decoding {video.name}", ("decode", video), 200
    for task in ("pose", "face"):
        yield f"drawing a {task} on {clips.ASTRONAUT.name}", ("draw", task, clips.ASTRONAUT), 60
    for video in videos:
        yield f"encoding {video.name}", ("encode", video), 200


def measure(work, run):
    name, arguments, runs = work
    report = sides.report(*arguments, "--runs", runs)
    return {"name": name, "size": report["size"], "ms": report["times"]}
