#!/usr/bin/env python3
"""Writes results with their ROIs to video-regions.json.gz beside this file.

usage: region_references.py
Needs what video_references.py needs, with the Python package mediapipe==0.10.21 instead: its task
runner, unlike the newer one, exposes the ROI that each frame determines for the next. A tracker
that receives these ROIs cannot drift away from MediaPipe's results.
"""
import mediapipe as mp
from mediapipe.framework.formats import rect_pb2
from mediapipe.python import packet_creator, packet_getter
from mediapipe.tasks.python import vision
from mediapipe.tasks.python.core import task_info
from mediapipe.tasks.python.vision.core.base_vision_task_api import BaseVisionTaskApi
from mediapipe_results import (
    FALSE_HANDS, FOLDER, image, landmarker_options, points, write_compressed)
from video_images import Images

CONFIDENCES = {'hand': FALSE_HANDS, 'pose': (0.5, 0.5)}
WHOLE = rect_pb2.NormalizedRect(x_center=0.5, y_center=0.5, width=1, height=1)


def runner(task):
    tags = {'hand': ('LANDMARKS', 'HAND_RECT_NEXT_FRAME'),
            'pose': ('NORM_LANDMARKS', 'POSE_RECTS_NEXT_FRAME')}[task]
    info = task_info.TaskInfo(
        task_graph=f'mediapipe.tasks.vision.{task}_landmarker.{task.title()}LandmarkerGraph',
        input_streams=['IMAGE:image', 'NORM_RECT:whole'],
        output_streams=[f'{tags[0]}:landmarks', 'WORLD_LANDMARKS:world', f'{tags[1]}:regions',
                        'IMAGE:image_out'],
        task_options=landmarker_options(task, vision.RunningMode.VIDEO, 1, CONFIDENCES[task]))
    config = info.generate_graph_config(enable_flow_limiting=False)
    return BaseVisionTaskApi(config, vision.RunningMode.VIDEO, None)


def exact(rect):
    """Nine digits preserve a 32-bit float exactly."""
    return [float(f'{v:.9g}') for v in
            (rect.x_center, rect.y_center, rect.width, rect.height, rect.rotation)]


def tracked(images, task, steps):
    """The results of each frame, and the ROIs they came from (null: the detector's)."""
    frames, regions = [], [None]
    made = runner(task)
    for index, (step, time) in enumerate(steps):
        packets = made._process_video_data({
            'image': packet_creator.create_image(image(images.image(step))).at(time * 1000),
            'whole': packet_creator.create_proto(WHOLE).at(time * 1000)})
        lists = {k: [] if packets[k].is_empty() else packet_getter.get_proto_list(packets[k])
                 for k in ('landmarks', 'world', 'regions')}
        found = {k: points([item.landmark for item in lists[k]], task == 'pose')
                 for k in ('landmarks', 'world')}
        frames.append(found if index % 5 == 0 else {'landmarks': found['landmarks']})
        regions.append(exact(lists['regions'][0]) if lists['regions'] else None)
    made.close()
    print(task, ''.join(str(len(f['landmarks'])) for f in frames), flush=True)
    return {'title': f'{task}, 1 at most: the clip, regions given', 'task': task, 'num': 1,
            'confidences': CONFIDENCES[task], 'steps': steps,
            'regions': regions[:-1], 'frames': frames}


def main():
    images = Images()
    steps = images.main.steps('clip')
    write_compressed(FOLDER / 'video-regions.json.gz', {
        'versions': {'mediapipe': mp.__version__}, 'clip': images.main.description(),
        'items': [tracked(images, task, steps) for task in CONFIDENCES]})


if __name__ == '__main__':
    main()
