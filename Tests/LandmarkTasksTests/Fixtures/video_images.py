"""The images of the video references; the tests create the same in Swift.

Images have names: `clip 12` is the clip's frame 12; `pair 12` shows frame 12 above the frame that
is equally far from the clip's end; `top 12` and `bottom 12` are pairs with the other half black.
`meet 12` is a strip of frame 112 next to its mirror image, cropped ever farther left, so that the
objects in the middle approach each other. Names that begin with `hands` use a clip of hands in
`shared/assets`, in the package or next to it, which is not published. `black 176x144` is black; any
other name is a file in footage/.
"""
import subprocess
import zlib

import numpy as np
from mediapipe_results import ROOT, footage

CLIP = 'carphone_pristine.mp4'
MEET_FRAME, MEET_FROM, MEET_STEP, MEET_WIDTH = 100, 120, 10, 300

SHARED = next((f for f in (ROOT / 'shared', ROOT.parent / 'shared') if f.is_dir()), ROOT)
CLIPS = {'': ROOT / 'footage' / CLIP, 'hands ': SHARED / 'assets' / 'hand_test_video.mp4'}


class Clip:
    """A video's frames as 8-bit RGB."""

    def __init__(self, path):
        shown = subprocess.check_output(
            ['ffprobe', '-v', 'error', '-select_streams', 'v:0', '-show_entries',
             'stream=width,height,r_frame_rate', '-of', 'csv=p=0', str(path)], text=True)
        width, height, rate = shown.strip().split(',')[:3]
        self.file, self.width, self.height = path.name, int(width), int(height)
        self.rate = [int(n) for n in rate.split('/')]
        raw = subprocess.check_output(['ffmpeg', '-v', 'error', '-i', str(path),
                                       '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'])
        self.frames = np.frombuffer(raw, np.uint8).reshape(-1, self.height, self.width, 3)

    def time(self, index):
        """A frame's timestamp in milliseconds."""
        return round(index * 1000 * self.rate[1] / self.rate[0])

    def steps(self, name, count=None):
        """(image name, timestamp) of the frames, from the first on."""
        return [(f'{name} {i}', self.time(i)) for i in range(count or len(self.frames))]

    def image(self, kind, number):
        if kind == 'meet':
            left = MEET_FROM - MEET_STEP * number
            strip = self.frames[MEET_FRAME + number][:, left:left + MEET_WIDTH]
            return np.concatenate([strip, strip[:, ::-1]], axis=1)
        frame = self.frames[number]
        if kind == 'clip':
            return np.ascontiguousarray(frame)
        halves = [frame, self.frames[len(self.frames) - 1 - number]]
        if kind != 'pair':
            halves[kind == 'top'] = np.zeros_like(frame)
        return np.concatenate(halves)

    def description(self):
        """Identifies the decoding, to distinguish a different one from a different result."""
        return {'file': self.file, 'width': self.width, 'height': self.height, 'rate': self.rate,
                'checksums': [zlib.crc32(f.tobytes()) for f in self.frames]}


class Images:
    def __init__(self):
        # The names of a clip's images begin with its key.
        self.clips = {k: Clip(path) for k, path in CLIPS.items() if path.is_file()}
        self.main = self.clips['']

    def image(self, name):
        key = 'hands ' if name.startswith('hands ') else ''
        kind, _, number = name.removeprefix(key).partition(' ')
        if kind == 'black':
            width, height = map(int, number.split('x'))
            return np.zeros((height, width, 3), np.uint8)
        if not number:
            return footage(name)
        return self.clips[key].image(kind, int(number))
