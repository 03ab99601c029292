"""The time to the first result, and the time of the whole command."""

import clips
import sides
from repository import MODELS, PROGRAM

REPETITIONS = 5
# The number of results in each process; the first one counts.
RESULTS = 3
FIRST_AT_MOST = 0.3
COMMANDS = 9
COMMAND_MS = 250
COMMAND_MB = 120
BUNDLES = {"hand": "hand_landmarker", "pose": "pose_landmarker_full", "face": "face_landmarker"}


def image(task):
    return clips.HAND_IMAGE if task == "hand" else clips.ASTRONAUT


def first(task, run):
    """From a bundle's path to the first result, in fresh processes."""
    path, model = image(task), MODELS / f"{BUNDLES[task]}.task"
    missing = sides.missing(model.name) or clips.missing(path)
    if missing:
        return {"name": task, "skipped": missing}
    row = {"name": task, "image": path.name, "atMost": FIRST_AT_MOST, "ours": [],
           "mediapipe": [], "peaks": []}
    options = {"task": task, "model": str(model), "image": str(path)}
    for _ in range(REPETITIONS):
        with sides.landmark(f"landmark bench first {task}", "first", task, path, "--model",
                            model, "--threads", sides.most_threads()) as ours:
            row["ours"].append(ours.run(RESULTS))
            row["peaks"] += ours.peak()[:1]
        with sides.python(f"MediaPipe's first {task}", "mediapipe_first.py", options) as theirs:
            row["mediapipe"].append(theirs.run(RESULTS))
    return row


def command(task, run):
    """The command on one image, from start to end: wall time and peak memory."""
    words = [PROGRAM, task, clips.ASTRONAUT, "--json", "/dev/null", "--quiet"]
    times = sides.costs(COMMANDS, [words])
    return {"name": f"landmark {task} {clips.ASTRONAUT.name}", "atMostMs": COMMAND_MS,
            "atMostMB": COMMAND_MB} | {name: [each[name] for each in times]
                                       for name in ("ms", "peakMB")}
