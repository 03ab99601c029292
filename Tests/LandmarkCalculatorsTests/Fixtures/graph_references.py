#!/usr/bin/env python3
"""Writes the results of MediaPipe's runner on small graphs to graphs.json.gz beside this file.

usage: graph_references.py
Needs the Python packages mediapipe==0.10.21 (only its runner is loaded), numpy<2, pillow and
protobuf<5, the models of `make loose-models` and the footage of `make fetch`. Each item is a graph
as text, its input packets, and its output packets.
"""
import base64
import gzip
import json

import numpy as np
from graph_packets import (  # isort: skip
    FOLDER, NORMAL, RANDOM, ROOT, WORLD, binary, blank, classes_value, detection, detection_value, image_value, node,
    number, numbers, pixel_rect, pixel_rect_value, points, points_value, random_detection, random_image,
    random_pixel_rect, random_points, random_rect, rect, rect_value, uniform)
from mediapipe.python import packet_creator, packet_getter
from mediapipe.python._framework_bindings import calculator_graph, image_frame
from PIL import Image

MODELS = 'models/mediapipe-0.10.21/'


def image(value):
    if 'file' in value:
        value = image_value(np.asarray(Image.open(ROOT / value['file']).convert('RGB')))
    shape = (value['height'], value['width'], value['channels'])
    data = np.frombuffer(base64.b64decode(value['bytes']), np.uint8).reshape(shape)
    kind = {1: image_frame.ImageFormat.GRAY8, 3: image_frame.ImageFormat.SRGB}[shape[2]]
    return packet_creator.create_image_frame(
        image_frame.ImageFrame(kind, np.ascontiguousarray(data[:, :, 0] if shape[2] == 1 else data)))


MAKE = {
    'int': packet_creator.create_int, 'bool': packet_creator.create_bool,
    'float': packet_creator.create_float, 'floats': packet_creator.create_float_vector,
    'image': image,
    'rect': lambda v: packet_creator.create_proto(rect(v)),
    'landmarks': lambda v: packet_creator.create_proto(points(v, *NORMAL)),
    'world': lambda v: packet_creator.create_proto(points(v, *WORLD)),
    'detection': lambda v: packet_creator.create_proto(detection(v)),
    'pixelRect': lambda v: packet_creator.create_proto(pixel_rect(v)),
    'text': packet_creator.create_string,
}
# Arrays cannot be made in Python, only by a loop over their elements: the element type, and the
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
    'mask': lambda p: mask_value(packet_getter.get_image(p).numpy_view()),
    'rect': lambda p: rect_value(packet_getter.get_proto(p)),
    'rects': lambda p: [rect_value(r) for r in packet_getter.get_proto_list(p)],
    'landmarks': lambda p: points_value(packet_getter.get_proto(p)),
    'landmarkLists': lambda p: [points_value(v) for v in packet_getter.get_proto_list(p)],
    'world': lambda p: points_value(packet_getter.get_proto(p)),
    'detection': lambda p: detection_value(packet_getter.get_proto(p)),
    'detections': lambda p: [detection_value(d) for d in packet_getter.get_proto_list(p)],
    'classes': lambda p: classes_value(packet_getter.get_proto(p)),
    'pixelRect': lambda p: pixel_rect_value(packet_getter.get_proto(p)),
    'pixelRects': lambda p: [pixel_rect_value(r) for r in packet_getter.get_proto_list(p)],
}


def mask_value(data):
    data = np.squeeze(data)
    return {'width': data.shape[1], 'height': data.shape[0], 'values': numbers(*data.flat)}


# Graphs.

ITEMS = []


def looped(stream, type):
    """The part of a graph that provides an input stream."""
    if type not in ARRAYS:
        return f'input_stream: "{stream}"\n'
    return (f'input_stream: "{stream}_count"\ninput_stream: "{stream}_item"\n'
            + node('BeginLoopIntCalculator', f'ITERABLE:{stream}_count',
                   f'ITEM:{stream}_unused BATCH_END:{stream}_end')
            + node(ARRAYS[type][1], f'ITEM:{stream}_item BATCH_END:{stream}_end',
                   f'ITERABLE:{stream}'))


def add(name, nodes, inputs, outputs, packets, side=None, tolerance=0, rounding=0):
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
        'packets': packets, 'received': received, 'tolerance': tolerance, 'rounding': rounding})
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


