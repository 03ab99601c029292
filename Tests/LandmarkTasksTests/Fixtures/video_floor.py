#!/usr/bin/env python3
"""Prints how far another release of MediaPipe is from the results in video.json.gz.

usage: video_floor.py OTHER, a file that `video_references.py OTHER` wrote with the other release

Two builds of the same pipeline differ only by rounding; limits below that difference would be
arbitrary.
"""
import gzip
import json
import sys

import numpy as np
from video_images import Images
from video_references import TARGET


def read(path):
    with gzip.open(path) as file:
        return json.load(file)['items']


def summary(values):
    if not values:
        return '-'
    return '  '.join(f'{v:.4f}' for v in (
        *values[:2], np.median(values), np.percentile(values, 90), max(values)))


def main():
    images = Images()
    sizes = {}
    print('instances: first, second, median, 90th percentile, largest')
    for kept, other in zip(read(TARGET), read(sys.argv[1])):
        pixels, meters, likelihoods, shapes, counts = [], [], [], [], 0
        for (name, _), a, b in zip(kept['steps'], kept['frames'], other['frames']):
            if a is None or b is None or len(a['landmarks']) != len(b['landmarks']):
                counts += (a is None) != (b is None) or a is not None
                continue
            if not a['landmarks']:
                continue
            if name not in sizes:
                sizes[name] = images.image(name).shape[1::-1]
            offset = np.array(a['landmarks']) - np.array(b['landmarks'])
            pixels.append(np.hypot(*(offset[..., :2] * sizes[name]).T).mean())
            if offset.shape[-1] == 5:
                likelihoods.append(abs(offset[..., 3]).max())
            if a.get('world'):
                offset = np.array(a['world']) - np.array(b['world'])
                meters.append(np.linalg.norm(offset[..., :3], axis=-1).mean() * 1000)
            if a.get('blendshapes'):
                shapes.append(abs(np.array(a['blendshapes']) - b['blendshapes']).max())
        print(f"{kept['title']}: {len(kept['frames'])} frames, {counts} with a different count")
        for label, values in (('px', pixels), ('mm', meters), ('visibility', likelihoods),
                              ('blendshapes', shapes)):
            if values:
                print(f'  {label:12}{len(values):4}  {summary(values)}')


if __name__ == '__main__':
    main()
