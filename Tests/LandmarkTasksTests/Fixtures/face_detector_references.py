#!/usr/bin/env python3
"""Writes MediaPipe's face detections to face_detector.json beside this file.

usage: face_detector_references.py
Needs models/ and footage/ (scripts/fetch-models, scripts/fetch-loose-models,
scripts/fetch-footage) and the Python package mediapipe==1.2.2. Image mode, each model with two
settings: the defaults, and thresholds so low that boxes overlap and NMS merges them.
"""
import zipfile

from mediapipe.tasks.python import BaseOptions, vision
from mediapipe_results import (
    FOLDER, ROOT, footage, image, model, rounded, sha256, versions, write_lines)

IMAGES = ['astronaut.png'] + [f'carphone_{n:04}.png' for n in range(0, 120, 30)]
IMAGES += ['bunny_0040.png', 'bunny_0112.png']
SETTINGS = [(0.5, 0.3), (0.1, 0.6)]


def models():
    with zipfile.ZipFile(model('face')) as bundle:
        yield 'face_landmarker.task', bundle.read('face_detector.tflite')
    loose = 'mediapipe-0.10.21/face_detection_short_range.tflite'
    yield loose, (ROOT / 'models' / loose).read_bytes()


def detection_item(detection):
    box = detection.bounding_box
    return {'score': rounded(detection.categories[0].score, 6),
            'box': [box.origin_x, box.origin_y, box.width, box.height],
            'keypoints': [[rounded(k.x, 6), rounded(k.y, 6)] for k in detection.keypoints]}


def main():
    items = []
    digests = {}
    for name, network in models():
        digests[name] = sha256(network)
        for confidence, suppression in SETTINGS:
            detector = vision.FaceDetector.create_from_options(vision.FaceDetectorOptions(
                base_options=BaseOptions(model_asset_buffer=network),
                min_detection_confidence=confidence, min_suppression_threshold=suppression))
            with detector:
                for file in IMAGES:
                    detections = detector.detect(image(footage(file))).detections
                    items.append({'model': name, 'confidence': confidence,
                                  'suppression': suppression, 'file': file,
                                  'faces': [detection_item(d) for d in detections]})
    write_lines(FOLDER / 'face_detector.json',
                {'versions': versions(), 'networks': digests, 'items': items}, 'model')
    print(sum(len(i['faces']) for i in items), 'faces in', len(items), 'results')


if __name__ == '__main__':
    main()
