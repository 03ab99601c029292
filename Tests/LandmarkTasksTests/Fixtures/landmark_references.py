#!/usr/bin/env python3
"""Writes MediaPipe's results on the footage to mediapipe.json beside this file.

usage: landmark_references.py
Needs models/ and footage/ (scripts/fetch-models, scripts/fetch-footage) and the Python package
mediapipe==1.2.2. Image mode, up to two objects per task, all outputs, default confidences. The
pixels' digests are recorded so that a test can distinguish a different decoding from a different
result.
"""
import numpy as np
from mediapipe.tasks.python import vision
from mediapipe_results import (
    BUNDLES, FALSE_HANDS, FOLDER, footage, image, landmarker, model, rounded, sha256, versions,
    write_lines)

IMAGES = ['astronaut.png'] + [f'carphone_{n:04}.png' for n in range(0, 120, 30)]
# Masks are sampled at this many positions per side, evenly spaced from 0 to the last pixel.
MASK_SAMPLES = 24


def points(lists, *names):
    return [[[rounded(getattr(p, n), 6) for n in names] for p in points] for points in lists]


def mask(view):
    values = np.squeeze(view)
    rows, columns = (np.linspace(0, n - 1, MASK_SAMPLES).astype(int) for n in values.shape)
    return {'mean': rounded(values.mean(dtype=np.float64), 7), 'rows': rows.tolist(),
            'columns': columns.tolist(),
            'values': [rounded(values[y, x]) for y in rows for x in columns]}


def item_of(task, result):
    if task == 'hand':
        return {'landmarks': points(result.hand_landmarks, 'x', 'y', 'z'),
                'world': points(result.hand_world_landmarks, 'x', 'y', 'z'),
                'handedness': [[h[0].category_name, rounded(h[0].score, 6)]
                               for h in result.handedness]}
    if task == 'pose':
        names = ('x', 'y', 'z', 'visibility', 'presence')
        return {'landmarks': points(result.pose_landmarks, *names),
                'world': points(result.pose_world_landmarks, *names),
                'masks': [mask(m.numpy_view()) for m in result.segmentation_masks or []]}
    return {'landmarks': points(result.face_landmarks, 'x', 'y', 'z'),
            'blendshapes': [[rounded(c.score, 6) for c in b] for b in result.face_blendshapes],
            'matrices': [[rounded(v, 6) for v in np.asarray(m).reshape(-1)]
                         for m in result.facial_transformation_matrixes]}


def main():
    items = []
    for name in IMAGES:
        pixels = footage(name)
        item = {'file': name, 'width': pixels.shape[1], 'height': pixels.shape[0],
                'pixels': sha256(pixels.tobytes())}
        for task in BUNDLES:
            confidences = FALSE_HANDS if task == 'hand' else (0.5, 0.5)
            with landmarker(task, vision.RunningMode.IMAGE, 2, confidences, masks=True) as made:
                item[task] = item_of(task, made.detect(image(pixels)))
        items.append(item)
        print(name, {t: len(item[t]['landmarks']) for t in BUNDLES}, flush=True)
    detection, presence = FALSE_HANDS
    write_lines(FOLDER / 'mediapipe.json', {
        'versions': versions(),
        'models': {name: sha256(model(task).read_bytes()) for task, name in BUNDLES.items()},
        'handConfidences': {'detection': detection, 'presence': presence}, 'images': items}, 'file')


if __name__ == '__main__':
    main()
