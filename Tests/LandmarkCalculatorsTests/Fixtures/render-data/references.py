#!/usr/bin/env python3
"""Writes the RenderData that MediaPipe's calculators make to ../render-data.json.gz.

usage: render-data/references.py MEDIAPIPE [--prefix /usr]
MEDIAPIPE is a folder with MediaPipe's source tree, v0.10.21. Its runner for Python has none of these calculators,
therefore their unmodified source is compiled with framework.h in place of MediaPipe's framework. Needs a C++
compiler, protoc with protobuf's headers and Abseil's (Debian: protobuf-compiler libprotobuf-dev libabsl-dev,
--prefix says where), and what graph_references.py needs.
"""
import argparse
import gzip
import importlib.util
import json
import pathlib
import re
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))
import graph_packets as packets  # noqa: E402
from google.protobuf import text_format  # noqa: E402
from graph_packets import node, number, numbers, uniform  # noqa: E402
from mediapipe.framework import calculator_pb2  # noqa: E402
from mediapipe.util import render_data_pb2  # noqa: E402

TARGET = FOLDER.with_name('render-data.json.gz')
UTIL = 'mediapipe/calculators/util/'
SOURCES = [UTIL + name for name in (
    'detections_to_render_data_calculator.cc', 'labels_to_render_data_calculator.cc',
    'landmarks_to_render_data_calculator.cc', 'rect_to_render_data_calculator.cc',
    'rect_to_render_scale_calculator.cc')] + [
    'mediapipe/graphs/face_mesh/calculators/face_landmarks_to_render_data_calculator.cc',
    'mediapipe/graphs/iris_tracking/calculators/iris_to_render_data_calculator.cc']
# Headers that framework.h stands for.
REPLACED = ('mediapipe/framework/calculator_framework.h', 'mediapipe/framework/port/ret_check.h',
            'mediapipe/framework/port/status.h', 'mediapipe/framework/port/statusor.h',
            'mediapipe/framework/formats/video_stream_header.h', 'absl/log/absl_check.h')


def messages(tree):
    """The files of the messages that the program and the sources include."""
    found, pending = [], [FOLDER / 'runner.cc', *(tree / source for source in SOURCES)]
    pending += [tree / source.replace('.cc', '.h') for source in SOURCES]
    while pending:
        path = pending.pop()
        text = path.read_text() if path.is_file() else ''
        for name in re.findall(r'"(mediapipe/[^"]+?)\.(?:pb\.h|proto)"', text):
            if f'{name}.proto' not in found:
                found.append(f'{name}.proto')
                pending.append(tree / f'{name}.proto')
    return sorted(found)


def build(tree, folder, prefix):
    """Compiles the calculators; returns the program that runs them."""
    protos = messages(tree)
    shim = folder / 'shim'
    for header in REPLACED:
        path = shim / header
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text('#include "framework.h"\n')
    libraries = [str(path.parent) for path in prefix.rglob('libprotobuf.so')]
    environment = {'LD_LIBRARY_PATH': ':'.join(libraries), 'PATH': '/usr/bin:/bin'}
    subprocess.run(
        [prefix / 'bin/protoc', f'-I{tree}', f'-I{prefix}/include', f'--cpp_out={shim}', *protos],
        check=True, env=environment)
    options = 'mediapipe/graphs/iris_tracking/calculators/iris_to_render_data_calculator'
    subprocess.run([prefix / 'bin/protoc', f'-I{tree}', f'-I{prefix}/include', f'--python_out={shim}',
                    f'{options}.proto'], check=True, env=environment)
    # The Python package lacks this message.
    spec = importlib.util.spec_from_file_location('iris', shim / f'{options}_pb2.py')
    spec.loader.exec_module(importlib.util.module_from_spec(spec))
    program = folder / 'runner'
    flags = [f'-I{shim}', f'-I{FOLDER}', f'-I{prefix}/include', f'-I{tree}', '-std=c++17', '-O1', '-w']
    links = [f'-L{path}' for path in libraries] + ['-Wl,-rpath,' + path for path in libraries]
    generated = [shim / proto.replace('.proto', '.pb.cc') for proto in protos]
    names = ('strings', 'strings_internal', 'status', 'statusor', 'raw_logging_internal', 'throw_delegate')
    subprocess.run(['c++', *flags, FOLDER / 'runner.cc', *(tree / source for source in SOURCES), *generated, *links,
                    '-lprotobuf', *(f'-labsl_{name}' for name in names), '-lpthread', '-o', program], check=True)
    return program


