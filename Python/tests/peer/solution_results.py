"""Writes what `mp.solutions` finds, of MediaPipe or of LandmarkKit.

usage: solution_results.py MODULE FRAMES OUT [SOLUTION…]

MODULE is `mediapipe` or `landmarkkit`. FRAMES is a folder of arrays: images of shape (height, width, 3)
and clips of shape (frames, height, width, 3). OUT becomes a pickle: for each solution either its error,
or for each array and frame the list of what was found.
"""

import importlib
import pathlib
import pickle
import sys

import numpy as np

module, folder, out = sys.argv[1:4]
mp = importlib.import_module(module).solutions

# For each solution how it is created for images (True) or a video (False).
SOLUTIONS = {
    "hands, lite": lambda static: mp.hands.Hands(static, model_complexity=0),
    "hands": lambda static: mp.hands.Hands(static),
    "pose": lambda static: mp.pose.Pose(static),
    "pose, unsmoothed": lambda static: mp.pose.Pose(static, smooth_landmarks=False),
    "pose, mask": lambda static: mp.pose.Pose(static, enable_segmentation=True),
    "face mesh": lambda static: mp.face_mesh.FaceMesh(static, max_num_faces=2),
    "face mesh, refined": lambda static: mp.face_mesh.FaceMesh(static, 2, True),
    "face detection, short": lambda static: mp.face_detection.FaceDetection(),
    "face detection, full": lambda static: mp.face_detection.FaceDetection(model_selection=1),
    "holistic": lambda static: mp.holistic.Holistic(static),
    "holistic, refined": lambda static: mp.holistic.Holistic(static, refine_face_landmarks=True),
    "selfie, general": lambda static: mp.selfie_segmentation.SelfieSegmentation(0),
    "selfie, landscape": lambda static: mp.selfie_segmentation.SelfieSegmentation(1),
}


def points(landmarks):
    """The numbers of landmarks as an array; visibility is NaN where there is none."""
    return np.array([
        [p.x, p.y, p.z, p.visibility if p.HasField("visibility") else np.nan]
        for p in landmarks.landmark])


def detected(detection):
    """The corners of the box and the keypoints as an array of points."""
    location = detection.location_data
    box = location.relative_bounding_box
    corners = [(box.xmin, box.ymin), (box.xmin + box.width, box.ymin + box.height)]
    return np.array([*corners, *((p.x, p.y) for p in location.relative_keypoints)])


def found(result):
    """What a result has, by kind: arrays of points, masks, labels and scores."""
    things = []
    for name in result._fields:
        value = getattr(result, name)
        if value is None:
            continue
        if name == "segmentation_mask":
            things.append((name, value.copy()))
        elif name == "detections":
            things += [(name, detected(one)) for one in value]
            things += [("score", one.score[0]) for one in value]
        elif name == "multi_handedness":
            sides = [one.classification[0] for one in value]
            things += [("label", (side.index, side.label)) for side in sides]
            things += [("score", side.score) for side in sides]
        else:
            things += [(name, points(one)) for one in (value if isinstance(value, list) else [value])]
    return things


results = {}
for title in sys.argv[4:] or SOLUTIONS:
    make = SOLUTIONS[title]
    try:
        of = {}
        for path in sorted(pathlib.Path(folder).glob("*.npy")):
            frames = np.load(path)
            is_image = frames.ndim == 3
            with make(is_image) as solution:
                of[path.stem] = [found(solution.process(f)) for f in (frames[None] if is_image else frames)]
        results[title] = of
    except Exception as error:
        results[title] = f"{type(error).__name__}: {error}"
with open(out, "wb") as file:
    pickle.dump(results, file)
