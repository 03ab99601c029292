"""Writes MediaPipe's face detections to Tests/LandmarkTasksTests/Fixtures/face_detector.json.

usage: face_detector_references.py
Needs models/ and footage/ (scripts/fetch-models, scripts/fetch-loose-models,
scripts/fetch-footage) and the Python package mediapipe==1.2.2. Image mode, each model with two
settings: the defaults, and thresholds so low that boxes overlap and NMS merges them.
"""
import hashlib
import json
import pathlib
import zipfile

import cv2
import mediapipe as mp
import numpy as np
from mediapipe.tasks.python import BaseOptions, vision

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARGET = ROOT / 'Tests/LandmarkTasksTests/Fixtures/face_detector.json'
IMAGES = ['astronaut.png'] + [f'carphone_{n:04}.png' for n in range(0, 120, 30)]
IMAGES += ['bunny_0040.png', 'bunny_0112.png']
SETTINGS = [(0.5, 0.3), (0.1, 0.6)]


def models():
    with zipfile.ZipFile(ROOT / 'models/face_landmarker.task') as bundle:
        yield 'face_landmarker.task', bundle.read('face_detector.tflite')
    loose = 'mediapipe-0.10.21/face_detection_short_range.tflite'
    yield loose, (ROOT / 'models' / loose).read_bytes()


def pixels(name):
    return np.ascontiguousarray(cv2.imread(str(ROOT / 'footage' / name))[:, :, ::-1])


def detection_item(detection):
    box = detection.bounding_box
    return {'score': round(float(detection.categories[0].score), 6),
            'box': [box.origin_x, box.origin_y, box.width, box.height],
            'keypoints': [[round(float(k.x), 6), round(float(k.y), 6)]
                          for k in detection.keypoints]}


def main():
    items = []
    digests = {}
    for model, network in models():
        digests[model] = hashlib.sha256(network).hexdigest()
        for confidence, suppression in SETTINGS:
            detector = vision.FaceDetector.create_from_options(vision.FaceDetectorOptions(
                base_options=BaseOptions(model_asset_buffer=network),
                min_detection_confidence=confidence, min_suppression_threshold=suppression))
            with detector:
                for name in IMAGES:
                    image = mp.Image(image_format=mp.ImageFormat.SRGB, data=pixels(name))
                    faces = [detection_item(d) for d in detector.detect(image).detections]
                    items.append({'model': model, 'confidence': confidence,
                                  'suppression': suppression, 'file': name, 'faces': faces})
    versions = {'mediapipe': mp.__version__, 'numpy': np.__version__, 'opencv': cv2.__version__}
    text = json.dumps({'versions': versions, 'networks': digests, 'items': items},
                      separators=(',', ':'))
    # One line per image keeps differences readable.
    TARGET.write_text(text.replace('{"model"', '\n{"model"') + '\n')
    print(sum(len(i['faces']) for i in items), 'faces in', len(items), 'results')


if __name__ == '__main__':
    main()