def labels():
    names = 'label_items { key: 0 value { name: "/m/1" display_name: "cat" } } label_items { key: 2 value { name: "dog" } }'
    for options in ('label: "cat" label: "dog"', f'{names}', f'{names} keep_label_id: true', ''):
        add(f'DetectionLabelIdToText {options}',
            [node('DetectionLabelIdToTextCalculator', 'in', 'out',
                  f'DetectionLabelIdToTextCalculatorOptions {{ {options} }}')],
            {'in': 'detections'}, {'out': 'detections'},
            [('in', time, [random_detection(1) for _ in range(time + 1)]) for time in range(4)])
    for options in (
            '', 'top_k: 3', 'sort_by_descending_score: true min_score_threshold: 0.3', 'allow_classes: [1, 4] top_k: 9',
            'ignore_classes: [0, 2] label_map { entries { id: 0 label: "a" } entries { id: 1 label: "b" }'
            ' entries { id: 2 label: "c" } entries { id: 3 label: "d" } entries { id: 4 label: "e" }'
            ' entries { id: 5 label: "f" } }',
            'label_items { key: 0 value { name: "a" display_name: "A" } } label_items { key: 1 value { name: "b" } }'
            ' label_items { key: 2 value { name: "c" } } label_items { key: 3 value { name: "d" } }'
            ' label_items { key: 4 value { name: "e" } } label_items { key: 5 value { name: "f" } }'):
        add(f'TensorsToClassification {options}',
            [node('ImageToTensorCalculator', 'IMAGE:image', 'TENSORS:scores',
                  'ImageToTensorCalculatorOptions { output_tensor_float_range { min: 0 max: 1 } }'),
             node('TensorsToClassificationCalculator', 'TENSORS:scores', 'CLASSIFICATIONS:out',
                  f'TensorsToClassificationCalculatorOptions {{ {options} }}')],
            {'image': 'image'}, {'out': 'classes'}, [('image', time, random_image(2, 1)) for time in range(4)])


def regions():
    for options in ('min_similarity_threshold: 0.5', 'min_similarity_threshold: 0.2', ''):
        packets = []
        for time in range(6):
            packets += [(stream, time, [random_rect() for _ in range(RANDOM.integers(0, 4))]) for stream in 'ab']
        for more in ('', ' PREV:a'):
            add(f'AssociationNormRect{more} {options}',
                [node('AssociationNormRectCalculator', f'a b{more}', 'out',
                      f'AssociationCalculatorOptions {{ {options} }}')],
                {'a': 'rects', 'b': 'rects'}, {'out': 'rects'}, packets)
    for count in (21, 12):
        packets = []
        for time in range(5):
            packets += [('image', time, blank(64, 40)), ('in', time, random_points(count))]
        add(f'HandLandmarksToRect {count}',
            [sizes(), node('HandLandmarksToRectCalculator', 'NORM_LANDMARKS:in IMAGE_SIZE:size', 'NORM_RECT:out')],
            {'image': 'image', 'in': 'landmarks'}, {'out': 'rect'}, packets, rounding=3e-7)
    angle = ('rotation_vector_start_keypoint_index: 0 rotation_vector_end_keypoint_index: 1'
             ' rotation_vector_target_angle_degrees: 90')
    packets = []
    for time in range(5):
        packets += [('image', time, blank(64, 40)), ('in', time, [random_detection() for _ in range(time)])]
    for tag, type in (('NORM_RECT', 'rect'), ('NORM_RECTS', 'rects')):
        add(f'AlignmentPointsRects {tag}',
            [sizes(), node('AlignmentPointsRectsCalculator', 'DETECTIONS:in IMAGE_SIZE:size', f'{tag}:out',
                           f'DetectionsToRectsCalculatorOptions {{ {angle} }}')],
            {'image': 'image', 'in': 'detections'}, {'out': type}, packets)
    for tag, type in (('RECT', 'pixelRect'), ('RECTS', 'pixelRects')):
        for options in ('', angle):
            add(f'DetectionsToRects {tag} {options}',
                [sizes(), node('DetectionsToRectsCalculator', 'DETECTIONS:in IMAGE_SIZE:size', f'{tag}:out',
                               f'DetectionsToRectsCalculatorOptions {{ conversion_mode: USE_KEYPOINTS'
                               f' output_zero_rect_for_empty_detections: true {options} }}')],
                {'image': 'image', 'in': 'detections'}, {'out': type}, packets)
    for options in (
            'scale_x: 2.6 scale_y: 2.6 shift_y: -0.5 square_long: true', 'scale_x: 1.5 scale_y: 2 square_short: true',
            'shift_x: 0.25 shift_y: 0.1', 'rotation_degrees: 90 shift_y: 0.5'):
        add(f'RectTransformation RECT {options}',
            [node('RectTransformationCalculator', 'RECT:in', 'out',
                  f'RectTransformationCalculatorOptions {{ {options} }}')],
            {'in': 'pixelRect'}, {'out': 'pixelRect'}, [('in', time, random_pixel_rect()) for time in range(8)])
    for options in (
            'min_suppression_threshold: 0.3 overlap_type: INTERSECTION_OVER_UNION algorithm: WEIGHTED',
            'min_suppression_threshold: 0.3 overlap_type: INTERSECTION_OVER_UNION',
            'min_suppression_threshold: 0.2 overlap_type: JACCARD max_num_detections: 3'):
        places = [(0.3, 0.3), (0.6, 0.5)]
        add(f'NonMaxSuppression multiclass {options}',
            [node('NonMaxSuppressionCalculator', 'in', 'out',
                  f'NonMaxSuppressionCalculatorOptions {{ multiclass_nms: true {options} }}')],
            {'in': 'detections'}, {'out': 'detections'},
            [('in', time, [random_detection(2, places[i % 2]) for i in range(3 * time)]) for time in range(6)])


