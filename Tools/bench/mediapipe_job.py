"""Landmarks of videos as JSON Lines, and drawn: a typical script with MediaPipe and OpenCV.

usage: mediapipe_job.py hand|pose|face VIDEO… --model FILE --json FILE [--overlay FILE|FOLDER]
                        [--max N]

The lines contain what `landmark` writes, except ids, which MediaPipe does not have. Several videos
are processed one after another; their overlays go to a folder.
"""

import argparse
import json
import pathlib

import cv2
import mediapipe
from mediapipe.tasks.python import BaseOptions, vision
from mediapipe.tasks.python.vision import drawing_styles, drawing_utils

FACE = vision.FaceLandmarksConnections


def landmarker(task, model, count):
    options = {"base_options": BaseOptions(model_asset_path=model),
               "running_mode": vision.RunningMode.VIDEO}
    if task == "hand":
        return vision.HandLandmarker.create_from_options(
            vision.HandLandmarkerOptions(**options, num_hands=count))
    if task == "pose":
        return vision.PoseLandmarker.create_from_options(
            vision.PoseLandmarkerOptions(**options, num_poses=count))
    return vision.FaceLandmarker.create_from_options(vision.FaceLandmarkerOptions(
        **options, num_faces=count, output_face_blendshapes=True,
        output_facial_transformation_matrixes=True))


def points(landmarks):
    return [[round(point.x, 6), round(point.y, 6), round(point.z, 6)] for point in landmarks]


def visible_points(landmarks):
    return [[round(point.x, 6), round(point.y, 6), round(point.z, 6),
             round(point.visibility, 6), round(point.presence, 6)] for point in landmarks]


def instances(task, result):
    """The hands, poses, or faces of a result, ready for JSON."""
    if task == "hand":
        return [{"handedness": sides[0].category_name, "score": round(sides[0].score, 6),
                 "landmarks": points(landmarks), "worldLandmarks": points(world)}
                for sides, landmarks, world in zip(
                    result.handedness, result.hand_landmarks, result.hand_world_landmarks)]
    if task == "pose":
        return [{"landmarks": visible_points(landmarks), "worldLandmarks": visible_points(world)}
                for landmarks, world in zip(result.pose_landmarks, result.pose_world_landmarks)]
    return [{"landmarks": points(landmarks),
             "blendshapes": {each.category_name: round(each.score, 6) for each in shapes},
             "transformationMatrix": [round(float(each), 6) for each in matrix.ravel()]}
            for landmarks, shapes, matrix in zip(
                result.face_landmarks, result.face_blendshapes,
                result.facial_transformation_matrixes)]


def draw_hand(frame, landmarks):
    drawing_utils.draw_landmarks(
        frame, landmarks, vision.HandLandmarksConnections.HAND_CONNECTIONS,
        drawing_styles.get_default_hand_landmarks_style(),
        drawing_styles.get_default_hand_connections_style())


def draw_pose(frame, landmarks):
    drawing_utils.draw_landmarks(
        frame, landmarks, vision.PoseLandmarksConnections.POSE_LANDMARKS,
        drawing_styles.get_default_pose_landmarks_style())


def draw_face(frame, landmarks):
    for connections, style in (
            (FACE.FACE_LANDMARKS_TESSELATION,
             drawing_styles.get_default_face_mesh_tesselation_style()),
            (FACE.FACE_LANDMARKS_CONTOURS,
             drawing_styles.get_default_face_mesh_contours_style()),
            (FACE.FACE_LANDMARKS_LEFT_IRIS + FACE.FACE_LANDMARKS_RIGHT_IRIS,
             drawing_styles.get_default_face_mesh_iris_connections_style())):
        drawing_utils.draw_landmarks(frame, landmarks, connections, landmark_drawing_spec=None,
                                     connection_drawing_spec=style)


DRAW = {"hand": draw_hand, "pose": draw_pose, "face": draw_face}


def process(task, path, made, lines, overlay):
    """Writes the lines of a video and, with `overlay`, its frames with landmarks drawn."""
    video = cv2.VideoCapture(str(path))
    width, height = (int(video.get(each)) for each in
                     (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
    rate = video.get(cv2.CAP_PROP_FPS)
    writer = None
    if overlay:
        writer = cv2.VideoWriter(str(overlay), cv2.VideoWriter_fourcc(*"mp4v"), rate,
                                 (width, height))
    number = 0
    while True:
        is_there, frame = video.read()
        if not is_there:
            break
        timestamp = round(number * 1000 / rate)
        image = mediapipe.Image(image_format=mediapipe.ImageFormat.SRGB,
                                data=cv2.cvtColor(frame, cv2.COLOR_BGR2RGB))
        result = made.detect_for_video(image, timestamp)
        line = {"file": str(path), "frame": number, "timestampMs": timestamp, "width": width,
                "height": height, f"{task}s": instances(task, result)}
        lines.write(json.dumps(line, separators=(",", ":")) + "\n")
        if writer:
            for landmarks in getattr(result, f"{task}_landmarks"):
                DRAW[task](frame, landmarks)
            writer.write(frame)
        number += 1
    video.release()
    if writer:
        writer.release()


def main():
    parser = argparse.ArgumentParser(prog="mediapipe_job.py")
    parser.add_argument("task", choices=DRAW)
    parser.add_argument("videos", nargs="+", type=pathlib.Path)
    parser.add_argument("--model", required=True)
    parser.add_argument("--json", required=True)
    parser.add_argument("--overlay", type=pathlib.Path)
    parser.add_argument("--max", type=int, default=1)
    options = parser.parse_args()
    if options.overlay and len(options.videos) > 1:
        options.overlay.mkdir(exist_ok=True)
    with open(options.json, "w", encoding="utf-8") as lines:
        for path in options.videos:
            overlay = options.overlay
            if overlay and len(options.videos) > 1:
                overlay /= path.with_suffix(".mp4").name
            with landmarker(options.task, options.model, options.max) as made:
                process(options.task, path, made, lines, overlay)


if __name__ == "__main__":
    main()
