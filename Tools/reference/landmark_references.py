"""Writes MediaPipe's results on the footage to Tests/LandmarkTasksTests/Fixtures/mediapipe.json.

usage: landmark_references.py
Needs models/ and footage/ (scripts/fetch-models, scripts/fetch-footage) and the Python package
mediapipe==1.2.2. Image mode, up to two objects per task, all outputs, default confidences. The
pixels' digests are recorded so that a test can distinguish a different decoding from a different
result.
"""
import hashlib
import json
import pathlib

import cv2
import mediapipe as mp
import numpy as np
from mediapipe.tasks.python import BaseOptions, vision

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARGET = ROOT / 'Tests/LandmarkTasksTests/Fixtures/mediapipe.json'
IMAGES = ['astronaut.png'] + [f'carphone_{n:04}.png' for n in range(0, 120, 30)]
MODELS = ['hand_landmarker', 'pose_landmarker_full', 'face_landmarker']
# Masks are sampled at this many positions per side, evenly spaced from 0 to the last pixel.
MASK_SAMPLES = 24
# The footage shows no hand. With these thresholds the models report false positives, which compare
# the arithmetic just as well.
HAND_DETECTION, HAND_PRESENCE = 0.02, 0.001


def model(name):
    return ROOT / 'models' / f'{name}.task'


def options(name):
    return BaseOptions(model_asset_path=str(model(name)))


def landmarker(task):
    if task == 'hand':
        return vision.HandLandmarker.create_from_options(vision.HandLandmarkerOptions(
            base_options=options('hand_landmarker'), num_hands=2,
            min_hand_detection_confidence=HAND_DETECTION,
            min_hand_presence_confidence=HAND_PRESENCE))
    if task == 'pose':
        return vision.PoseLandmarker.create_from_options(vision.PoseLandmarkerOptions(
            base_options=options('pose_landmarker_full'), num_poses=2,
            output_segmentation_masks=True))
    return vision.FaceLandmarker.create_from_options(vision.FaceLandmarkerOptions(
        base_options=options('face_landmarker'), num_faces=2,
        output_face_blendshapes=True, output_facial_transformation_matrixes=True))


def rounded(value, digits=6):
    return round(float(value), digits)


def points(lists, *names):
    return [[[rounded(getattr(p, n)) for n in names] for p in points] for points in lists]


def mask(view):
    values = np.squeeze(view)
    rows, columns = (np.linspace(0, n - 1, MASK_SAMPLES).astype(int) for n in values.shape)
    return {'mean': rounded(values.mean(dtype=np.float64), 7), 'rows': rows.tolist(),
            'columns': columns.tolist(),
            'values': [rounded(values[y, x], 5) for y in rows for x in columns]}


def item_of(task, result):
    if task == 'hand':
        return {'landmarks': points(result.hand_landmarks, 'x', 'y', 'z'),
                'world': points(result.hand_world_landmarks, 'x', 'y', 'z'),
                'handedness': [[h[0].category_name, rounded(h[0].score)]
                               for h in result.handedness]}
    if task == 'pose':
        names = ('x', 'y', 'z', 'visibility', 'presence')
        return {'landmarks': points(result.pose_landmarks, *names),
                'world': points(result.pose_world_landmarks, *names),
                'masks': [mask(m.numpy_view()) for m in result.segmentation_masks or []]}
    return {'landmarks': points(result.face_landmarks, 'x', 'y', 'z'),
            'blendshapes': [[rounded(c.score) for c in b] for b in result.face_blendshapes],
            'matrices': [[rounded(v) for v in np.asarray(m).reshape(-1)]
                         for m in result.facial_transformation_matrixes]}


def main():
    versions = {'mediapipe': mp.__version__, 'numpy': np.__version__, 'opencv': cv2.__version__}
    digests = {n: hashlib.sha256(model(n).read_bytes()).hexdigest() for n in MODELS}
    items = []
    for name in IMAGES:
        image = cv2.imread(str(ROOT / 'footage' / name))
        pixels = np.ascontiguousarray(image[:, :, ::-1])
        item = {'file': name, 'width': pixels.shape[1], 'height': pixels.shape[0],
                'pixels': hashlib.sha256(pixels.tobytes()).hexdigest()}
        for task in ('hand', 'pose', 'face'):
            with landmarker(task) as made:
                image = mp.Image(image_format=mp.ImageFormat.SRGB, data=pixels)
                item[task] = item_of(task, made.detect(image))
        items.append(item)
        print(name, {t: len(item[t]['landmarks']) for t in ('hand', 'pose', 'face')}, flush=True)
    confidences = {'detection': HAND_DETECTION, 'presence': HAND_PRESENCE}
    text = json.dumps({'versions': versions, 'models': digests, 'handConfidences': confidences,
                       'images': items}, separators=(',', ':'))
    # One line per image keeps differences readable.
    TARGET.write_text(text.replace('{"file"', '\n{"file"') + '\n')


if __name__ == '__main__':
    main()
