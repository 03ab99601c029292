"""Clips as files of raw frames, so that decoding is not part of any time."""

import contextlib
import dataclasses
import functools
import itertools

from repository import FOOTAGE, ROOT

CACHE = ROOT / ".cache" / "bench"
CARPHONE = FOOTAGE / "carphone_pristine.mp4"
# The footage shows no hand of a person, but a rabbit's paw that the hand models take for one.
RABBIT = FOOTAGE / "bigbuckbunny.mp4"
ASTRONAUT = FOOTAGE / "astronaut.png"
HAND_IMAGE = FOOTAGE / "bunny_0040.png"
CLIPS = {"hand": RABBIT, "pose": CARPHONE, "face": CARPHONE}


@dataclasses.dataclass
class Part:
    """Frames of a clip, and a box in them, that show what a task looks for throughout."""
    start: int
    end: int
    # Left, top, width, and height in pixels.
    box: tuple
    # The size that the box is enlarged to.
    size: tuple


# Elsewhere the paw is too small for the hand detector.
PARTS = {RABBIT: Part(112, 132, (80, 320, 480, 270), (640, 360))}


def missing(clip):
    """Why a clip cannot be used; None if it is here."""
    return None if clip.is_file() else f"{clip.name} is not here; scripts/fetch-footage gets it"


def with_clip(measure):
    """Measures a task on its clip, or skips it if the clip is not available."""
    @functools.wraps(measure)
    def row(task, run):
        clip = CLIPS[task]
        if missing(clip):
            return {"name": task, "skipped": missing(clip)}
        return {"name": task, "clip": clip.name} | measure(task, clip, run)
    return row


def decoded(clip):
    """The frames of a clip."""
    import cv2  # MediaPipe brings it.
    video = cv2.VideoCapture(str(clip))
    is_there, frame = video.read()
    while is_there:
        yield frame
        is_there, frame = video.read()


def used(clip):
    """The frames of a clip, or those of the part that is used, back and forth."""
    import cv2
    part = PARTS.get(clip)
    if part is None:
        yield from decoded(clip)
        return
    left, top, width, height = part.box
    shown = [cv2.resize(frame[top:top + height, left:left + width], part.size,
                        interpolation=cv2.INTER_CUBIC)
             for frame in itertools.islice(decoded(clip), part.start, part.end)]
    yield from shown
    yield from shown[-2:0:-1]


@contextlib.contextmanager
def raw_frames(clip, limit, size=None):
    """The clip's first frames as a file of 8-bit RGB, and their width and height.

    With `size`, the frames are scaled to fit and centered on black.
    """
    import cv2  # Installed with MediaPipe.
    import numpy
    CACHE.mkdir(parents=True, exist_ok=True)
    name = clip.stem if size is None else f"{clip.stem}-{size[0]}x{size[1]}"
    target = CACHE / f"{name}.rgb"
    made = None
    try:
        with target.open("wb") as file:
            for frame in itertools.islice(used(clip), limit):
                if size is not None:
                    scale = min(size[0] / frame.shape[1], size[1] / frame.shape[0])
                    part = cv2.resize(frame, None, fx=scale, fy=scale)
                    frame = numpy.zeros((size[1], size[0], 3), numpy.uint8)
                    top, left = ((a - b) // 2 for a, b in zip(frame.shape, part.shape[:2]))
                    frame[top:top + part.shape[0], left:left + part.shape[1]] = part
                made = frame.shape[1::-1]
                file.write(cv2.cvtColor(frame, cv2.COLOR_BGR2RGB).tobytes())
        if made is None:
            raise RuntimeError(f"{clip} has no frames that can be decoded")
        yield target, list(made)
    finally:
        target.unlink(missing_ok=True)
