"""Times landmarkkit.solutions against MediaPipe 0.10.21's, the last one that has them.

    Tools/bench/python solutions [--rounds N] [--only TEXT]

Each solution, with its defaults, processes the same frames of a 720p video in a process of each library. They
take turns of ten frames, which begin when the host provides two processors (host.py).
"""

import argparse
import contextlib
import dataclasses
import statistics

import job_clips
import jobs
import markdown
import sides
from host import Host

# Frames of a turn, and of the video.
BATCH = 10
FRAMES = 100
MODEL = "pose_landmarker_full.task"


@dataclasses.dataclass
class Work:
    name: str
    solution: str
    # The task whose clip is processed.
    clip: str
    options: dict = dataclasses.field(default_factory=dict)


WORKS = [
    Work("`Hands`", "hands.Hands", "hand"),
    Work("`Pose`", "pose.Pose", "pose"),
    Work("`FaceMesh`", "face_mesh.FaceMesh", "face"),
    Work("`FaceMesh`, `refine_landmarks`", "face_mesh.FaceMesh", "face", {"refine_landmarks": True}),
    Work("`Holistic`", "holistic.Holistic", "pose"),
    Work("`Holistic`, `refine_face_landmarks`", "holistic.Holistic", "pose", {"refine_face_landmarks": True}),
]


def measured(work, rounds, peak):
    """The answers of both libraries in the rounds that count, by name, and the facts on the rounds."""
    video, = job_clips.videos(work.clip, "720p", False, FRAMES)
    with contextlib.ExitStack() as stack:
        made = {library: stack.enter_context(sides.python(
            f"{library}, {work.name}", "python_solution.py",
            {"library": library, "solution": work.solution, "options": work.options,
             "video": str(video), "frames": FRAMES})) for library in ("landmarkkit", "mediapipe")}
        return sides.take_turns(sides.batches(made, BATCH), rounds, Host(), peak)


def row(work, rounds, peak):
    """A row of the table: milliseconds of a frame, their ratio, and that of the processor's times."""
    answers, facts = measured(work, rounds, peak)
    ours, theirs = sides.total(answers["landmarkkit"]), sides.total(answers["mediapipe"])
    short = facts.get("host", {}).get("short")
    mean = [statistics.mean(side["ms"]) for side in (theirs, ours)]
    same = sum(one == other for one, other in zip(ours["found"], theirs["found"]))
    return [work.name, f"{mean[0]:.1f} ms", f"{mean[1]:.1f} ms", f"{mean[0] / mean[1]:.2f}×",
            f"{ours['processorMs'] / theirs['processorMs']:.2f}", f"{same} of {len(ours['found'])}",
            f"{len(answers['mediapipe'])}" + (f", {short} disturbed" if short else "")]


def main():
    parser = argparse.ArgumentParser(prog="Tools/bench/python solutions", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20, help="turns of ten frames (default: 20)")
    parser.add_argument("--only", default="", metavar="TEXT", help="solutions whose name has the text")
    options = parser.parse_args()
    titles = ["a frame of 720p", "MediaPipe 0.10.21", "LandmarkKit", "ratio", "processor time",
              "as many found", "rounds"]
    with jobs.peak(MODEL) as peak:
        rows = [row(work, options.rounds, peak) for work in WORKS if options.only in work.name]
    print("\n".join(markdown.table(titles, rows)), end="")


if __name__ == "__main__":
    main()
