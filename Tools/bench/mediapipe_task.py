"""One of MediaPipe's tasks in video mode, with its defaults, on frames in memory.

usage: mediapipe_task.py hand|pose|face MODEL FRAMES WIDTH HEIGHT MAX

Says {"ready": true}; then “run K” on standard input follows the next K frames of the file and is
answered with one line of JSON: the milliseconds of each call, from the frame to the result in
hand; the part of each that the library itself took, before its result became Python objects; the
processor's milliseconds, of all threads, and the objects found in all K frames.
"""

import json
import sys
import time

import mediapipe
import numpy
from mediapipe.tasks.python import BaseOptions, vision

FRAMES_PER_SECOND = 30


class TimedLibrary:
    """MediaPipe's C library, whose calls for a frame are timed on their way."""

    def __init__(self, library):
        self.library = library
        self.milliseconds = []

    def __getattr__(self, name):
        function = getattr(self.library, name)
        if not name.endswith("DetectForVideo"):
            return function

        def timed(*arguments):
            start = time.perf_counter()
            function(*arguments)
            self.milliseconds.append((time.perf_counter() - start) * 1e3)
        return timed


def landmarker(task, model, most):
    options = {"base_options": BaseOptions(model_asset_path=model),
               "running_mode": vision.RunningMode.VIDEO}
    if task == "hand":
        return vision.HandLandmarker.create_from_options(
            vision.HandLandmarkerOptions(**options, num_hands=most))
    if task == "pose":
        return vision.PoseLandmarker.create_from_options(
            vision.PoseLandmarkerOptions(**options, num_poses=most))
    return vision.FaceLandmarker.create_from_options(vision.FaceLandmarkerOptions(
        **options, num_faces=most, output_face_blendshapes=True,
        output_facial_transformation_matrixes=True))


def main(task, model, path, width, height, most):
    frames = numpy.fromfile(path, numpy.uint8).reshape(-1, int(height), int(width), 3)
    made = landmarker(task, model, int(most))
    made._lib = library = TimedLibrary(made._lib)
    done = 0

    def run(count):
        nonlocal done
        times, found = [], 0
        library.milliseconds = []
        processor = 0
        for _ in range(count):
            image = mediapipe.Image(image_format=mediapipe.ImageFormat.SRGB,
                                    data=frames[done % len(frames)])
            moment = done * 1000 // FRAMES_PER_SECOND
            done += 1
            before = time.process_time()
            start = time.perf_counter()
            result = made.detect_for_video(image, moment)
            times.append((time.perf_counter() - start) * 1e3)
            processor += (time.process_time() - before) * 1e3
            found += len(getattr(result, f"{task}_landmarks"))
        return {"ms": times, "library": library.milliseconds, "processor": processor,
                "found": found}

    run(1)
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        print(json.dumps(run(int(line.split()[1]))), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
