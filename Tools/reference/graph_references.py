"""Writes what MediaPipe's runner makes of small graphs to
Tests/LandmarkCalculatorsTests/Fixtures/graphs.json.gz.

usage: graph_references.py
Needs the Python packages mediapipe==0.10.21 (of which only the runner is loaded), numpy<2,
pillow and protobuf<5, the models of `make loose-models` and the footage of `make fetch`. Each item is a graph as text, the packets that go into it, and those that come out.
"""
import base64
import gzip
import importlib
import importlib.util
import json
import pathlib
import sys
import types

import numpy as np
from PIL import Image

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARGET = ROOT / 'Tests/LandmarkCalculatorsTests/Fixtures/graphs.json.gz'
MODELS = 'models/mediapipe-0.10.21/'
PACKAGE = pathlib.Path(importlib.util.find_spec('mediapipe').submodule_search_locations[0])
# The package's own __init__ needs OpenCV and more.
for name in ('mediapipe', 'mediapipe.python'):
    module = types.ModuleType(name)
    module.__path__ = [str(PACKAGE.joinpath(*name.split('.')[1:]))]
    sys.modules[name] = module
for path in sorted(PACKAGE.glob('calculators/**/*_pb2.py')):
    importlib.import_module('.'.join(('mediapipe', *path.relative_to(PACKAGE).with_suffix('').parts)))

from google.protobuf import text_format  # noqa: E402
from mediapipe.framework import calculator_pb2  # noqa: E402
from mediapipe.framework.formats import detection_pb2, landmark_pb2, rect_pb2  # noqa: E402
from mediapipe.python import packet_creator, packet_getter  # noqa: E402
from mediapipe.python._framework_bindings import calculator_graph, image_frame  # noqa: E402

RANDOM = np.random.default_rng(20)
LOCATION = detection_pb2.Detection().location_data


def number(value):
    """The shortest number that is the same in single precision."""
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
        score=value['scores'], label_id=value['ids'], label=value['labels'])
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
            'labels': list(detection.label),
            'box': numbers(box.xmin, box.ymin, box.width, box.height),
            'points': [numbers(p.x, p.y) for p in location.relative_keypoints]}


def image(value):
    if 'file' in value:
        value = image_value(np.asarray(Image.open(ROOT / value['file']).convert('RGB')))
    shape = (value['height'], value['width'], value['channels'])
    data = np.frombuffer(base64.b64decode(value['bytes']), np.uint8).reshape(shape)
    kind = {1: image_frame.ImageFormat.GRAY8, 3: image_frame.ImageFormat.SRGB}[shape[2]]
    return packet_creator.create_image_frame(
        image_frame.ImageFrame(kind, np.ascontiguousarray(data[:, :, 0] if shape[2] == 1 else data)))


def image_value(data):
    data = np.ascontiguousarray(data)
    height, width = data.shape[:2]
    return {'width': width, 'height': height, 'channels': data.size // (width * height),
            'bytes': base64.b64encode(data.tobytes()).decode()}


WORLD = (landmark_pb2.LandmarkList, landmark_pb2.Landmark)
NORMAL = (landmark_pb2.NormalizedLandmarkList, landmark_pb2.NormalizedLandmark)
MAKE = {
    'int': packet_creator.create_int, 'bool': packet_creator.create_bool,
    'float': packet_creator.create_float, 'floats': packet_creator.create_float_vector,
    'image': image,
    'rect': lambda v: packet_creator.create_proto(rect(v)),
    'landmarks': lambda v: packet_creator.create_proto(points(v, *NORMAL)),
    'world': lambda v: packet_creator.create_proto(points(v, *WORLD)),
    'detection': lambda v: packet_creator.create_proto(detection(v)),
}
# Arrays cannot be made in Python, only by a loop over their elements: the type of those, and the
# calculator that collects them.
ARRAYS = {
    'rects': ('rect', 'EndLoopNormalizedRectCalculator'),
    'detections': ('detection', 'EndLoopDetectionCalculator'),
}
READ = {
    'int': packet_getter.get_int, 'bool': packet_getter.get_bool,
    'float': lambda p: number(packet_getter.get_float(p)),
    'floats': lambda p: numbers(*packet_getter.get_float_list(p)),
    'image': lambda p: image_value(packet_getter.get_image_frame(p).numpy_view()),
    'rect': lambda p: rect_value(packet_getter.get_proto(p)),
    'rects': lambda p: [rect_value(r) for r in packet_getter.get_proto_list(p)],
    'landmarks': lambda p: points_value(packet_getter.get_proto(p)),
    'landmarkLists': lambda p: [points_value(v) for v in packet_getter.get_proto_list(p)],
    'world': lambda p: points_value(packet_getter.get_proto(p)),
    'detection': lambda p: detection_value(packet_getter.get_proto(p)),
    'detections': lambda p: [detection_value(d) for d in packet_getter.get_proto_list(p)],
}


