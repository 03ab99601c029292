"""Conversion of MediaPipe's messages to and from JSON values, random values, and graphs as text.

Loads only the messages of the Python package mediapipe==0.10.21.
"""
import base64
import importlib
import importlib.util
import pathlib
import sys
import types

import numpy as np

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parents[2]
PACKAGE = pathlib.Path(importlib.util.find_spec('mediapipe').submodule_search_locations[0])
# The package's own __init__ requires OpenCV and more.
for name in ('mediapipe', 'mediapipe.python'):
    module = types.ModuleType(name)
    module.__path__ = [str(PACKAGE.joinpath(*name.split('.')[1:]))]
    sys.modules[name] = module


def load(*patterns):
    """Imports the messages in the files that match patterns."""
    for path in sorted(path for pattern in patterns for path in PACKAGE.glob(pattern)):
        importlib.import_module('.'.join(('mediapipe', *path.relative_to(PACKAGE).with_suffix('').parts)))


load('calculators/**/*_pb2.py', 'framework/tool/*_pb2.py', 'modules/**/*_pb2.py')

from google.protobuf import text_format  # noqa: E402
from mediapipe.framework import calculator_pb2  # noqa: E402
from mediapipe.framework.formats import classification_pb2, detection_pb2, landmark_pb2, rect_pb2  # noqa: E402

RANDOM = np.random.default_rng(20)


def number(value):
    """The shortest number that is equal in single precision."""
    return float(str(np.float32(value)))


def numbers(*values):
    return [number(value) for value in values]


def uniform(*bounds):
    return number(RANDOM.uniform(*bounds))


# Packets: (type, value that JSON can hold) to and from MediaPipe's.

def rect(value):
    x, y, width, height, rotation = value
    return rect_pb2.NormalizedRect(
        x_center=x, y_center=y, width=width, height=height, rotation=rotation)


def rect_value(rect):
    return numbers(rect.x_center, rect.y_center, rect.width, rect.height, rect.rotation)


def pixel_rect(value):
    x, y, width, height, rotation = value
    return rect_pb2.Rect(x_center=x, y_center=y, width=width, height=height, rotation=rotation)


def pixel_rect_value(rect):
    return [rect.x_center, rect.y_center, rect.width, rect.height, number(rect.rotation)]


def classes(value):
    return classification_pb2.ClassificationList(classification=[
        classification_pb2.Classification(index=index, score=score, label=label, display_name=shown)
        for index, score, label, shown in value])


def classes_value(classes):
    return [[item.index, number(item.score), item.label, item.display_name] for item in classes.classification]


def points(value, kind, item):
    result = kind()
    for x, y, z, visibility, presence in value:
        point = item(x=x, y=y, z=z)
        if visibility is not None:
            point.visibility = visibility
        if presence is not None:
            point.presence = presence
        result.landmark.append(point)
    return result


def points_value(points):
    return [[*numbers(p.x, p.y, p.z),
             number(p.visibility) if p.HasField('visibility') else None,
             number(p.presence) if p.HasField('presence') else None] for p in points.landmark]


def detection(value):
    result = detection_pb2.Detection(
        score=value['scores'], label_id=value['ids'], label=value['labels'],
        detection_id=value.get('id'))
    location = result.location_data
    location.format = location.RELATIVE_BOUNDING_BOX
    box = location.relative_bounding_box
    box.xmin, box.ymin, box.width, box.height = value['box']
    for x, y in value['points']:
        location.relative_keypoints.add(x=x, y=y)
    return result


def detection_value(detection):
    location = detection.location_data
    box = location.relative_bounding_box
    return {'scores': numbers(*detection.score), 'ids': list(detection.label_id),
            'labels': list(detection.label), 'displayNames': list(detection.display_name),
            'box': numbers(box.xmin, box.ymin, box.width, box.height),
            'points': [numbers(p.x, p.y) for p in location.relative_keypoints]}


def image_value(data):
    data = np.ascontiguousarray(data)
    height, width = data.shape[:2]
    return {'width': width, 'height': height, 'channels': data.size // (width * height),
            'bytes': base64.b64encode(data.tobytes()).decode()}


WORLD = (landmark_pb2.LandmarkList, landmark_pb2.Landmark)
NORMAL = (landmark_pb2.NormalizedLandmarkList, landmark_pb2.NormalizedLandmark)


# Inputs.

def random_rect(rotated=True):
    return numbers(uniform(0, 1), uniform(0, 1), uniform(0.01, 1.2), uniform(0.01, 1.2),
                   uniform(-4, 4) if rotated else 0)


def random_pixel_rect():
    return [*(int(v) for v in RANDOM.integers(-20, 200, 2)), *(int(v) for v in RANDOM.integers(1, 90, 2)),
            uniform(-2, 2)]


def random_points(count, likelihoods=False):
    return [[*numbers(uniform(-0.2, 1.2), uniform(-0.2, 1.2), uniform(-0.5, 0.5)),
             uniform(0, 1) if likelihoods else None, uniform(0, 1) if likelihoods else None]
            for _ in range(count)]


def random_detection(keypoints=4, around=None):
    x, y = around or (uniform(0, 1), uniform(0, 1))
    width, height = uniform(0.1, 0.4), uniform(0.1, 0.4)
    x, y = x + uniform(-0.1, 0.1), y + uniform(-0.1, 0.1)
    return {'scores': [uniform(0.3, 1)], 'ids': [int(RANDOM.integers(0, 3))], 'labels': [],
            'box': numbers(x - width / 2, y - height / 2, width, height),
            'points': [numbers(uniform(0, 1), uniform(0, 1)) for _ in range(keypoints)]}


def random_image(width, height, channels=3):
    return image_value(RANDOM.integers(0, 256, (height, width, channels), np.uint8))


def blank(width, height):
    return image_value(np.zeros((height, width, 3), np.uint8))


# Graphs.

def node(calculator, inputs='', outputs='', options='', side=''):
    """A node; `options` is `Type { … }` without the namespace."""
    lines = [f'  calculator: "{calculator}"']
    lines += [f'  input_stream: "{name}"' for name in inputs.split()]
    lines += [f'  input_side_packet: "{name}"' for name in side.split()]
    lines += [f'  output_stream: "{name}"' for name in outputs.split()]
    if options:
        kind, body = options.split(' ', 1)
        lines.append(f'  node_options: {{ [type.googleapis.com/mediapipe.{kind}] {body} }}')
    return 'node {\n' + '\n'.join(lines) + '\n}\n'


def binary(text):
    config = text_format.Parse(text, calculator_pb2.CalculatorGraphConfig())
    return base64.b64encode(config.SerializeToString(deterministic=True)).decode()
