#!/usr/bin/env python3
"""Writes the results of MediaPipe's older API to solutions.json.gz beside this file.

usage: solutions_references.py
Needs footage/ (scripts/fetch-footage) and the Python packages mediapipe==0.10.21 and opencv-python. Static
images, and the first frames of a clip; the pixels' digests are recorded so that a test can distinguish a
different decoding from a different result.
"""
import gzip
import hashlib
import json
import pathlib

import cv2
import mediapipe as mp
import numpy as np
from video_images import Clip

FOLDER = pathlib.Path(__file__).parent
FOOTAGE = FOLDER.parents[2] / 'footage'
IMAGES = ['astronaut.png', 'carphone_0000.png', 'carphone_0060.png', 'bunny_0040.png',
          'bunny_0112.png']
FRAMES = 40
# The landmarks of a face that are recorded: every so many.
FACE_STEP = 13
# Masks are sampled at this many positions per side, evenly spaced from 0 to the last pixel.
MASK_SAMPLES = 16


def landmarks(message, step=1):
    if message is None:
        return None
    return [[round(v, 6) for v in (p.x, p.y, p.z)] for p in list(message.landmark)[::step]]


def lists(messages, step=1):
    return [landmarks(m, step) for m in messages or []]


def mask(values):
    if values is None:
        return None
    rows, columns = (np.linspace(0, n - 1, MASK_SAMPLES).astype(int) for n in values.shape)
    return {'mean': round(float(values.mean(dtype=np.float64)), 7), 'rows': rows.tolist(),
            'columns': columns.tolist(),
            'values': [round(float(values[y, x]), 5) for y in rows for x in columns]}


def hands(result):
    return {'landmarks': lists(result.multi_hand_landmarks),
            'world': lists(result.multi_hand_world_landmarks),
            'hands': [[h.classification[0].label, round(h.classification[0].score, 6)]
                      for h in result.multi_handedness or []]}


def pose(result):
    found = result.pose_landmarks is not None
    return {'landmarks': [landmarks(result.pose_landmarks)] if found else [],
            'world': [landmarks(result.pose_world_landmarks)] if found else [],
            'mask': mask(result.segmentation_mask)}


def faces(result):
    return {'landmarks': lists(result.multi_face_landmarks, FACE_STEP)}


def detections(result):
    return {'landmarks': [
        [[round(k.x, 6), round(k.y, 6)] for k in d.location_data.relative_keypoints]
        for d in result.detections or []]}


def holistic(result):
    parts = [landmarks(result.pose_landmarks), landmarks(result.left_hand_landmarks),
             landmarks(result.right_hand_landmarks), landmarks(result.face_landmarks, FACE_STEP)]
    return {'landmarks': [part or [] for part in parts]}


def segmentation(result):
    return {'landmarks': [], 'mask': mask(result.segmentation_mask)}


def solutions(static):
    api = mp.solutions
    for complexity in (0, 1):
        yield f'hands-{complexity}', hands, api.hands.Hands(
            static_image_mode=static, model_complexity=complexity)
    yield 'pose', pose, api.pose.Pose(static_image_mode=static, enable_segmentation=True)
    for refined in (False, True):
        name = 'refined' if refined else 'plain'
        yield f'face-mesh-{name}', faces, api.face_mesh.FaceMesh(
            static_image_mode=static, max_num_faces=2, refine_landmarks=refined)
    for selection in (0, 1):
        yield f'face-detection-{selection}', detections, api.face_detection.FaceDetection(
            model_selection=selection)
        yield f'selfie-{selection}', segmentation, api.selfie_segmentation.SelfieSegmentation(
            model_selection=selection)
    yield 'holistic', holistic, api.holistic.Holistic(
        static_image_mode=static, refine_face_landmarks=True)


def sequence(names, images, static):
    results = {}
    for solution, convert, made in solutions(static):
        with made:
            # The holistic solution tracks hands and faces from one static image to the next.
            results[solution] = [convert(made.process(image)) for image in images]
    return {'images': names, 'isStatic': static, 'results': results,
            'pixels': [hashlib.sha256(i.tobytes()).hexdigest() for i in images]}


def main():
    images = [cv2.cvtColor(cv2.imread(str(FOOTAGE / n)), cv2.COLOR_BGR2RGB) for n in IMAGES]
    clip = Clip(FOOTAGE / 'carphone_pristine.mp4')
    frames = [clip.image('clip', n) for n in range(FRAMES)]
    data = {'version': mp.__version__,
            'sequences': [sequence(IMAGES, images, True),
                          sequence([f'clip {n}' for n in range(FRAMES)], frames, False)]}
    text = json.dumps(data, separators=(',', ':')).encode()
    (FOLDER / 'solutions.json.gz').write_bytes(gzip.compress(text, 9, mtime=0))
    print(len(text), 'bytes')


if __name__ == '__main__':
    main()