# Inputs.

def random_rect(rotated=True):
    return numbers(uniform(0, 1), uniform(0, 1), uniform(0.01, 1.2), uniform(0.01, 1.2),
                   uniform(-4, 4) if rotated else 0)


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

ITEMS = []


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


def looped(stream, type):
    """The part of a graph that provides an input stream."""
    if type not in ARRAYS:
        return f'input_stream: "{stream}"\n'
    return (f'input_stream: "{stream}_count"\ninput_stream: "{stream}_item"\n'
            + node('BeginLoopIntCalculator', f'ITERABLE:{stream}_count',
                   f'ITEM:{stream}_unused BATCH_END:{stream}_end')
            + node(ARRAYS[type][1], f'ITEM:{stream}_item BATCH_END:{stream}_end',
                   f'ITERABLE:{stream}'))


def add(name, nodes, inputs, outputs, packets, side=None, tolerance=0):
    """`inputs` and `outputs` are names with types; `packets` (stream, timestamp, value)."""
    text = ''.join(f'output_stream: "{stream}"\n' for stream in outputs)
    text += ''.join(f'input_side_packet: "{stream}"\n' for stream in side or {})
    text += ''.join(nodes)
    plain = ''.join(f'input_stream: "{stream}"\n' for stream in inputs) + text
    # An empty array has no packet.
    packets = [p for p in packets if inputs[p[0]] not in ARRAYS or p[2]]
    received = {stream: [] for stream in outputs}
    graph = calculator_graph.CalculatorGraph(
        graph_config=''.join(looped(stream, type) for stream, type in inputs.items())
        + text.replace(MODELS, f'{ROOT}/{MODELS}'))

    def observe(stream, packet):
        received[stream].append([packet.timestamp.value, READ[outputs[stream]](packet)])

    for stream in outputs:
        graph.observe_output_stream(stream, observe)
    graph.start_run({n: MAKE[kind](value) for n, (kind, value) in (side or {}).items()})
    sent = dict.fromkeys(inputs, 0)
    for stream, timestamp, value in packets:
        type = inputs[stream]
        if type not in ARRAYS:
            graph.add_packet_to_input_stream(stream, MAKE[type](value).at(timestamp))
            continue
        graph.add_packet_to_input_stream(
            f'{stream}_count', packet_creator.create_int_vector([0] * len(value)).at(timestamp))
        for element in value:
            graph.add_packet_to_input_stream(
                f'{stream}_item', MAKE[ARRAYS[type][0]](element).at(sent[stream]))
            sent[stream] += 1
    graph.close()
    ITEMS.append({
        'name': name, 'graph': plain, 'binary': binary(plain), 'inputs': inputs, 'outputs': outputs, 'side': side or {},
        'packets': packets, 'received': received, 'tolerance': tolerance})
    print(f'{name}: {sum(len(r) for r in received.values())} packets')


def sizes(stream='image'):
    return node('ImagePropertiesCalculator', f'IMAGE:{stream}', 'SIZE:size')


def rects_from_detections():
    for options in (
            '', 'conversion_mode: USE_KEYPOINTS', 'output_zero_rect_for_empty_detections: true',
            'rotation_vector_start_keypoint_index: 0 rotation_vector_end_keypoint_index: 2'
            ' rotation_vector_target_angle_degrees: 90',
            'rotation_vector_start_keypoint_index: 3 rotation_vector_end_keypoint_index: 1'
            ' rotation_vector_target_angle: -0.3 conversion_mode: USE_KEYPOINTS'):
        kind = f'DetectionsToRectsCalculatorOptions {{ {options} }}'
        packets = []
        for time in range(6):
            packets.append(('image', time, blank(64, 48)))
            packets.append(('in', time, [random_detection() for _ in range(time % 3)]))
        for tag, type in (('NORM_RECT', 'rect'), ('NORM_RECTS', 'rects')):
            add(f'DetectionsToRects {tag} {options}',
                [sizes(), node('DetectionsToRectsCalculator', 'DETECTIONS:in IMAGE_SIZE:size',
                               f'{tag}:out', kind)],
                {'image': 'image', 'in': 'detections'}, {'out': type}, packets)


