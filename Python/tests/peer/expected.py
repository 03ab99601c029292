"""Writes what MediaPipe finds in the images of its tests, in the form of its own expected results.

usage: expected.py IMAGES MODELS OUT, with a Python that has MediaPipe. It is meant for images that
replace those of MediaPipe's tests, which are not in its repository.
"""

import os
import sys

import mediapipe as mp
from mediapipe.tasks.python import vision
from mediapipe.tasks.python.core.base_options import BaseOptions

images, models, out = sys.argv[1:4]


def block(name, lines, indent=""):
    return [f"{indent}{name} {{", *(f"{indent}  {line}" for line in lines), f"{indent}}}"]


def landmark_lines(landmarks):
    lines = []
    for point in landmarks:
        fields = [f"{key}: {getattr(point, key)!r}" for key in ("x", "y", "z")]
        for key in ("visibility", "presence"):
            if getattr(point, key) is not None:
                fields.append(f"{key}: {getattr(point, key)!r}")
        lines += block("landmark", fields)
    return lines


def category_lines(categories):
    lines = []
    for category in categories:
        fields = [f"score: {category.score!r}", f'label: "{category.category_name}"']
        # Index 0 is not written, as it is the default.
        if category.index:
            fields.append(f"index: {category.index}")
        if category.display_name:
            fields.append(f'display_name: "{category.display_name}"')
        lines += block("classification", fields)
    return lines


def detection_lines(detection):
    box = detection.bounding_box
    lines = block(
        "bounding_box",
        [f"xmin: {box.origin_x}", f"ymin: {box.origin_y}", f"width: {box.width}",
         f"height: {box.height}"])
    for point in detection.keypoints:
        lines += block("relative_keypoints", [f"x: {point.x!r}", f"y: {point.y!r}"])
    return block("location_data", lines)


def found(task, model, image, rotation=0, **options):
    path = os.path.join(images, image)
    if not os.path.exists(path) or not os.path.exists(os.path.join(models, model)):
        return None
    base = BaseOptions(model_asset_path=os.path.join(models, model))
    settings = getattr(vision, f"{task}Options")(base_options=base, **options)
    with getattr(vision, task).create_from_options(settings) as made:
        turn = vision.ImageProcessingOptions(rotation_degrees=rotation)
        return made.detect(mp.Image.create_from_file(path), turn)


def write(name, lines):
    with open(os.path.join(out, name), "w") as file:
        file.write("\n".join(lines) + "\n")


for name, rotation in (("thumb_up", 0), ("pointing_up", 0), ("pointing_up_rotated", -90)):
    result = found("HandLandmarker", "hand_landmarker.task", f"{name}.jpg", rotation)
    if result and result.hand_landmarks:
        lines = block("classifications", category_lines(result.handedness[0]))
        write(f"{name}_landmarks.pbtxt",
              lines + block("landmarks", landmark_lines(result.hand_landmarks[0])))
result = found("PoseLandmarker", "pose_landmarker.task", "pose.jpg")
if result and result.pose_landmarks:
    write("pose_landmarks.pbtxt", block("landmarks", landmark_lines(result.pose_landmarks[0])))
result = found("FaceLandmarker", "face_landmarker_v2.task", "portrait.jpg",
               output_face_blendshapes=True)
if result and result.face_landmarks:
    write("portrait_expected_face_landmarks.pbtxt", landmark_lines(result.face_landmarks[0]))
    write("portrait_expected_blendshapes.pbtxt", category_lines(result.face_blendshapes[0]))
for name, rotation, model in (
    ("portrait", 0, "short_range"), ("portrait_rotated", -90, "short_range"),
    ("portrait", 0, "full_range"),
):
    kind = "_full_range" if model == "full_range" else ""
    result = found("FaceDetector", f"face_detection_{model}.tflite", f"{name}.jpg", rotation)
    if result and result.detections:
        write(f"{name}_expected{kind}_detection.pbtxt", detection_lines(result.detections[0]))
