"""Clips as files of raw frames, so that decoding is not part of any time."""

import contextlib
import functools

from sides import ROOT

CACHE = ROOT / ".cache" / "bench"
FOOTAGE = ROOT / "footage"
CARPHONE = [FOOTAGE / "carphone_pristine.mp4"]
ASTRONAUT = FOOTAGE / "astronaut.png"


def assets(name):
    """The possible paths of a file that not every clone has."""
    return [ROOT / "shared" / "assets" / name, ROOT.parent / "shared" / "assets" / name]


# The footage that can be fetched shows no hand.
HANDS = assets("hand_test_video.mp4")
HAND_IMAGE = assets("hand_thumb_up.jpg")
CLIPS = {"hand": HANDS, "pose": CARPHONE, "face": CARPHONE}


def here(paths):
    """The first of `paths` that exists, or None."""
    return next((path for path in paths if path.is_file()), None)


def missing(paths):
    """Why a clip cannot be used; None if it is available."""
    return None if here(paths) else f"{paths[0].name} is not here"


def with_clip(measure):
    """Measures a task on its clip, or skips it if the clip is not available."""
    @functools.wraps(measure)
    def row(task, run):
        clip = here(CLIPS[task])
        if clip is None:
            return {"name": task, "skipped": missing(CLIPS[task])}
        return {"name": task, "clip": clip.name} | measure(task, clip, run)
    return row


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
    video = cv2.VideoCapture(str(clip))
    made = None
    try:
        with target.open("wb") as file:
            for _ in range(limit):
                is_there, frame = video.read()
                if not is_there:
                    break
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
