"""The videos of whole jobs: the project's footage in the sizes that cameras deliver.

The clips are made by `ffmpeg` once and kept under .cache/. Noise is added to upscaled footage,
which would otherwise be smoother, and easier to encode, than camera footage.
"""

import dataclasses
import hashlib
import pathlib

import clips
from commands import output
from repository import FOOTAGE

FOLDER = clips.CACHE / "jobs"
SIZES = {"720p": (1280, 720), "1080p": (1920, 1080)}
# The number of frames of a single video; those of each video in a folder, and how far apart these
# begin.
FRAMES = 195
PART_FRAMES = 40
PART_STEP = 20
PARTS = 8
NOISE = "noise=c0_seed=1:c0_strength=3:c0_flags=t"
ENCODED = ("-c:v", "libx264", "-preset", "medium", "-crf", "20", "-pix_fmt", "yuv420p",
           "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-an")


@dataclasses.dataclass
class Source:
    """Footage, and the filters that make it fill a frame."""
    footage: pathlib.Path
    # Where the frame begins in footage of another shape, as a share of the footage's height.
    top: float = 0
    is_enlarged: bool = True
    # The number of frames of footage that is too short, and is played back and forth; 0 of other.
    repeated: int = 0
    # Filters for footage of which only a part is used.
    before: tuple = ()
    after: tuple = ()

    def filters(self, size, start, frames):
        width, height = size
        yield from self.before
        if self.repeated:
            yield ("split[a][b];[b]reverse[r];[a][r]concat,"
                   f"loop=loop=-1:size={2 * self.repeated}")
        yield from self.after
        yield f"trim=start_frame={start}:end_frame={start + frames},setpts=N/FRAME_RATE/TB"
        yield f"scale={width}:-2:flags=bicubic:out_color_matrix=bt709"
        yield f"crop={width}:{height}:0:min(ih*{self.top}\\,ih-{height})"
        if self.is_enlarged:
            yield NOISE
        yield "setsar=1"


def hand():
    """The rabbit's paw. The box moves, so that no two of a folder's videos are the same."""
    part = clips.PARTS[clips.RABBIT]
    left, top, width, height = part.box
    return Source(clips.RABBIT, repeated=part.end - part.start,
                  before=(f"trim=start_frame={part.start}:end_frame={part.end},setpts=PTS-STARTPTS",),
                  after=(f"crop={width}:{height}:{left}+40*sin(n/15):{top}+15*cos(n/23)",))


# In the pose's footage a man jumps while a woman walks past.
SOURCES = {
    "pose": Source(FOOTAGE / "walking.mp4", is_enlarged=False),
    "hand": hand(),
    "face": Source(clips.CARPHONE, top=0.07, repeated=120),
}


def missing(task):
    """Why the clips of a task cannot be made; None if they can."""
    return clips.missing(SOURCES[task].footage)


def made(task, size, start, frames):
    """The path of a clip, which is created if it does not exist yet."""
    source = SOURCES[task]
    footage = source.footage
    words = ["-i", str(footage), "-vf", ",".join(source.filters(SIZES[size], start, frames)),
             *ENCODED]
    digest = hashlib.sha256(" ".join(words).encode()).hexdigest()[:8]
    path = FOLDER / f"{footage.stem}-{size}-{start:03}-{frames}-{digest}.mp4"
    if not path.is_file():
        FOLDER.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".unfinished.mp4")
        output("ffmpeg", "-v", "error", "-y", *words, unfinished)
        unfinished.rename(path)
    return path


def videos(task, size, is_folder, most):
    """One video, or those of a folder: their scenes overlap, but no two are the same.

    No video has more than `most` frames.
    """
    if not is_folder:
        return [made(task, size, 0, min(FRAMES, most))]
    return [made(task, size, PART_STEP * part, min(PART_FRAMES, most)) for part in range(PARTS)]
