"""One of MediaPipe's tasks, with its defaults, on frames in memory.

usage: mediapipe_task.py '{"task": …, "model": …, "mode": …, "max": …, "masks": …,
                           "frames": …, "size": [W, H]}'

A run processes the next frame of the file: from the frame to the result, with masks as arrays of
floats. `libraryMs` is the time of the library itself, before its result became Python objects.
"""

import mediapipe
import numpy
from mediapipe.tasks.python import BaseOptions, vision

import program

FRAMES_PER_SECOND = 30


class TimedLibrary:
    """MediaPipe's C library with its calls for a frame timed."""

    CALLS = ("DetectForVideo", "DetectImage")

    def __init__(self, library):
        self.library = library
        self.milliseconds = None

    def __getattr__(self, name):
        function = getattr(self.library, name)
        if not name.endswith(self.CALLS):
            return function

        def timed(*arguments):
            value, self.milliseconds = program.milliseconds(lambda: function(*arguments))
            return value
        return timed


def landmarker(task, model, mode, count, masks):
    options = {"base_options": BaseOptions(model_asset_path=model),
               "running_mode": vision.RunningMode[mode.upper()]}
    if task == "hand":
        return vision.HandLandmarker.create_from_options(
            vision.HandLandmarkerOptions(**options, num_hands=count))
    if task == "pose":
        return vision.PoseLandmarker.create_from_options(vision.PoseLandmarkerOptions(
            **options, num_poses=count, output_segmentation_masks=masks))
    return vision.FaceLandmarker.create_from_options(vision.FaceLandmarkerOptions(
        **options, num_faces=count, output_face_blendshapes=True,
        output_facial_transformation_matrixes=True))


def detect(made, mode, image, timestamp):
    """The result, and its masks as arrays."""
    result = made.detect(image) if mode == "image" else made.detect_for_video(image, timestamp)
    masks = getattr(result, "segmentation_masks", None) or []
    return result, [mask.numpy_view() for mask in masks]


def main(task, model, mode, frames, size, max=1, masks=False):
    images = numpy.fromfile(frames, numpy.uint8).reshape(-1, size[1], size[0], 3)
    made = landmarker(task, model, mode, max, masks)
    made._lib = library = TimedLibrary(made._lib)
    done = 0

    def run():
        nonlocal done
        image = mediapipe.Image(image_format=mediapipe.ImageFormat.SRGB,
                                data=images[done % len(images)])
        timestamp = done * 1000 // FRAMES_PER_SECOND
        done += 1
        (result, _), took = program.milliseconds(lambda: detect(made, mode, image, timestamp))
        return {"ms": took, "libraryMs": library.milliseconds,
                "found": len(getattr(result, f"{task}_landmarks"))}
    program.serve(run)


if __name__ == "__main__":
    main(**program.options())