def rect_transformation():
    for options in (
            'scale_x: 2.6 scale_y: 2.6 shift_y: -0.5 square_long: true',
            'scale_x: 1.5 scale_y: 2 square_short: true', 'shift_x: 0.25 shift_y: 0.1',
            'rotation_degrees: 90 shift_y: 0.5', 'rotation: 0.7 shift_x: -0.3 square_long: true'):
        kind = f'RectTransformationCalculatorOptions {{ {options} }}'
        packets = []
        for time in range(8):
            packets.append(('image', time, blank(64, 40)))
            packets.append(('in', time, random_rect(time % 2 == 0)))
        add(f'RectTransformation {options}',
            [sizes(), node('RectTransformationCalculator', 'NORM_RECT:in IMAGE_SIZE:size', 'out',
                           kind)],
            {'image': 'image', 'in': 'rect'}, {'out': 'rect'}, packets)


def suppression():
    for options in (
            'min_suppression_threshold: 0.3 overlap_type: INTERSECTION_OVER_UNION'
            ' algorithm: WEIGHTED',
            'min_suppression_threshold: 0.3 overlap_type: INTERSECTION_OVER_UNION',
            'min_suppression_threshold: 0.2 overlap_type: JACCARD max_num_detections: 3',
            'min_suppression_threshold: 0.4 overlap_type: MODIFIED_JACCARD'
            ' min_score_threshold: 0.5 return_empty_detections: true'):
        kind = f'NonMaxSuppressionCalculatorOptions {{ {options} }}'
        places = [(0.3, 0.3), (0.6, 0.5), (0.4, 0.8)]
        packets = [('in', time, [random_detection(2, places[i % 3]) for i in range(2 * time)])
                   for time in range(6)]
        add(f'NonMaxSuppression {options}', [node('NonMaxSuppressionCalculator', 'in', 'out', kind)],
            {'in': 'detections'}, {'out': 'detections'}, packets)


def letterboxes():
    fit = 'ImageTransformationCalculatorOptions { output_width: 20 output_height: 32 scale_mode: FIT }'
    scale = node('ImageTransformationCalculator', 'IMAGE:image',
                 'IMAGE:scaled LETTERBOX_PADDING:padding', fit)
    for width, height in ((24, 16), (8, 30)):
        images = [('image', time, blank(width, height)) for time in range(3)]
        add(f'DetectionLetterboxRemoval {width}x{height}',
            [scale, node('DetectionLetterboxRemovalCalculator',
                         'DETECTIONS:in LETTERBOX_PADDING:padding', 'DETECTIONS:out')],
            {'image': 'image', 'in': 'detections'}, {'out': 'detections'},
            images + [('in', t, [random_detection() for _ in range(t)]) for t in range(3)])
        add(f'LandmarkLetterboxRemoval {width}x{height}',
            [scale, node('LandmarkLetterboxRemovalCalculator',
                         'LANDMARKS:in LETTERBOX_PADDING:padding', 'LANDMARKS:out')],
            {'image': 'image', 'in': 'landmarks'}, {'out': 'landmarks'},
            images + [('in', t, random_points(5, t == 1)) for t in range(3)])


