#!/usr/bin/env python3
"""Writes MediaPipe's results in video mode to video.json.gz beside this file.

usage: video_references.py [TARGET]
Needs models/ and footage/ (scripts/fetch-models, scripts/fetch-footage), the ffmpeg program and the
Python package mediapipe==1.2.2. Each item is one landmarker and its images with timestamps, in
order; `video_images.py` defines the image names. For a face, every seventh landmark is recorded,
plus the corners of the eyes, the tip of the nose and the centers of the irises. The footage shows
no hand; a clip with hands is used if it is available, and `region_references.py` goes further.
`video_floor.py` compares TARGET, written by another release of MediaPipe, with these results.
"""
import pathlib
import sys

import mediapipe as mp
import numpy as np
from mediapipe.tasks.python import vision
from mediapipe_results import (
    BUNDLES, FOLDER, image, landmarker, model, points, rounded, sha256, write_compressed)
from video_images import Images

TARGET = FOLDER / 'video.json.gz'
FACE_POINTS = sorted({*range(0, 478, 7), 1, 33, 263, 468, 473})
# Intervals in frames at which blendshapes, and world landmarks of clips, are recorded.
SHAPES, WORLD = 10, 5


def item_of(task, result, index, is_clip):
    wants_world = not is_clip or index % WORLD == 0
    if task == 'hand':
        item = {'landmarks': points(result.hand_landmarks),
                'handedness': [[h[0].category_name, rounded(h[0].score)]
                               for h in result.handedness]}
        if wants_world:
            item['world'] = points(result.hand_world_landmarks)
    elif task == 'pose':
        item = {'landmarks': points(result.pose_landmarks, True)}
        if wants_world:
            item['world'] = points(result.pose_world_landmarks, True)
    else:
        item = {'landmarks': points(result.face_landmarks, kept=FACE_POINTS),
                'matrices': [[rounded(v) for v in np.asarray(m).reshape(-1)]
                             for m in result.facial_transformation_matrixes]}
        if not is_clip or index % SHAPES == 0:
            item['blendshapes'] = [[rounded(c.score) for c in b] for b in result.face_blendshapes]
    return item


def tracked(images, name, task, steps, num=1, confidences=(0.5, 0.5), is_clip=True):
    """One landmarker's results; null for a step that it rejected because of its timestamp."""
    frames = []
    with landmarker(task, vision.RunningMode.VIDEO, num, confidences) as made:
        for index, (step, time) in enumerate(steps):
            try:
                result = made.detect_for_video(image(images.image(step)), time)
            except ValueError:
                frames.append(None)
            else:
                frames.append(item_of(task, result, index, is_clip))
    title = f'{task}, {num} at most: {name}'
    print(title, ''.join('-' if f is None else str(len(f['landmarks'])) for f in frames),
          flush=True)
    item = {'title': title, 'task': task, 'num': num, 'confidences': confidences,
            'steps': steps, 'frames': frames}
    if task == 'face':
        item['points'] = FACE_POINTS
    return item


def two_objects(clip, key=''):
    """Two objects; one, the other, or both are hidden at times."""
    kinds = ['pair'] * 10 + ['top'] * 8 + ['pair'] * 8 + ['bottom'] * 8 + ['pair'] * 8
    steps = [(f'{key}{kind} {i}', clip.time(i)) for i, kind in enumerate(kinds)]
    gone = [(f'black {clip.width}x{2 * clip.height}', clip.time(len(kinds)))]
    return steps + gone + [(f'{key}pair {i}', clip.time(i))
                           for i in range(len(kinds) + 1, len(kinds) + 5)]


def sequences(clip):
    """(name, steps) of short sequences that test one rule each."""
    black = f'black {clip.width}x{clip.height}'
    yield 'lost for a frame', [
        ('clip 0', 0), ('clip 0', 33), (black, 66), ('clip 90', 99), ('clip 90', 132)]
    yield 'another size', [
        ('astronaut.png', 0), ('astronaut.png', 33), ('clip 0', 66), ('clip 2', 99),
        ('astronaut.png', 132)]
    yield 'time from 0', [('clip 0', 0), ('clip 3', 33), ('clip 6', 66), ('clip 9', 99)]
    yield 'time from 1000', [
        ('clip 0', 1000), ('clip 3', 1033), ('clip 6', 1066), ('clip 9', 1099)]
    yield 'slow from 0', [('clip 0', 0), ('clip 3', 100), ('clip 6', 200), ('clip 9', 300)]
    yield 'slow from 1000', [
        ('clip 0', 1000), ('clip 3', 1100), ('clip 6', 1200), ('clip 9', 1300)]
    yield 'time from -5', [('clip 0', -5), ('clip 3', 0), ('clip 6', 10), ('clip 9', 43)]
    yield 'times that go back', [
        ('clip 0', 0), ('clip 3', 10), ('clip 40', 10), ('clip 80', 9), ('clip 6', 11),
        ('clip 9', 44)]
    yield 'a gap', [('clip 0', 0), ('clip 3', 33), ('clip 60', 5033), ('clip 63', 5066)]


def items(images):
    clip = images.main.steps('clip')
    yield tracked(images, 'the clip', 'hand', clip)
    yield tracked(images, 'the clip', 'pose', clip)
    yield tracked(images, 'the clip', 'face', clip)
    yield tracked(images, 'the clip', 'face', clip[:25], 2)
    yield tracked(images, 'the clip', 'pose', clip[:25], 2)
    yield tracked(images, 'two people', 'face', two_objects(images.main), 2)
    yield tracked(images, 'two people', 'pose', two_objects(images.main), 2, (0.3, 0.5))
    for name, steps in sequences(images.main):
        for task in ('pose', 'face'):
            yield tracked(images, name, task, steps, is_clip=False)
    hands = images.clips.get('hands ')
    if hands is None:
        print('../shared/assets has no clip of hands: its items are omitted', file=sys.stderr)
        return
    yield tracked(images, 'shared hand', 'hand', hands.steps('hands clip', 25), 2)
    yield tracked(images, 'two shared hands', 'hand', two_objects(hands, 'hands '), 2)
    meeting = [(f'hands meet {i}', hands.time(i)) for i in range(13)]
    yield tracked(images, 'hands that meet', 'hand', meeting, 2, is_clip=False)


def main():
    images = Images()
    target = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    write_compressed(target, {
        'versions': {'mediapipe': mp.__version__},
        'models': {task: sha256(model(task).read_bytes()) for task in BUNDLES},
        'clip': images.main.description(), 'items': list(items(images))})


if __name__ == '__main__':
    main()
