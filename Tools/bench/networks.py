"""Times every network against LiteRT, with the same threads, on noise.

LiteRT computes all outputs of a network; ours computes those that the task needs, or all of them in
rows marked accordingly.
"""

import dataclasses
import statistics
import zipfile

import sides
from repository import MODELS

# The length of a turn.
SECONDS = 0.15
# Landmarks, presence, heatmap and world landmarks: all but the mask.
NO_MASK = "0,1,3,4"
# GFLOP/s of the core that the estimates are for, which has AVX-512.
ESTIMATED_PEAK = 288


@dataclasses.dataclass
class Row:
    name: str
    bundle: str
    entry: str
    outputs: str | None = None
    # The expected milliseconds of the fastest run on one thread, on a core with `ESTIMATED_PEAK`.
    estimate: float | None = None


FULL = ("pose_landmarker_full", "pose_landmarks_detector")
ROWS = [
    Row("hand detector", "hand_landmarker", "hand_detector", None, 2.45),
    Row("hand landmarks", "hand_landmarker", "hand_landmarks_detector", None, 2.6),
    Row("pose detector", "pose_landmarker_full", "pose_detector", None, 3.0),
    Row("pose landmarks lite, no mask", "pose_landmarker_lite", "pose_landmarks_detector",
        NO_MASK),
    Row("pose landmarks full, no mask", *FULL, NO_MASK, 2.85),
    Row("pose landmarks full, all outputs", *FULL, None, 3.8),
    Row("pose landmarks heavy, no mask", "pose_landmarker_heavy", "pose_landmarks_detector",
        NO_MASK),
    Row("face detector", "face_landmarker", "face_detector", None, 0.28),
    Row("face landmarks", "face_landmarker", "face_landmarks_detector", None, 1.05),
    Row("face blendshapes", "face_landmarker", "face_blendshapes"),
]


def full_name(bundle, entry):
    with zipfile.ZipFile(bundle) as archive:
        return next(n for n in archive.namelist() if n.split(".")[0] == entry)


def runs_per_turn(side):
    side.run(3)
    return max(3, round(SECONDS * 1e3 / max(statistics.median(side.run(5)["ms"]), 1e-3)))


def compare(row, threads, run):
    bundle = MODELS / f"{row.bundle}.task"
    entry = full_name(bundle, row.entry)
    outputs = ["--outputs", row.outputs] if row.outputs else []
    with sides.landmark(f"landmark bench network {entry}", "network", f"{bundle}:{entry}",
                        "--threads", threads, *outputs) as ours, \
            sides.python(f"LiteRT, {entry}", "litert_network.py", {
                "bundle": str(bundle), "entry": entry, "threads": threads}) as litert:
        turns = {name: (side, runs_per_turn(side))
                 for name, side in (("ours", ours), ("litert", litert))}
        answers, facts = sides.take_turns(turns, run.rounds, run.host)
        return {"threads": threads, "macs": ours.facts["macs"],
                "rounds": len(answers["ours"])} | facts | {
                    name: sides.total(each)["ms"] for name, each in answers.items()}


def measure(row, run):
    facts = dataclasses.asdict(row)
    missing = sides.missing(f"{row.bundle}.task")
    if missing:
        return facts | {"skipped": missing}
    return facts | {"threads": [compare(row, threads, run)
                                for threads in range(1, sides.most_threads() + 1)]}
