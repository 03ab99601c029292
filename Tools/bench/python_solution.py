"""One of the solutions of `mp.solutions`, with its defaults, on the frames of a video.

usage: python_solution.py '{"library": …, "solution": …, "options": {…}, "video": …, "frames": N}'

A run processes the next frame of the video, back and forth. `library` is the module that has `solutions`.
"""

import importlib
import itertools
import operator

import cv2

import clips
import program

# The fields of results, which a solution has some of: lists of instances, and instances.
SEVERAL = ("multi_hand_landmarks", "multi_face_landmarks")
SINGLE = ("pose_landmarks", "face_landmarks", "left_hand_landmarks", "right_hand_landmarks")


def decoded(path, count):
    """The first frames of a video as RGB arrays."""
    frames = [cv2.cvtColor(frame, cv2.COLOR_BGR2RGB)
              for frame in itertools.islice(clips.decoded(path), count)]
    if not frames:
        raise RuntimeError(f"{path} has no frames that can be decoded")
    return frames


def main(library, solution, options, video, frames):
    images = decoded(video, frames)
    images += images[-2:0:-1]
    made = operator.attrgetter(solution)(importlib.import_module(library).solutions)(**options)
    done = 0

    def run():
        nonlocal done
        image = images[done % len(images)]
        done += 1
        result, took = program.milliseconds(lambda: made.process(image))
        return {"ms": took, "found": found(result)}
    program.serve(run)


def found(result):
    """How many hands, poses and faces a result has."""
    several = [getattr(result, name, None) or [] for name in SEVERAL]
    single = [getattr(result, name, None) is not None for name in SINGLE]
    return sum(map(len, several)) + sum(single)


if __name__ == "__main__":
    main(**program.options())
