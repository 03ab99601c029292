"""Writes what MediaPipe finds in images and videos that stand in for those of its tests of `mp.solutions`.

usage: record_expected.py TESTDATA, with a Python that has MediaPipe. The files of expected results get the
names that the tests read. NAME.expected gets the constants of the file of tests NAME, by a part of the names of
its tests, as a dictionary in Python.
"""

import functools
import pathlib
import sys

import cv2
import mediapipe as mp
import numpy as np

folder = pathlib.Path(sys.argv[1])
solutions = mp.solutions
POSE_MODELS = ("lite", "full", "heavy")


def image(name):
    return cv2.cvtColor(cv2.imread(str(folder / name)), cv2.COLOR_BGR2RGB)


def frames(name):
    video = cv2.VideoCapture(str(folder / name))
    while True:
        found, frame = video.read()
        if not found:
            return
        yield cv2.cvtColor(frame, cv2.COLOR_BGR2RGB)


def points(landmarks, pixels):
    """Landmarks as an array of x, y and z in pixels."""
    rows, columns, _ = pixels.shape
    return np.array([(p.x * columns, p.y * rows, p.z * columns) for p in landmarks.landmark])


def world_points(landmarks):
    return np.array([(p.x, p.y, p.z) for p in landmarks.landmark])


def rounded(found):
    """What is expected: points of an image, or the middle of those that a video of the same image has."""
    middle = (np.min(found, axis=0) + np.max(found, axis=0)) / 2
    return middle.round(3).tolist()


def results(make, pixels, is_image, count):
    """What a solution finds in an image, or in a video that has the image as every frame."""
    with make(static_image_mode=is_image) as task:
        return [task.process(pixels) for _ in range(1 if is_image else count)]


def write(test, expected):
    (folder / f"{test}.expected").write_text(repr(expected))


def record_hands():
    pixels, expected = image("hands.jpg"), {}
    for complexity, model in enumerate(("lite", "full")):
        for mode in ("static_image", "video"):
            make = functools.partial(solutions.hands.Hands, model_complexity=complexity)
            found = [[points(hand, pixels)[:, :2] for hand in result.multi_hand_landmarks]
                     for result in results(make, pixels, mode != "video", 10)]
            expected[f"{mode}_mode_with_{model}"] = {"EXPECTED_HAND_COORDINATES_PREDICTION": rounded(found)}
    write("hands_test", expected)
    predictions, world = [], []
    with solutions.hands.Hands(max_num_hands=1) as task:
        for pixels in frames("asl_hand.25fps.mp4"):
            result = task.process(pixels)
            nothing = np.full((1, 21, 3), np.nan)
            hands, in_world = result.multi_hand_landmarks, result.multi_hand_world_landmarks
            predictions.append([points(hands[0], pixels)] if hands else nothing)
            world.append([world_points(in_world[0])] if in_world else nothing)
    np.savez(folder / "asl_hand.full.npz", predictions=predictions, w_predictions=world)


def record_pose():
    pixels, expected, masks = image("pose.jpg"), {}, []
    for complexity, model in enumerate(POSE_MODELS):
        for mode in ("static", "video"):
            make = functools.partial(solutions.pose.Pose, model_complexity=complexity, enable_segmentation=True)
            found = results(make, pixels, mode != "video", 3)
            masks += [result.segmentation_mask for result in found]
            expected[f"{mode}_{model}"] = {
                "EXPECTED_POSE_LANDMARKS":
                    rounded([points(result.pose_landmarks, pixels)[:, :2] for result in found]),
                "EXPECTED_POSE_WORLD_LANDMARKS":
                    rounded([world_points(result.pose_world_landmarks) for result in found])}
    write("pose_test", expected)
    # The test reads blue as a person, and red as the background; OpenCV has blue first.
    is_person = np.median(masks, axis=0)[..., None] > 0.5
    cv2.imwrite(str(folder / "pose_segmentation.png"), np.where(is_person, (255, 0, 0), (0, 0, 255)))
    predictions, world = [], []
    with solutions.pose.Pose() as task:
        for pixels in frames("pose_squats.mp4"):
            result = task.process(pixels)
            predictions.append(points(result.pose_landmarks, pixels))
            world.append(world_points(result.pose_world_landmarks))
    np.savez(folder / "pose_squats.full.npz", predictions=predictions, predictions_world=world)


def record_holistic():
    pixels, expected = image("holistic.jpg"), {}
    for complexity, model in enumerate(POSE_MODELS):
        for mode in ("static", "video"):
            make = functools.partial(solutions.holistic.Holistic, model_complexity=complexity)
            found = results(make, pixels, mode != "video", 3)
            expected[f"{mode}_{model}"] = {
                f"EXPECTED_{part.upper()}_LANDMARKS":
                    rounded([points(getattr(result, f"{part}_landmarks"), pixels)[:, :2] for result in found])
                for part in ("pose", "left_hand", "right_hand")}
    write("holistic_test", expected)


def record_faces():
    pixels, detected, meshes = image("portrait.jpg"), {}, {}
    rows, columns, _ = pixels.shape
    for index, model in enumerate(("short", "full")):
        with solutions.face_detection.FaceDetection(model_selection=index) as task:
            location = task.process(pixels).detections[0].location_data
        found = [(p.x * columns, p.y * rows) for p in location.relative_keypoints]
        detected[model] = {f"{model.upper()}_RANGE_EXPECTED_FACE_KEY_POINTS": rounded([found])}
    write("face_detection_test", detected)
    for model in ("no_attention", "with_attention"):
        for mode in ("static_image", "streaming"):
            make = functools.partial(solutions.face_mesh.FaceMesh, refine_landmarks=model == "with_attention")
            found = [points(result.multi_face_landmarks[0], pixels)[:, :2]
                     for result in results(make, pixels, mode != "streaming", 10)]
            numbered = list(enumerate(rounded(found)))
            expected = {"EYE_INDICES_TO_LANDMARKS": dict(numbered[:468])}
            if model == "with_attention":
                expected["IRIS_INDICES_TO_LANDMARKS"] = dict(numbered[468:])
            meshes[f"{mode}_mode_{model}"] = expected
    write("face_mesh_test", meshes)


record_hands()
record_pose()
record_holistic()
record_faces()
