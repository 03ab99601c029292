"""Writes results with their ROIs to Tests/LandmarkTasksTests/Fixtures/video-regions.json.gz.

usage: region_references.py
Needs what video_references.py needs, with the Python package mediapipe==0.10.21 instead: its task
runner, unlike the newer one, exposes the ROI that each frame determines for the next. A tracker
that receives these ROIs cannot drift away from MediaPipe's results.
"""
import gzip
import json

import mediapipe as mp
from mediapipe.framework.formats import rect_pb2
from mediapipe.python import packet_creator, packet_getter
from mediapipe.tasks.python import BaseOptions, vision
from mediapipe.tasks.python.core import task_info
from mediapipe.tasks.python.vision.core.base_vision_task_api import BaseVisionTaskApi
from video_images import ROOT, Images

TARGET = ROOT / 'Tests/LandmarkTasksTests/Fixtures/video-regions.json.gz'
# Thresholds at which the hand models report false positives on footage without a hand.
HAND_CONFIDENCES = (0.02, 0.001)
WHOLE = rect_pb2.NormalizedRect(x_center=0.5, y_center=0.5, width=1, height=1)


def options(task):
    if task == 'hand':
        detection, presence = HAND_CONFIDENCES
        return vision.HandLandmarkerOptions(
            base_options=BaseOptions(model_asset_path=str(ROOT / 'models/hand_landmarker.task')),
            running_mode=vision.RunningMode.VIDEO, min_hand_detection_confidence=detection,
            min_hand_presence_confidence=presence)
    return vision.PoseLandmarkerOptions(
        base_options=BaseOptions(model_asset_path=str(ROOT / 'models/pose_landmarker_full.task')),
        running_mode=vision.RunningMode.VIDEO)


def runner(task):
    tags = {'hand': ('LANDMARKS', 'HAND_RECT_NEXT_FRAME'),
            'pose': ('NORM_LANDMARKS', 'POSE_RECTS_NEXT_FRAME')}[task]
    info = task_info.TaskInfo(
        task_graph=f'mediapipe.tasks.vision.{task}_landmarker.{task.title()}LandmarkerGraph',
        input_streams=['IMAGE:image', 'NORM_RECT:whole'],
        output_streams=[f'{tags[0]}:landmarks', 'WORLD_LANDMARKS:world', f'{tags[1]}:regions',
                        'IMAGE:image_out'],
        task_options=options(task))
    config = info.generate_graph_config(enable_flow_limiting=False)
    return BaseVisionTaskApi(config, vision.RunningMode.VIDEO, None)


def rounded(value, digits=5):
    return round(float(value), digits)


def points(lists, likelihoods):
    def numbers(p):
        more = [rounded(p.visibility, 4), rounded(p.presence, 4)] if likelihoods else []
        return [rounded(p.x), rounded(p.y), rounded(p.z, 4), *more]
    return [[numbers(p) for p in ps.landmark] for ps in lists]


def exact(rect):
    """Nine digits preserve a 32-bit float exactly."""
    return [float(f'{v:.9g}') for v in
            (rect.x_center, rect.y_center, rect.width, rect.height, rect.rotation)]


def tracked(images, task, steps):
    """The results of each frame, and the ROIs they came from (null: the detector's)."""
    frames, regions = [], [None]
    made = runner(task)
    for index, (image, time) in enumerate(steps):
        image = mp.Image(image_format=mp.ImageFormat.SRGB, data=images.image(image))
        packets = made._process_video_data({
            'image': packet_creator.create_image(image).at(time * 1000),
            'whole': packet_creator.create_proto(WHOLE).at(time * 1000)})
        lists = {k: [] if packets[k].is_empty() else packet_getter.get_proto_list(packets[k])
                 for k in ('landmarks', 'world', 'regions')}
        frame = {'landmarks': points(lists['landmarks'], task == 'pose')}
        if index % 5 == 0:
            frame['world'] = points(lists['world'], task == 'pose')
        frames.append(frame)
        regions.append(exact(lists['regions'][0]) if lists['regions'] else None)
    made.close()
    print(task, ''.join(str(len(f['landmarks'])) for f in frames), flush=True)
    return {'title': f'{task}, 1 at most: the clip, regions given', 'task': task, 'num': 1,
            'confidences': HAND_CONFIDENCES if task == 'hand' else (0.5, 0.5),
            'steps': steps, 'regions': regions[:-1], 'frames': frames}


def main():
    images = Images()
    steps = images.main.steps('clip')
    text = json.dumps({'versions': {'mediapipe': mp.__version__},
                       'clip': images.main.description(),
                       'items': [tracked(images, task, steps) for task in ('hand', 'pose')]},
                      separators=(',', ':'))
    # Without the time in gzip's header, equal results give equal bytes.
    TARGET.write_bytes(gzip.compress(text.encode(), mtime=0))
    print(f'{TARGET.name}: {TARGET.stat().st_size} bytes')


if __name__ == '__main__':
    main()