def refinements():
    options = ('refinement { indexes_mapping: [0, 1, 2, 3, 4, 5] z_refinement { copy {} } }'
               ' refinement { indexes_mapping: [4, 1] z_refinement { none {} } }'
               ' refinement { indexes_mapping: [6, 2, 7]'
               ' z_refinement { assign_average { indexes_for_average: [0, 3, 5] } } }')
    packets = []
    for time in range(4):
        packets += [(stream, time, random_points(count, time == 1))
                    for stream, count in zip('abc', (6, 2, 3)) if time != 2 or stream != 'b']
    add('LandmarksRefinement',
        [node('LandmarksRefinementCalculator', 'LANDMARKS:0:a LANDMARKS:1:b LANDMARKS:2:c', 'REFINED_LANDMARKS:out',
              f'LandmarksRefinementCalculatorOptions {{ {options} }}')],
        {stream: 'landmarks' for stream in 'abc'}, {'out': 'landmarks'}, packets)


def near(points, spread):
    return [[*numbers(*(v + uniform(-spread, spread) for v in p[:3])), *p[3:]] for p in points]


def tracking():
    start = random_points(5, True)
    moving = [near(start, 0.02) for _ in range(6)]
    gaps = [40_000 * time + 7 * (time % 3) for time in range(8)]
    for options in (
            'no_filter {}', 'one_euro_filter {}', 'one_euro_filter { min_cutoff: 0.05 beta: 80.0 derivate_cutoff: 1.0 }',
            'one_euro_filter { frequency: 60 beta: 3 disable_value_scaling: true }',
            'one_euro_filter { beta: 3 min_allowed_object_scale: 30 }'):
        kind = f'LandmarksSmoothingCalculatorOptions {{ {options} }}'
        for region in (False, True):
            packets = []
            for index, time in enumerate(gaps):
                packets.append(('image', time, blank(64, 48)))
                # A frame without landmarks resets the filter.
                if index != 3:
                    packets.append(('in', time, moving[index % 6]))
                if region and index != 5:
                    packets.append(('region', time, random_rect()))
            add(f'LandmarksSmoothing {options}{" by a region" if region else ""}',
                [sizes(), node('LandmarksSmoothingCalculator', 'NORM_LANDMARKS:in IMAGE_SIZE:size'
                               + (' OBJECT_SCALE_ROI:region' if region else ''), 'NORM_FILTERED_LANDMARKS:out', kind)],
                {'image': 'image', 'in': 'landmarks', **({'region': 'rect'} if region else {})}, {'out': 'landmarks'},
                packets)
        add(f'LandmarksSmoothing in meters {options}',
            [node('LandmarksSmoothingCalculator', 'LANDMARKS:in', 'FILTERED_LANDMARKS:out', kind)],
            {'in': 'world'}, {'out': 'world'}, [('in', time, moving[i % 6]) for i, time in enumerate(gaps)])
    for options in ('no_filter {}', 'low_pass_filter {}', 'low_pass_filter { alpha: 0.7 }'):
        for tag, out, type in (('NORM_LANDMARKS', 'NORM_FILTERED_LANDMARKS', 'landmarks'),
                               ('LANDMARKS', 'FILTERED_LANDMARKS', 'world')):
            add(f'VisibilitySmoothing {tag} {options}',
                [node('VisibilitySmoothingCalculator', f'{tag}:in', f'{out}:out',
                      f'VisibilitySmoothingCalculatorOptions {{ {options} }}')],
                {'in': type}, {'out': type}, [('in', time, random_points(4, time != 2)) for time in range(5)])
    for options in ('', 'copy_visibility: false', 'copy_presence: false'):
        for a, b, kinds in (('NORM_', '', ('landmarks', 'world')), ('', 'NORM_', ('world', 'landmarks')),
                            ('NORM_', 'NORM_', ('landmarks', 'landmarks'))):
            add(f'VisibilityCopy {a} {b} {options}',
                [node('VisibilityCopyCalculator', f'{a}LANDMARKS_FROM:a {b}LANDMARKS_TO:b', f'{b}LANDMARKS_TO:out',
                      f'VisibilityCopyCalculatorOptions {{ {options} }}')],
                dict(zip('ab', kinds)), {'out': kinds[1]},
                [(stream, time, random_points(3 + (stream == 'b'), time != 1)) for time in range(3) for stream in 'ab'])
    add('LandmarkVisibility',
        [node('LandmarkVisibilityCalculator', 'NORM_LANDMARKS:in', 'VISIBILITY:out')],
        {'in': 'landmarks'}, {'out': 'float'}, [('in', time, random_points(1, time != 1)) for time in range(3)])
    packets = []
    for time in range(12):
        new = numbers(0.5, 0.5, 0.4, 0.5, uniform(-1, 1))
        old = numbers(*(v + uniform(-0.06, 0.06) * (1 + time % 3) for v in new))
        packets += [('image', time, blank(64, 48)), ('new', time, new),
                    ('points', time, near([[0.5, 0.5, 0, None, None]] * 4, 0.06 * (1 + time % 4)))]
        if time != 4:
            packets.append(('old', time, old))
    for options in (
            '', 'iou_requirements {}', 'iou_requirements { min_iou: 0.75 }', 'rect_requirements {}',
            'rect_requirements { rotation_degrees: 40 translation: 0.2 scale: 0.4 }', 'landmarks_requirements {}',
            'landmarks_requirements { recrop_rect_margin: -0.4 } iou_requirements { min_iou: 0.4 }'):
        add(f'RoiTracking {options}',
            [sizes(), node('RoiTrackingCalculator', 'PREV_LANDMARKS:points PREV_LANDMARKS_RECT:old RECROP_RECT:new'
                           ' IMAGE_SIZE:size', 'TRACKING_RECT:out', f'RoiTrackingCalculatorOptions {{ {options} }}')],
            {'image': 'image', 'points': 'landmarks', 'old': 'rect', 'new': 'rect'}, {'out': 'rect'}, packets)
    packets = []
    for time in range(5):
        packets += [('image', time, blank(64, 40)), ('in', time, random_detection(3))]
    add('HandDetectionsFromPoseToRects',
        [sizes(), node('HandDetectionsFromPoseToRectsCalculator', 'DETECTION:in IMAGE_SIZE:size', 'NORM_RECT:out')],
        {'image': 'image', 'in': 'detection'}, {'out': 'rect'}, packets)