def projections():
    for options in ('', 'ignore_rotation: true'):
        kind = f'LandmarkProjectionCalculatorOptions {{ {options} }}'
        for more in ('', ' IMAGE_DIMENSIONS:size'):
            if more and options:
                continue
            packets = []
            for time in range(5):
                packets.append(('image', time, blank(48, 64)))
                packets.append(('in', time, random_points(6, time == 2)))
                if time != 3:
                    packets.append(('rect', time, random_rect()))
            add(f'LandmarkProjection{more} {options}',
                [sizes(), node('LandmarkProjectionCalculator',
                               f'NORM_LANDMARKS:in NORM_RECT:rect{more}', 'NORM_LANDMARKS:out',
                               kind)],
                {'image': 'image', 'in': 'landmarks', 'rect': 'rect'}, {'out': 'landmarks'},
                packets)
    packets = []
    for time in range(4):
        packets += [('in', time, random_points(6)), ('rect', time, random_rect())]
    add('WorldLandmarkProjection',
        [node('WorldLandmarkProjectionCalculator', 'LANDMARKS:in NORM_RECT:rect', 'LANDMARKS:out')],
        {'in': 'world', 'rect': 'rect'}, {'out': 'world'}, packets)
    tensor = ('ImageToTensorCalculatorOptions { output_tensor_width: 6 output_tensor_height: 4'
              ' keep_aspect_ratio: true output_tensor_float_range { min: 0 max: 1 } }')
    packets = []
    for time in range(4):
        packets += [('image', time, random_image(32, 24)), ('rect', time, random_rect()),
                    ('points', time, random_points(4)),
                    ('detections', time, [random_detection(3) for _ in range(time)])]
    add('projections by the matrix of ImageToTensor',
        [node('ImageToTensorCalculator', 'IMAGE:image NORM_RECT:rect',
              'TENSORS:tensors MATRIX:matrix', tensor),
         node('LandmarkProjectionCalculator', 'NORM_LANDMARKS:points PROJECTION_MATRIX:matrix',
              'NORM_LANDMARKS:projected_points'),
         node('DetectionProjectionCalculator', 'DETECTIONS:detections PROJECTION_MATRIX:matrix',
              'DETECTIONS:projected_detections')],
        {'image': 'image', 'rect': 'rect', 'points': 'landmarks', 'detections': 'detections'},
        {'projected_points': 'landmarks', 'projected_detections': 'detections'}, packets)


def tensors():
    for options in (
            'output_tensor_width: 7 output_tensor_height: 5 keep_aspect_ratio: true'
            ' output_tensor_float_range { min: -1 max: 1 } border_mode: BORDER_ZERO',
            'output_tensor_width: 5 output_tensor_height: 9'
            ' output_tensor_float_range { min: 0 max: 1 }',
            'output_tensor_float_range { min: 0 max: 255 }'):
        nodes = [node('ImageToTensorCalculator', 'IMAGE:image NORM_RECT:rect', 'TENSORS:tensors',
                      f'ImageToTensorCalculatorOptions {{ {options} }}'),
                 node('TensorsToFloatsCalculator', 'TENSORS:tensors', 'FLOATS:out')]
        packets = []
        for time in range(4):
            packets.append(('image', time, random_image(13, 11)))
            region = [0, 0, 0, 0, 0] if time == 2 else random_rect()
            packets.append(('rect', time, region))
        add(f'ImageToTensor {options}', nodes, {'image': 'image', 'rect': 'rect'},
            {'out': 'floats'}, packets)
    fit = 'ImageToTensorCalculatorOptions { output_tensor_width: 14 output_tensor_height: 6' \
          ' output_tensor_float_range { min: 0 max: 1 } }'
    for count, options in ((7, ''), (50, 'flip_horizontally: true flip_vertically: true'),
                           (63, 'visibility_activation: SIGMOID presence_activation: SIGMOID')):
        kind = (f'TensorsToLandmarksCalculatorOptions {{ num_landmarks: {count} {options}'
                ' input_image_width: 14 input_image_height: 6 normalize_z: 0.4 }')
        add(f'TensorsToLandmarks {count} {options}',
            [node('ImageToTensorCalculator', 'IMAGE:image', 'TENSORS:tensors', fit),
             node('TensorsToLandmarksCalculator', 'TENSORS:tensors',
                  'LANDMARKS:world NORM_LANDMARKS:normal', kind)],
            {'image': 'image'}, {'world': 'world', 'normal': 'landmarks'},
            [('image', time, random_image(14, 6)) for time in range(2)])


