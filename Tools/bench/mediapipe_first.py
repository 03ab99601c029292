"""One of MediaPipe's tasks from its bundle's path to the first result.

usage: mediapipe_first.py '{"task": …, "model": …, "image": …}'

A run creates the task and processes the image, which is in memory; imports and loading the library
are excluded.
"""

import cv2
import mediapipe

import mediapipe_task
import program


def main(task, model, image):
    pixels = cv2.cvtColor(cv2.imread(image), cv2.COLOR_BGR2RGB)
    # This also loads MediaPipe's library, which the imports do not.
    image = mediapipe.Image(image_format=mediapipe.ImageFormat.SRGB, data=pixels)

    def first():
        made = mediapipe_task.landmarker(task, model, "image", 1, False)
        return made, mediapipe_task.detect(made, "image", image, 0)[0]

    def run():
        (made, result), took = program.milliseconds(first)
        made.close()
        return {"ms": took, "found": len(getattr(result, f"{task}_landmarks"))}
    program.serve(run)


if __name__ == "__main__":
    main(**program.options())