def contained(calculator, options):
    kind, body = options.split(' ', 1)
    return (f'contained_node {{ calculator: "{calculator}" options {{ [mediapipe.{kind}.ext] {body} }} }} ')


def switches():
    nodes = ''.join(contained('RectTransformationCalculator',
                              f'RectTransformationCalculatorOptions {{ scale_x: {scale} scale_y: {scale} }}')
                    for scale in (1, 2, 3))
    packets = [('in', time, random_pixel_rect()) for time in range(6)]
    one, types = {'in': 'pixelRect'}, {'out': 'pixelRect'}
    for options in ('', 'select: 2', 'enable: true'):
        add(f'SwitchContainer {options}',
            [node('SwitchContainer', 'RECT:in', 'out', f'SwitchContainerOptions {{ {options} {nodes} }}')],
            one, types, packets)
    for tag, value in (('SELECT', ('int', 2)), ('ENABLE', ('bool', True)), ('ENABLE', ('bool', False))):
        add(f'SwitchContainer by the side packet {tag} {value[1]}',
            [node('SwitchContainer', 'RECT:in', 'out', f'SwitchContainerOptions {{ {nodes} }}', side=f'{tag}:choice')],
            one, types, packets, {'choice': value})
    # With async_selection the result depends on the order of MediaPipe's threads.
    for options in ('', 'synchronize_io: true', 'tick_input_stream: "RECT:0"'):
        for tag, type, values in (('SELECT', 'int', [(0, 1), (2, 2), (3, 0), (5, 1)]),
                                  ('ENABLE', 'bool', [(1, True), (4, False)])):
            for order in ('first', 'last'):
                choices = [('choice', time, value) for time, value in values]
                sent = sorted(choices + packets, key=lambda p: (p[1], (p[0] == 'in') == (order == 'first')))
                add(f'SwitchContainer by the stream {tag} {order} {options}',
                    [node('SwitchContainer', f'RECT:in {tag}:choice', 'out',
                          f'SwitchContainerOptions {{ {options} {nodes} }}')],
                    {**one, 'choice': type}, types, sent)
    paths = ''.join(contained('ConstantSidePacketCalculator', 'ConstantSidePacketCalculatorOptions'
                              f' {{ packet {{ string_value: "{MODELS}{name}.tflite" }} }}')
                    for name in ('palm_detection_lite', 'hand_landmark_lite'))
    hands = [('image', 0, {'file': 'footage/bunny_0040.png'})]
    add('a model by SwitchContainer and ResourceProvider',
        ['node { calculator: "SwitchContainer" output_side_packet: "PACKET:path" input_side_packet: "SELECT:choice"'
         f' options {{ [mediapipe.SwitchContainerOptions.ext] {{ {paths} }} }} }}\n'
         'node { calculator: "ResourceProviderCalculator" input_side_packet: "RESOURCE_ID:path"'
         ' output_side_packet: "RESOURCE:file" }\n'
         'node { calculator: "TfLiteModelCalculator" input_side_packet: "MODEL_RESOURCE:file"'
         ' output_side_packet: "MODEL:model" }\n'
         'node { calculator: "TfLiteCustomOpResolverCalculator" output_side_packet: "OP_RESOLVER:operators" }\n',
         node('ImageToTensorCalculator', 'IMAGE:image', 'TENSORS:crop',
              'ImageToTensorCalculatorOptions { output_tensor_width: 224 output_tensor_height: 224'
              ' keep_aspect_ratio: true output_tensor_float_range { min: 0 max: 1 } }'),
         node('InferenceCalculator', 'TENSORS:crop', 'TENSORS:hand',
              'InferenceCalculatorOptions { delegate { xnnpack {} } }', side='MODEL:model OP_RESOLVER:operators'),
         node('SplitTensorVectorCalculator', 'hand', 'points flag',
              'SplitVectorCalculatorOptions { ranges { begin: 0 end: 1 } ranges { begin: 2 end: 3 } }'),
         node('TensorsToClassificationCalculator', 'TENSORS:flag', 'CLASSIFICATIONS:side',
              'TensorsToClassificationCalculatorOptions { binary_classification: true label_items { key: 0'
              ' value { name: "Left" } } label_items { key: 1 value { name: "Right" } } top_k: 1 }'),
         node('TensorsToLandmarksCalculator', 'TENSORS:points', 'NORM_LANDMARKS:landmarks',
              'TensorsToLandmarksCalculatorOptions { num_landmarks: 21 input_image_width: 224'
              ' input_image_height: 224 normalize_z: 0.4 }')],
        {'image': 'image'}, {'side': 'classes', 'landmarks': 'landmarks'}, hands, {'choice': ('int', 1)},
        tolerance=0.004)


