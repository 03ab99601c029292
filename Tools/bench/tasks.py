"""Times every task against MediaPipe's, frame by frame; and decoding, drawing and encoding apart.

Both sides get the same decoded frames in memory, with times of 30 frames a second, follow them in
video mode, and take turns in one run. A time runs from the frame in memory to the result in hand.
"""

import statistics
import subprocess
import sys

from sides import LANDMARK, MODELS, ROOT, Side

CACHE = ROOT / ".cache" / "bench"
FOOTAGE = ROOT / "footage" / "carphone_pristine.mp4"
PICTURE = ROOT / "footage" / "astronaut.png"
# The footage that every clone can get shows no hand.
HANDS = [ROOT / "shared" / "assets" / "hand_test_video.mp4",
         ROOT.parent / "shared" / "assets" / "hand_test_video.mp4"]
MOST_FRAMES = 200
# Each side follows this many frames in a row before its turn ends.
BATCH = 10
# What MediaPipe's time over ours with two threads shall be, at least.
WANTED = 2.0

# (row, task, bundle, at most this many, clips of which the first that is here is taken)
TASKS = [
    ("hand, followed", "hand", "hand_landmarker", 1, HANDS),
    ("hand, detected in every frame", "hand", "hand_landmarker", 2, HANDS),
    ("pose full", "pose", "pose_landmarker_full", 1, [FOOTAGE]),
    ("face, blendshapes, matrices", "face", "face_landmarker", 1, [FOOTAGE]),
]


class MediaPipe(Side):
    """A task of MediaPipe's in Python."""

    def __init__(self, task, bundle, most, frames, size):
        script = ROOT / "Tools" / "bench" / "mediapipe_task.py"
        super().__init__([sys.executable, str(script), task, str(MODELS / f"{bundle}.task"),
                          str(frames), *map(str, size), str(most)], quiet=True)
        self.library, self.processor, self.found, self.runs = [], 0, 0, 0

    def run(self, count):
        answer = super().run(count)
        self.library += answer["library"]
        self.processor += answer["processor"]
        self.found += answer["found"]
        self.runs += count
        return answer["ms"]


def ours(task, most, frames, size, threads):
    return Side([str(LANDMARK), "bench", "task", task, str(frames), "--size",
                 "x".join(map(str, size)), "--max", str(most), "--threads", str(threads),
                 "--interactive"])


def decoded(clip):
    """The clip's first frames as a file of 8-bit RGB, and their width and height."""
    import cv2  # MediaPipe brings it.
    video = cv2.VideoCapture(str(clip))
    CACHE.mkdir(parents=True, exist_ok=True)
    target = CACHE / f"{clip.stem}.rgb"
    size = None
    with target.open("wb") as file:
        for _ in range(MOST_FRAMES):
            is_there, frame = video.read()
            if not is_there:
                break
            size = frame.shape[1::-1]
            file.write(cv2.cvtColor(frame, cv2.COLOR_BGR2RGB).tobytes())
    if size is None:
        raise RuntimeError(f"{clip} has no frames")
    return target, size


def compare(task, bundle, most, frames, size, count):
    """All times of ours with two threads, ours with one, and MediaPipe's; and that side."""
    theirs = MediaPipe(task, bundle, most, frames, size)
    sides = [ours(task, most, frames, size, 2), ours(task, most, frames, size, 1), theirs]
    times = [[], [], []]
    for number in range(-(-count // BATCH)):
        # Whoever goes first finds the caches as the others left them: take turns at that too.
        for index in [(number + i) % 3 for i in range(3)]:
            times[index] += sides[index].run(BATCH)
    for side in sides:
        side.close()
    return times, theirs


def task_table(count, only=""):
    yield ("| task, video mode | frames | LandmarkKit ms, 2 threads | 1 thread | MediaPipe ms "
           "| MediaPipe ÷ ours | at least | MediaPipe's library alone ms | its processor ms |")
    yield "|---|--:|--:|--:|--:|--:|--:|--:|--:|"
    for row, task, bundle, most, clips in TASKS:
        if only not in row:
            continue
        clip = next((c for c in clips if c.is_file()), None)
        if clip is None or not (MODELS / f"{bundle}.task").is_file():
            missing = f"{bundle}.task" if clip else clips[0].name
            yield f"| {row} | skipped: {missing} is not here | | | | | | | |"
            continue
        frames, size = decoded(clip)
        times, theirs = compare(task, bundle, most, frames, size, count)
        frames.unlink()
        two, one, python = map(statistics.median, times)
        verdict = f"{WANTED}{'' if python / two >= WANTED else ' MISSED'}"
        found = theirs.found / theirs.runs
        yield (f"| {row} ({clip.name}, {size[0]}×{size[1]}, {found:.2f} a frame)"
               f" | {len(times[0])} | {two:.2f} | {one:.2f} | {python:.2f} | {python / two:.2f}"
               f" | {verdict} | {statistics.median(theirs.library):.2f}"
               f" | {theirs.processor / theirs.runs:.2f} |")


def timed(*arguments):
    """The mean of what `landmark bench` prints, and how many times it printed.

    The mean, because an encoder thinks ahead: most calls cost little and some wait.
    """
    printed = subprocess.run([str(LANDMARK), "bench", *map(str, arguments)], check=True,
                             capture_output=True, text=True).stdout
    times = list(map(float, printed.split()))
    return statistics.mean(times), len(times)


def picture_table():
    """What else there is to do with a frame, none of it in the times above."""
    yield "| around the tasks | ms a frame (mean) | frames |"
    yield "|---|--:|--:|"
    videos = [FOOTAGE, *[h for h in HANDS if h.is_file()][:1]]
    for video in videos:
        mean, count = timed("decode", video, "--runs", 200)
        yield f"| decoding {video.name} | {mean:.3f} | {count} |"
    for task in ("pose", "face"):
        mean, count = timed("draw", task, PICTURE, "--runs", 60)
        yield f"| drawing a {task} on {PICTURE.name} (512×512) | {mean:.2f} | {count} |"
    for video in videos:
        mean, count = timed("encode", video, "--runs", 200)
        yield f"| encoding {video.name} | {mean:.2f} | {count} |"