# Packets: type and message or numbers.

def words(type, value):
    def message(item):
        return 'x' + item.SerializeToString(deterministic=True).hex()
    one = {'detection': packets.detection, 'rect': packets.rect, 'pixelRect': packets.pixel_rect, 'classes': packets.classes,
           'landmarks': lambda v: packets.points(v, *packets.NORMAL),
           'world': lambda v: packets.points(v, *packets.WORLD)}
    if type in one:
        return message(one[type](value))
    if type.endswith('s'):
        return ' '.join(message(one[type[:-1]](item)) for item in value)
    return ' '.join(map(str, value)) if type == 'size' else str(value)


def color(message):
    return [message.r, message.g, message.b]


def annotation_value(annotation):
    """Kind, numbers, whether they are normalized, text, color, thickness and tag."""
    kind = annotation.WhichOneof('data')
    shape = getattr(annotation, kind)
    text = ''
    if kind == 'text':
        values = [shape.left, shape.baseline, shape.font_height, shape.font_face, shape.center_horizontally,
                  shape.center_vertically, shape.outline_thickness, *color(shape.outline_color)]
        text = shape.display_text
    elif kind == 'point':
        values = [shape.x, shape.y]
    elif kind in ('line', 'gradient_line'):
        values = [shape.x_start, shape.y_start, shape.x_end, shape.y_end]
        if kind == 'gradient_line':
            values += color(shape.color1) + color(shape.color2)
    else:
        for part in ('oval', 'rectangle'):
            shape = getattr(shape, part, shape)
        values = [shape.left, shape.top, shape.right, shape.bottom, shape.rotation, shape.top_left_thickness]
    return {'kind': kind, 'numbers': list(map(float, values)), 'isNormalized': shape.normalized, 'text': text,
            'color': color(annotation.color), 'thickness': annotation.thickness, 'tag': annotation.scene_tag}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('tree', type=pathlib.Path)
    parser.add_argument('--prefix', type=pathlib.Path, default=pathlib.Path('/usr'))
    arguments = parser.parse_args()
    items = []

    with tempfile.TemporaryDirectory() as folder:
        program = build(arguments.tree.resolve(), pathlib.Path(folder), arguments.prefix.resolve())

        def add(calculator, options, streams, sets, output='RENDER_DATA', message=None):
            """`streams` are tags with types; each of `sets` has the values of one timestamp."""
            kind = message or f'{calculator}Options'
            text = ''.join(f'input_stream: "{tag.lower()}"\n' for tag in streams) + 'output_stream: "out"\n' + node(
                calculator, ' '.join(f'{tag}:{tag.lower()}' for tag in streams), f'{output}:out',
                f'{kind} {{ {options} }}')
            config = text_format.Parse(text, calculator_pb2.CalculatorGraphConfig())
            encoded = config.node[0].node_options[0].value.hex()
            received, sent = [], []
            for time, values in enumerate(sets):
                lines = [f'calculator {calculator}', f'options x{encoded}', f'output {output}']
                for tag, value in values.items():
                    lines.append(f'input {tag} {streams[tag]} {words(streams[tag], value)}')
                    sent.append([tag.lower(), time, value])
                done = subprocess.run([program], input='\n'.join(lines), capture_output=True, text=True)
                if done.returncode:
                    sys.exit(f'{calculator} {options}: {done.stderr}')
                if not done.stdout:
                    continue
                if output == 'RENDER_DATA':
                    data = render_data_pb2.RenderData.FromString(bytes.fromhex(done.stdout.strip()))
                    value = {'class': data.scene_class,
                             'annotations': [annotation_value(a) for a in data.render_annotations]}
                else:
                    value = number(done.stdout)
                received.append([time, value])
            items.append({
                'name': f'{calculator} {options}', 'graph': text, 'binary': packets.binary(text),
                'inputs': {tag.lower(): type for tag, type in streams.items()},
                'outputs': {'out': 'renderData' if output == 'RENDER_DATA' else 'float'}, 'side': {},
                'packets': sent, 'received': {'out': received}, 'tolerance': 0})
            print(f'{calculator} {options}: {len(received)} packets')

        detections(add)
        landmarks(add)
        rects(add)
        labels(add)
        irises(add)
    TARGET.write_bytes(gzip.compress(json.dumps(items).encode(), 9, mtime=0))