def transformations():
    for width, height, channels in ((10, 6, 3), (5, 9, 1), (12, 12, 3)):
        for options in (
                'output_width: 6 output_height: 4', 'output_width: 17 output_height: 21',
                'output_width: 7 output_height: 15',
                'output_width: 8 output_height: 8 scale_mode: FIT',
                'output_width: 20 output_height: 26 scale_mode: FIT'
                ' padding_color { red: 200 green: 100 blue: 50 }',
                'output_width: 9 output_height: 5 scale_mode: FIT constant_padding: false',
                'output_width: 8 output_height: 5 scale_mode: FILL_AND_CROP',
                'output_width: 18 output_height: 14 scale_mode: FIT interpolation_mode: NEAREST',
                'flip_vertically: true', 'flip_horizontally: true',
                'flip_horizontally: true flip_vertically: true rotation_mode: ROTATION_90',
                'rotation_mode: ROTATION_270'):
            kind = f'ImageTransformationCalculatorOptions {{ {options} }}'
            if channels == 1 and 'padding_color' in options:
                continue
            if width == height and 'ROTATION' in options:
                continue
            add(f'ImageTransformation {width}x{height}x{channels} {options}',
                [node('ImageTransformationCalculator', 'IMAGE:in', 'IMAGE:out', kind)],
                {'in': 'image'}, {'out': 'image'},
                [('in', time, random_image(width, height, channels)) for time in range(2)])
    for tag in ('FLIP_HORIZONTALLY', 'FLIP_VERTICALLY'):
        images = [('in', time, random_image(4, 3)) for time in range(4)]
        add(f'ImageTransformation {tag} as a side packet',
            [node('ImageTransformationCalculator', 'IMAGE:in', 'IMAGE:out', side=f'{tag}:flip')],
            {'in': 'image'}, {'out': 'image'}, images, {'flip': ('bool', True)})
        add(f'ImageTransformation {tag} as a stream',
            [node('ImageTransformationCalculator', f'IMAGE:in {tag}:flip', 'IMAGE:out')],
            {'in': 'image', 'flip': 'bool'}, {'out': 'image'},
            images + [('flip', 1, True), ('flip', 3, False)])


def lists():
    ranges = 'SplitVectorCalculatorOptions { ranges { begin: 0 end: 2 } ranges { begin: 3 end: 4 } }'
    single = 'SplitVectorCalculatorOptions { ranges { begin: 2 end: 3 } element_only: true }'
    joined = ('SplitVectorCalculatorOptions { ranges { begin: 1 end: 2 } ranges { begin: 3 end: 5 }'
              ' combine_outputs: true }')
    landmarks = [('in', time, random_points(5, time == 0)) for time in range(2)]
    detections = [('in', time, [random_detection(2) for _ in range(5)]) for time in range(2)]
    rects = [('in', time, [random_rect() for _ in range(5)]) for time in range(2)]
    for calculator, type, element, packets in (
            ('SplitNormalizedLandmarkListCalculator', 'landmarks', None, landmarks),
            ('SplitDetectionVectorCalculator', 'detections', 'detection', detections),
            ('SplitNormalizedRectVectorCalculator', 'rects', 'rect', rects)):
        add(f'{calculator} ranges', [node(calculator, 'in', 'a b', ranges)], {'in': type},
            {'a': type, 'b': type}, packets)
        add(f'{calculator} combined', [node(calculator, 'in', 'a', joined)], {'in': type},
            {'a': type}, packets)
        if element:
            add(f'{calculator} element', [node(calculator, 'in', 'a', single)], {'in': type},
                {'a': element}, packets)
    some = [('a', 0, random_points(2)), ('a', 1, random_points(1)), ('b', 1, random_points(2)),
            ('b', 3, random_points(1))]
    for options in ('', 'only_emit_if_all_present: true'):
        add(f'ConcatenateNormalizedLandmarkListVector {options}',
            [node('ConcatenateNormalizedLandmarkListVectorCalculator', 'a b', 'out',
                  f'ConcatenateVectorCalculatorOptions {{ {options} }}')],
            {'a': 'landmarks', 'b': 'landmarks'}, {'out': 'landmarkLists'}, some)
    counts = [('in', time, [random_rect() for _ in range(time)]) for time in range(4)]
    add('NormalizedRectVectorHasMinSize',
        [node('NormalizedRectVectorHasMinSizeCalculator', 'ITERABLE:in', 'out',
              'CollectionHasMinSizeCalculatorOptions { min_size: 2 }')],
        {'in': 'rects'}, {'out': 'bool'}, counts)
    add('ClipDetectionVectorSize',
        [node('ClipDetectionVectorSizeCalculator', 'in', 'out',
              'ClipVectorSizeCalculatorOptions { max_vec_size: 2 }')],
        {'in': 'detections'}, {'out': 'detections'},
        [('in', time, [random_detection(1) for _ in range(time)]) for time in range(4)])
    add('Thresholding',
        [node('ThresholdingCalculator', 'FLOAT:in', 'FLAG:flag ACCEPT:accept REJECT:reject',
              'ThresholdingCalculatorOptions { threshold: 0.5 }')],
        {'in': 'float'}, {'flag': 'bool', 'accept': 'bool', 'reject': 'bool'},
        [('in', time, value) for time, value in enumerate((0.2, 0.5, 0.75))])
    times = [('in', 10 * time, [random_rect() for _ in range(count)])
             for time, count in enumerate((2, 0, 1, 3, 0, 1))]
    loops = [node('BeginLoopNormalizedRectCalculator', 'ITERABLE:in CLONE:image',
                  'ITEM:item CLONE:each BATCH_END:end'),
             node('ImagePropertiesCalculator', 'IMAGE:each', 'SIZE:size'),
             node('RectTransformationCalculator', 'NORM_RECT:item IMAGE_SIZE:size', 'moved',
                  'RectTransformationCalculatorOptions { scale_x: 2 square_long: true }'),
             node('EndLoopNormalizedRectCalculator', 'ITEM:moved BATCH_END:end', 'ITERABLE:out')]
    add('a loop over regions', loops, {'in': 'rects', 'image': 'image'},
        {'out': 'rects', 'item': 'rect'},
        times + [('image', 10 * time, blank(8, 4)) for time in range(6)])
    add('LandmarksToDetection',
        [node('LandmarksToDetectionCalculator', 'NORM_LANDMARKS:in', 'DETECTION:out')],
        {'in': 'landmarks'}, {'out': 'detection'},
        [('in', time, random_points(4)) for time in range(3)]
        + [('in', 3, [[-0.3, -0.2, 0, None, None], [-0.1, -0.4, 0, None, None]])])
    add('LandmarksToDetection of some',
        [node('LandmarksToDetectionCalculator', 'NORM_LANDMARKS:in', 'DETECTION:out',
              'LandmarksToDetectionCalculatorOptions { selected_landmark_indices: 3'
              ' selected_landmark_indices: 1 }')],
        {'in': 'landmarks'}, {'out': 'detection'},
        [('in', time, random_points(4)) for time in range(3)])


