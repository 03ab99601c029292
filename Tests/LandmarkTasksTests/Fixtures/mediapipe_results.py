"""MediaPipe's tasks on the package's models, and their results as JSON: what the generators share."""
import gzip
import hashlib
import json
import pathlib

import cv2
import mediapipe as mp
import numpy as np
from mediapipe.tasks.python import BaseOptions, vision

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parents[2]
BUNDLES = {'hand': 'hand_landmarker', 'pose': 'pose_landmarker_full', 'face': 'face_landmarker'}
# The footage shows no hand. With these thresholds of detection and presence the models report false
# positives, which compare the arithmetic just as well.
FALSE_HANDS = (0.02, 0.001)


def model(task):
    return ROOT / 'models' / f'{BUNDLES[task]}.task'


def landmarker_options(task, mode, count, confidences, **more):
    """Options of a landmarker with its defaults, except the confidences of detection and presence."""
    detection, presence = confidences
    return getattr(vision, f'{task.title()}LandmarkerOptions')(
        base_options=BaseOptions(model_asset_path=str(model(task))), running_mode=mode,
        **{f'num_{task}s': count, f'min_{task}_detection_confidence': detection,
           f'min_{task}_presence_confidence': presence}, **more)


def landmarker(task, mode, count, confidences=(0.5, 0.5), masks=False):
    """A landmarker with all outputs, masks if they are wanted."""
    more = {'hand': {}, 'pose': {'output_segmentation_masks': masks},
            'face': {'output_face_blendshapes': True, 'output_facial_transformation_matrixes': True}}
    options = landmarker_options(task, mode, count, confidences, **more[task])
    return getattr(vision, f'{task.title()}Landmarker').create_from_options(options)


def footage(name):
    """An image's pixels as 8-bit RGB."""
    return np.ascontiguousarray(cv2.imread(str(ROOT / 'footage' / name))[:, :, ::-1])


def image(pixels):
    return mp.Image(image_format=mp.ImageFormat.SRGB, data=pixels)


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def versions():
    return {'mediapipe': mp.__version__, 'numpy': np.__version__, 'opencv': cv2.__version__}


def rounded(value, digits=5):
    return round(float(value), digits)


def points(lists, likelihoods=False, kept=None):
    """Landmarks as lists of numbers; those at the indices `kept` only, if there are any."""
    def numbers(p):
        more = [rounded(p.visibility, 4), rounded(p.presence, 4)] if likelihoods else []
        return [rounded(p.x), rounded(p.y), rounded(p.z, 4), *more]
    return [[numbers(ps[i]) for i in kept or range(len(ps))] for ps in lists]


def write_lines(target, value, key):
    """Writes JSON with a line for each object that begins with `key`, which keeps differences readable."""
    text = json.dumps(value, separators=(',', ':'))
    target.write_text(text.replace(f'{{"{key}"', f'\n{{"{key}"') + '\n')


def write_compressed(target, value):
    """Writes compressed JSON. Without the time in gzip's header, equal results give equal bytes."""
    text = json.dumps(value, separators=(',', ':'))
    target.write_bytes(gzip.compress(text.encode(), mtime=0))
    print(f'{target.name}: {target.stat().st_size} bytes')