# Cases.

RED = 'color { r: 255 g: 10 b: 3 }'


def labeled(count, named=False, keypoints=2):
    value = packets.random_detection(keypoints)
    value['scores'] = [uniform(0, 1) for _ in range(count)]
    value['ids'] = [] if named else list(range(3, 3 + count))
    value['labels'] = [f'label {i}' for i in range(count)] if named else []
    return value


def detections(add):
    name = 'DetectionsToRenderDataCalculator'
    outside = labeled(1)
    outside['box'] = numbers(1.2, 0.3, 0.2, 0.2)
    above = labeled(1, named=True)
    above['box'] = numbers(-0.2, -0.1, 0.15, 0.25)
    round_score = labeled(3)
    round_score['scores'] = numbers(1, 0.005, 0.125)
    lists = [[], [labeled(1)], [labeled(2, named=True), labeled(0)], [outside, above], [round_score]]
    for options in (
            '', f'thickness: 4 {RED}', 'one_label_per_line: true text_delimiter: " - " scene_class: "FACE"',
            'produce_empty_packet: false render_detection_id: true', 'render_detection_id: true'
            ' one_label_per_line: true text { font_face: 3 font_height: 11 outline_thickness: 2'
            ' outline_color { r: 1 g: 2 b: 3 } center_horizontally: true }'):
        add(name, options, {'DETECTIONS': 'detections'}, [{'DETECTIONS': some} for some in lists])
        add(name, options, {'DETECTION': 'detection'}, [
            {'DETECTION': {**labeled(1, named=True), 'id': 7}}, {'DETECTION': labeled(2)}])
        add(name, options, {'DETECTION': 'detection', 'DETECTIONS': 'detections'}, [
            {'DETECTION': labeled(1), 'DETECTIONS': [labeled(1)]}])


def landmarks(add):
    lines = 'landmark_connections: [0, 1, 1, 2, 2, 3, 3, 9, 4, 0]'
    flat = packets.random_points(5)
    for point in flat:
        point[2] = 0.0
    behind = packets.random_points(5)
    for point in behind:
        point[2] = -abs(point[2]) - 1
    sets = [packets.random_points(5), packets.random_points(5, True), flat, behind, packets.random_points(1)]
    for options in (
            '', f'{lines} landmark_color {{ r: 3 g: 200 b: 90 }} connection_color {{ b: 77 }} thickness: 2.5',
            f'{lines} visualize_landmark_depth: false {RED.replace("color", "landmark_color")}',
            f'{lines} utilize_visibility: true visibility_threshold: 0.5 utilize_presence: true'
            ' presence_threshold: 0.4', f'{lines} render_landmarks: false',
            f'{lines} min_depth_circle_thickness: 2.6 max_depth_circle_thickness: 9.1'
            ' min_depth_line_color { r: 10 g: 200 b: 30 } max_depth_line_color { r: 200 g: 7 b: 99 }'):
        for tag, type in (('NORM_LANDMARKS', 'landmarks'), ('LANDMARKS', 'world')):
            add('LandmarksToRenderDataCalculator', options, {tag: type}, [{tag: some} for some in sets])
    add('LandmarksToRenderDataCalculator', f'{lines} thickness: 3', {
        'NORM_LANDMARKS': 'landmarks', 'RENDER_SCALE': 'float'},
        [{'NORM_LANDMARKS': some, 'RENDER_SCALE': uniform(0, 3)} for some in sets])
    for count in (468, 478):
        add('FaceLandmarksToRenderDataCalculator', 'thickness: 2 connection_color { g: 220 }'
            ' visualize_landmark_depth: false landmark_color { r: 255 }', {'NORM_LANDMARKS': 'landmarks'},
            [{'NORM_LANDMARKS': packets.random_points(count)}], message='LandmarksToRenderDataCalculatorOptions')


