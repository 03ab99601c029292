#!/usr/bin/env python3
"""Compares `landmark graph` with MediaPipe's runner on MediaPipe's own graphs, packet by packet.

usage: whole_graphs.py MEDIAPIPE [--landmark .build/release/landmark]
MEDIAPIPE is a folder with MediaPipe's source tree, whose graph files run unmodified in `landmark graph`, with the
models of `make loose-models`; in the Python package mediapipe==0.10.21 the same subgraphs and models run. Needs what
graph_references.py needs. Prints the largest difference of a number for each stream; the exit code is 1 if packets,
their timestamps or the number of values differ.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
from graph_census import NODE, registered, without_comments
from graph_packets import (  # isort: skip
    PACKAGE, ROOT, classes_value, detection_value, node, points_value, rect_value)
from mediapipe.python import packet_creator, packet_getter
from mediapipe.python._framework_bindings import calculator_graph, image_frame, resource_util
from PIL import Image

STEP = 40  # Milliseconds.
CLIPS = {
    'hands': ('bunny_0040', 'bunny_0112', 'bunny_0112'),
    'faces': ('astronaut', 'astronaut', 'carphone_0000', 'carphone_0030', 'carphone_0060'),
}


def constant(name, kind, value):
    return ('node { calculator: "ConstantSidePacketCalculator" output_side_packet: "PACKET:' + name + '" options {'
            f' [mediapipe.ConstantSidePacketCalculatorOptions.ext] {{ packet {{ {kind}_value: {value} }} }} }} }}\n')


# Title, clip, nodes, and streams with their types.
GRAPHS = [
    ('PalmDetectionCpu', 'hands', constant('complexity', 'int', 1) + node(
        'PalmDetectionCpu', 'IMAGE:image', 'DETECTIONS:detections', side='MODEL_COMPLEXITY:complexity'),
     {'detections': 'detections'}),
    ('HandLandmarkTrackingCpu', 'hands', constant('count', 'int', 2) + node(
        'HandLandmarkTrackingCpu', 'IMAGE:image', 'LANDMARKS:landmarks WORLD_LANDMARKS:world HANDEDNESS:sides'
        ' PALM_DETECTIONS:palms HAND_ROIS_FROM_LANDMARKS:rects', side='NUM_HANDS:count'),
     {'landmarks': 'points', 'world': 'points', 'sides': 'classes', 'palms': 'detections', 'rects': 'rects'}),
    ('FaceDetectionShortRangeCpu', 'faces', node(
        'FaceDetectionShortRangeCpu', 'IMAGE:image', 'DETECTIONS:detections'), {'detections': 'detections'}),
    ('FaceDetectionFullRangeCpu', 'faces', node(
        'FaceDetectionFullRangeCpu', 'IMAGE:image', 'DETECTIONS:detections'), {'detections': 'detections'}),
    # With attention, the model has operators that LandmarkKit's engine lacks.
    ('FaceLandmarkFrontCpu', 'faces', constant('count', 'int', 1) + node(
        'FaceLandmarkFrontCpu', 'IMAGE:image', 'LANDMARKS:landmarks DETECTIONS:detections'
        ' ROIS_FROM_LANDMARKS:rects', side='NUM_FACES:count'),
     {'landmarks': 'points', 'detections': 'detections', 'rects': 'rects'}),
    ('PoseDetectionCpu', 'faces', node('PoseDetectionCpu', 'IMAGE:image', 'DETECTIONS:detections'),
     {'detections': 'detections'}),
]
READ = {
    'points': lambda p: [point[:3] for item in packet_getter.get_proto_list(p) for point in points_value(item)],
    'classes': lambda p: [[c[0], c[1]] for item in packet_getter.get_proto_list(p) for c in classes_value(item)],
    'rects': lambda p: [rect_value(item) for item in packet_getter.get_proto_list(p)],
    'detections': lambda p: [flat(detection_value(item)) for item in packet_getter.get_proto_list(p)],
}


def flat(detection):
    x, y, width, height = detection['box']
    return [detection['scores'][0], x + width / 2, y + height / 2, width, height, *sum(detection['points'], [])]


def theirs(text, images, streams):
    resource_util.set_resource_dir(str(PACKAGE.parent))
    received = {stream: {} for stream in streams}
    graph = calculator_graph.CalculatorGraph(graph_config=text)
    for stream, type in streams.items():
        graph.observe_output_stream(stream, lambda name, packet: received[name].update(
            {packet.timestamp.value // 1000: READ[streams[name]](packet)}))
    graph.start_run()
    for number, image in enumerate(images):
        frame = image_frame.ImageFrame(image_frame.ImageFormat.SRGB, np.ascontiguousarray(image))
        graph.add_packet_to_input_stream(
            'image', packet_creator.create_image_frame(frame).at(1000 * STEP * number))
    graph.close()
    return received


def ours_value(type, line):
    if type == 'points':
        return [point for item in line['objects']
                for point in item.get('landmarks', item.get('worldLandmarks'))]
    if type == 'classes':
        return [[c['index'], c['score']] for item in line['classifications'] for c in item]
    if type == 'rects':
        return [[r['xCenter'], r['yCenter'], r['width'], r['height'], r['rotation']] for r in line['regions']]
    return [[d['score'], *(d['box'][k] for k in ('xCenter', 'yCenter', 'width', 'height')), *sum(d['keypoints'], [])]
            for d in line['detections']]


def ours(program, text, folder, subgraphs, streams, tree):
    graph = folder / 'graph.pbtxt'
    graph.write_text(text)
    command = [program, 'graph', graph, '--input', f'image={folder}/frames', '--fps', str(1000 // STEP), '--quiet']
    for stream in streams:
        command += ['--output', f'{stream}={folder}/{stream}.jsonl']
    for file in subgraphs:
        command += ['--subgraph', file]
    subprocess.run(command, check=True, cwd=tree)
    return {stream: {line['timestampMs']: ours_value(type, line) for line in map(
        json.loads, (folder / f'{stream}.jsonl').read_text().splitlines())} for stream, type in streams.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('tree', type=pathlib.Path)
    parser.add_argument('--landmark', type=pathlib.Path, default=ROOT / '.build/release/landmark')
    arguments = parser.parse_args()
    tree = arguments.tree.resolve()
    subgraphs = registered(tree)
    failed = False
    for title, clip, nodes, streams in GRAPHS:
        text = 'input_stream: "image"\n' + ''.join(f'output_stream: "{name}"\n' for name in streams) + nodes
        needed, pending = [], NODE.findall(nodes)
        while pending:
            name = pending.pop()
            if name in subgraphs and name not in needed:
                needed.append(name)
                pending += NODE.findall(without_comments(subgraphs[name]))
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / 'frames').mkdir()
            for model in (ROOT / 'models/mediapipe-0.10.21').glob('*.tflite'):
                (folder / model.name).symlink_to(model)
            files = []
            for part in needed:
                files.append(folder / f'{part}.pbtxt')
                body = '\n'.join(line for line in without_comments(subgraphs[part]).splitlines()
                                 if not line.startswith('type:'))
                files[-1].write_text(f'type: "{part}"\n{body}\n')
            images = [Image.open(ROOT / f'footage/{image}.png').convert('RGB') for image in CLIPS[clip]]
            size = images[0].size
            images = [image.resize(size) for image in images]
            for number, image in enumerate(images):
                image.save(folder / f'frames/{number:03}.png')
            expected = theirs(text, [np.asarray(image) for image in images], streams)
            got = ours(arguments.landmark.resolve(), text, folder, files, streams, tree)
        for stream in streams:
            same = sorted(expected[stream]) == sorted(got[stream]) and all(
                np.shape(expected[stream][time]) == np.shape(got[stream][time]) for time in got[stream])
            worst = max((float(np.abs(np.subtract(expected[stream][time], got[stream][time])).max())
                         for time in got[stream] if np.size(got[stream][time])), default=0) if same else None
            failed |= not same
            print(f'{title}, {stream}: {len(got[stream])} packets, ' + (
                f'within {worst:.2g}' if same else f'expected {sorted(expected[stream])}, got {sorted(got[stream])}'),
                flush=True)
    return int(failed)


if __name__ == '__main__':
    sys.exit(main())