def masks():
    people = [packet for time, name in enumerate(('astronaut', 'carphone_0000', 'carphone_0060'))
              for packet in (('image', time, {'file': f'footage/{name}.png'}), ('target', time, blank(24, 16)))]
    for options in ('', 'activation: SIGMOID'):
        add(f'a mask of a network {options}',
            [sizes('target'),
             node('ImageToTensorCalculator', 'IMAGE:image', 'TENSORS:input',
                  'ImageToTensorCalculatorOptions { output_tensor_width: 256 output_tensor_height: 256'
                  ' output_tensor_float_range { min: 0 max: 1 } }'),
             node('InferenceCalculator', 'TENSORS:input', 'TENSORS:output',
                  f'InferenceCalculatorOptions {{ model_path: "{MODELS}selfie_segmentation.tflite"'
                  ' delegate { xnnpack {} } }'),
             node('TensorsToSegmentationCalculator', 'TENSORS:output OUTPUT_SIZE:size', 'MASK:mask',
                  f'TensorsToSegmentationCalculatorOptions {{ {options} }}'),
             'node {\n  calculator: "PreviousLoopbackCalculator"\n  input_stream: "MAIN:mask"\n'
             '  input_stream: "LOOP:smooth"\n  input_stream_info { tag_index: "LOOP" back_edge: true }\n'
             '  output_stream: "PREV_LOOP:previous"\n}\n',
             node('SegmentationSmoothingCalculator', 'MASK:mask MASK_PREVIOUS:previous', 'MASK_SMOOTHED:smooth',
                  'SegmentationSmoothingCalculatorOptions { combine_with_previous_ratio: 0.7 }')],
            {'image': 'image', 'target': 'image'}, {'mask': 'mask', 'smooth': 'mask'}, people, tolerance=0.001)
    add('a heatmap and a mask in the image',
        [sizes('target'),
         node('ImageToTensorCalculator', 'IMAGE:image', 'TENSORS:input MATRIX:matrix',
              'ImageToTensorCalculatorOptions { output_tensor_width: 256 output_tensor_height: 256'
              ' keep_aspect_ratio: true border_mode: BORDER_ZERO output_tensor_float_range { min: 0 max: 1 } }'),
         node('InferenceCalculator', 'TENSORS:input', 'TENSORS:output',
              f'InferenceCalculatorOptions {{ model_path: "{MODELS}pose_landmark_lite.tflite"'
              ' delegate { xnnpack {} } }'),
         node('SplitTensorVectorCalculator', 'output', 'points presence logits heat',
              'SplitVectorCalculatorOptions { '
              + ' '.join(f'ranges {{ begin: {i} end: {i + 1} }}' for i in range(4)) + ' }'),
         node('TensorsToLandmarksCalculator', 'TENSORS:points', 'NORM_LANDMARKS:rough',
              'TensorsToLandmarksCalculatorOptions { num_landmarks: 39 input_image_width: 256'
              ' input_image_height: 256 visibility_activation: SIGMOID presence_activation: SIGMOID }'),
         node('RefineLandmarksFromHeatmapCalculator', 'NORM_LANDMARKS:rough TENSORS:heat', 'NORM_LANDMARKS:landmarks',
              'RefineLandmarksFromHeatmapCalculatorOptions { kernel_size: 7 }'),
         node('RefineLandmarksFromHeatmapCalculator', 'NORM_LANDMARKS:rough TENSORS:heat', 'NORM_LANDMARKS:doubted',
              'RefineLandmarksFromHeatmapCalculatorOptions { kernel_size: 4 min_confidence_to_refine: 0.2'
              ' refine_presence: true refine_visibility: true }'),
         node('TensorsToSegmentationCalculator', 'TENSORS:logits', 'MASK:part',
              'TensorsToSegmentationCalculatorOptions { activation: SIGMOID gpu_origin: TOP_LEFT }'),
         node('InverseMatrixCalculator', 'MATRIX:matrix', 'MATRIX:inverse'),
         node('WarpAffineCalculator', 'IMAGE:part MATRIX:inverse OUTPUT_SIZE:size', 'IMAGE:mask',
              'WarpAffineCalculatorOptions { border_mode: BORDER_ZERO gpu_origin: TOP_LEFT }')],
        {'image': 'image', 'target': 'image'}, {'landmarks': 'landmarks', 'doubted': 'landmarks', 'mask': 'mask'},
        people, tolerance=0.004)


rects_from_detections()
rect_transformation()
suppression()
letterboxes()
projections()
tensors()
transformations()
lists()
networks()
labels()
regions()
refinements()
switches()
tracking()
masks()
(FOLDER / 'graphs.json.gz').write_bytes(gzip.compress(json.dumps(ITEMS).encode(), 9, mtime=0))