def rects(add):
    name = 'RectToRenderDataCalculator'
    outside = [numbers(1.7, 0.2, 0.3, 0.3, 0), numbers(0.5, -0.4, 0.2, 0.3, 0), numbers(1.7, 0.2, 0.3, 0.3, 1)]
    normal = [packets.random_rect(), packets.random_rect(False), *outside]
    pixels = [packets.random_pixel_rect() for _ in range(3)] + [[-50, 20, 30, 30, 0.0]]
    for options in ('', f'filled: true {RED} thickness: 3', f'oval: true {RED}',
                    f'oval: true filled: true {RED}', f'top_left_thickness: 5 {RED}'):
        for tag, type, values in (('NORM_RECT', 'rect', normal), ('RECT', 'pixelRect', pixels)):
            add(name, options, {tag: type}, [{tag: value} for value in values])
            add(name, options, {tag + 'S': type + 's'}, [{tag + 'S': []}, {tag + 'S': values}])
    for options in ('', 'multiplier: 0.0008 process_timestamp_bounds: true'):
        add('RectToRenderScaleCalculator', options, {'NORM_RECT': 'rect', 'IMAGE_SIZE': 'size'},
            [{'NORM_RECT': rect, 'IMAGE_SIZE': [640, 480]} for rect in normal], output='RENDER_SCALE')


def labels(add):
    sets = [[], [[1, 0.875, 'Right', 'the right']], [[0, 0.5, 'Left', ''], [1, 0.123456789, 'Right', 'b'],
                                                    [2, 1.0, 'third', 'c']]]
    for options in (
            '', 'color { r: 255 } thickness: 10.0 font_height_px: 50 horizontal_offset_px: 30 vertical_offset_px: 50'
            ' max_num_labels: 2 location: TOP_LEFT', 'display_classification_score: true max_num_labels: 3'
            ' color { r: 1 } color { g: 2 } font_face: 1 use_display_name: true font_height_px: 17',
            'outline_thickness: 3 outline_color { b: 9 } max_num_labels: 3', 'outline_thickness: 1.5'):
        add('LabelsToRenderDataCalculator', options, {'CLASSIFICATIONS': 'classes'},
            [{'CLASSIFICATIONS': [[i, number(s), *rest] for i, s, *rest in some]} for some in sets])


def irises(add):
    for options in ('', 'oval_color { g: 9 } landmark_color { b: 7 } oval_thickness: 4 landmark_thickness: 2.5'
                    ' font_height_px: 33 font_face: 2 horizontal_offset_px: 5 vertical_offset_px: 7',
                    'location: BOTTOM_LEFT font_height_px: 21'):
        streams = {'IRIS': 'landmarks', 'IMAGE_SIZE': 'size', 'LEFT_IRIS_DEPTH_MM': 'float',
                   'RIGHT_IRIS_DEPTH_MM': 'float'}
        full = [{'IRIS': packets.random_points(10), 'IMAGE_SIZE': [640, 480], 'LEFT_IRIS_DEPTH_MM': uniform(100, 900),
                 'RIGHT_IRIS_DEPTH_MM': uniform(100, 900)} for _ in range(2)]
        add('IrisToRenderDataCalculator', options, streams, full)
        add('IrisToRenderDataCalculator', options, {tag: streams[tag] for tag in ('IRIS', 'IMAGE_SIZE')},
            [{tag: value for tag, value in full[0].items() if tag in ('IRIS', 'IMAGE_SIZE')}])


if __name__ == '__main__':
    main()