def detector(model, size, keypoints, strides, extra):
    """The nodes from an image to detections in fractions of the detector's input."""
    boxes = sum(2 * (size // stride) ** 2 for stride in strides)
    strides = ' '.join(f'strides: {stride}' for stride in strides)
    return [
        node('ImageToTensorCalculator', 'IMAGE:image',
             'TENSORS:input MATRIX:matrix LETTERBOX_PADDING:padding',
             f'ImageToTensorCalculatorOptions {{ output_tensor_width: {size}'
             f' output_tensor_height: {size} keep_aspect_ratio: true border_mode: BORDER_ZERO'
             f' output_tensor_float_range {{ {extra} }} }}'),
        node('InferenceCalculator', 'TENSORS:input', 'TENSORS:output',
             f'InferenceCalculatorOptions {{ model_path: "{MODELS}{model}"'
             ' delegate { xnnpack {} } }'),
        'node {\n  calculator: "SsdAnchorsCalculator"\n  output_side_packet: "anchors"\n'
        '  node_options: { [type.googleapis.com/mediapipe.SsdAnchorsCalculatorOptions] {'
        f' num_layers: 4 min_scale: 0.1484375 max_scale: 0.75 input_size_width: {size}'
        f' input_size_height: {size} anchor_offset_x: 0.5 anchor_offset_y: 0.5 {strides}'
        ' aspect_ratios: 1.0 fixed_anchor_size: true } }\n}\n',
        node('TensorsToDetectionsCalculator', 'TENSORS:output', 'DETECTIONS:raw',
             f'TensorsToDetectionsCalculatorOptions {{ num_classes: 1 num_boxes: {boxes}'
             f' num_coords: {4 + 2 * keypoints} keypoint_coord_offset: 4'
             f' num_keypoints: {keypoints} sigmoid_score: true score_clipping_thresh: 100'
             f' reverse_output_order: true x_scale: {size} y_scale: {size} h_scale: {size}'
             f' w_scale: {size} min_score_thresh: 0.5 }}', side='ANCHORS:anchors'),
        node('NonMaxSuppressionCalculator', 'raw', 'kept',
             'NonMaxSuppressionCalculatorOptions { min_suppression_threshold: 0.3'
             ' overlap_type: INTERSECTION_OVER_UNION algorithm: WEIGHTED }')]


def networks():
    people = [('image', time, {'file': f'footage/{name}.png'})
              for time, name in enumerate(('astronaut', 'carphone_0000', 'carphone_0060'))]
    add('face detection',
        detector('face_detection_short_range.tflite', 128, 6, (8, 16, 16, 16), 'min: -1 max: 1')
        + [node('DetectionProjectionCalculator', 'DETECTIONS:kept PROJECTION_MATRIX:matrix',
                'DETECTIONS:out')],
        {'image': 'image'}, {'out': 'detections'}, people, tolerance=0.002)
    hands = [('image', time, {'file': f'footage/{name}.png'})
             for time, name in enumerate(('bunny_0040', 'bunny_0112'))]
    palms = detector('palm_detection_full.tflite', 192, 7, (8, 16, 16, 16), 'min: 0 max: 1') + [
        node('DetectionLetterboxRemovalCalculator', 'DETECTIONS:kept LETTERBOX_PADDING:padding',
             'DETECTIONS:palms'),
        sizes(),
        node('DetectionsToRectsCalculator', 'DETECTIONS:palms IMAGE_SIZE:size', 'NORM_RECT:rect',
             'DetectionsToRectsCalculatorOptions { rotation_vector_start_keypoint_index: 0'
             ' rotation_vector_end_keypoint_index: 2 rotation_vector_target_angle_degrees: 90 }'),
        node('RectTransformationCalculator', 'NORM_RECT:rect IMAGE_SIZE:size', 'region',
             'RectTransformationCalculatorOptions { scale_x: 2.6 scale_y: 2.6 shift_y: -0.5'
             ' square_long: true }'),
        node('ImageToTensorCalculator', 'IMAGE:image NORM_RECT:region',
             'TENSORS:crop LETTERBOX_PADDING:bars',
             'ImageToTensorCalculatorOptions { output_tensor_width: 224 output_tensor_height: 224'
             ' keep_aspect_ratio: true output_tensor_float_range { min: 0 max: 1 } }'),
        node('InferenceCalculator', 'TENSORS:crop', 'TENSORS:hand',
             f'InferenceCalculatorOptions {{ model_path: "{MODELS}hand_landmark_full.tflite"'
             ' delegate { xnnpack {} } }'),
        node('SplitTensorVectorCalculator', 'hand', 'points flag side meters',
             'SplitVectorCalculatorOptions { '
             + ' '.join(f'ranges {{ begin: {i} end: {i + 1} }}' for i in range(4)) + ' }'),
        node('TensorsToFloatsCalculator', 'TENSORS:flag', 'FLOAT:presence'),
        node('ThresholdingCalculator', 'FLOAT:presence', 'FLAG:present',
             'ThresholdingCalculatorOptions { threshold: 0.5 }'),
        node('GateCalculator', 'points ALLOW:present', 'sure_points'),
        node('TensorsToLandmarksCalculator', 'TENSORS:sure_points', 'NORM_LANDMARKS:in_bars',
             'TensorsToLandmarksCalculatorOptions { num_landmarks: 21 input_image_width: 224'
             ' input_image_height: 224 normalize_z: 0.4 }'),
        node('LandmarkLetterboxRemovalCalculator', 'LANDMARKS:in_bars LETTERBOX_PADDING:bars',
             'LANDMARKS:in_region'),
        node('LandmarkProjectionCalculator', 'NORM_LANDMARKS:in_region NORM_RECT:region',
             'NORM_LANDMARKS:landmarks'),
        node('TensorsToLandmarksCalculator', 'TENSORS:meters', 'LANDMARKS:upright',
             'TensorsToLandmarksCalculatorOptions { num_landmarks: 21 }'),
        node('WorldLandmarkProjectionCalculator', 'LANDMARKS:upright NORM_RECT:region',
             'LANDMARKS:world')]
    add('hand landmarks', palms, {'image': 'image'},
        {'palms': 'detections', 'region': 'rect', 'presence': 'float', 'landmarks': 'landmarks',
         'world': 'world'}, hands, tolerance=0.004)


rects_from_detections()
rect_transformation()
suppression()
letterboxes()
projections()
tensors()
transformations()
lists()
networks()
TARGET.parent.mkdir(exist_ok=True)
TARGET.write_bytes(gzip.compress(json.dumps(ITEMS).encode(), 9, mtime=0))
