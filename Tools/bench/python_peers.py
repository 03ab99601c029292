"""Times the Python package against MediaPipe's Python package.

    Tools/bench/python frames [--runs N]       a frame of a video, and the memory of its process
    Tools/bench/python overhead                what a frame costs above the C library's call
    Tools/bench/python fleet [--clips N]       many clips on Ray, with one worker, two, and MediaPipe's
    Tools/bench/python soak [--frames N]       memory over frames, and over objects made and freed
    Tools/bench/python solutions               old scripts, against MediaPipe 0.10.21 (python_solutions.py)

Both libraries run the same script, which differs in its imports, with the same models and frames. A
library's process is started anew for each run, and runs alternate.
"""

import argparse
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARIES = ("landmarkkit", "mediapipe")
# The task, its class and options, its model and the video.
TASKS = {
    "hand": ("Hand", {"num_hands": 2}, "hand_landmarker.task", "bigbuckbunny.mp4"),
    "pose": ("Pose", {}, "pose_landmarker_full.task", "walking.mp4"),
    "face": ("Face", {}, "face_landmarker.task", "carphone_pristine.mp4"),
}


def decoded(video, width=640):
    """The frames of a video as RGB arrays with a maximum width."""
    import av

    with av.open(str(ROOT / "footage" / video)) as container:
        for frame in container.decode(video=0):
            height = round(frame.height * min(1, width / frame.width) / 2) * 2
            yield frame.to_ndarray(format="rgb24", width=min(width, frame.width), height=height)


def stored(video, folder):
    """A file of a video's decoded frames, and their size, so that a library's process decodes
    nothing."""
    path = pathlib.Path(folder) / (video + ".rgb")
    with open(path, "wb") as file:
        for pixels in decoded(video):
            file.write(pixels.tobytes())
    return str(path), *pixels.shape[:2]


def landmarker(library, task):
    """A module of a library, and a landmarker for video."""
    if library == "mediapipe":
        import mediapipe as module
        from mediapipe.tasks import python as tasks
        from mediapipe.tasks.python import vision
    else:
        import landmarkkit as module
        from landmarkkit.tasks import python as tasks
        from landmarkkit.tasks.python import vision
    name, options, model, _ = TASKS[task]
    options = getattr(vision, f"{name}LandmarkerOptions")(
        base_options=tasks.BaseOptions(model_asset_path=str(ROOT / "models" / model)),
        running_mode=vision.RunningMode.VIDEO, **options)
    return module, getattr(vision, f"{name}Landmarker").create_from_options(options)


def points(result, task):
    """What was found in a frame, by MediaPipe's names."""
    return getattr(result, f"{task}_landmarks")


def one_run(library, task, path, height, width):
    """Milliseconds of each frame, found landmarks, and megabytes, in this process."""
    import numpy

    module, detector = landmarker(library, task)
    pixels = numpy.empty((int(height), int(width), 3), numpy.uint8)
    times, found = [], []
    with open(path, "rb", buffering=0) as file:
        while file.readinto(pixels) == pixels.size:
            image = module.Image(image_format=module.ImageFormat.SRGB, data=pixels)
            start = time.perf_counter()
            result = detector.detect_for_video(image, len(times) * 33)
            times.append((time.perf_counter() - start) * 1000)
            # As arrays, since lists of them would be a third of the memory that is measured.
            found.append([numpy.array([(p.x, p.y) for p in instance], numpy.float32)
                          for instance in points(result, task)])
    peak = peak_memory()
    detector.close()
    found = [[instance.tolist() for instance in instances] for instances in found]
    return {"times": times, "found": found, "peak": peak}


def peak_memory():
    """The peak memory of this process in megabytes. getrusage reports at least the peak of the
    process that started this one."""
    status = pathlib.Path("/proc/self/status").read_text()
    return int(re.search(r"VmHWM:\s*(\d+) kB", status)[1]) / 1024


def child(*arguments):
    """Runs a part of this script in a separate process; returns its result."""
    done = subprocess.run([sys.executable, "-P", __file__, *arguments], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"python_peers: {' '.join(arguments)} failed:\n{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def frame_time(runs):
    """The mean over a video's frames but the first ten of what each took, which is its median over
    the runs: with hands a frame takes twice as long when the detector runs, so a median over frames
    would represent only one kind."""
    return statistics.mean(statistics.median(times) for times in list(zip(*runs))[10:])


def frames(arguments):
    print(f"{'task':6} {'MediaPipe':>10} {'LandmarkKit':>12} {'ratio':>6} {'memory, MB':>16} {'ratio':>6}"
          "  difference, shares of the image: median, largest")
    for task in TASKS:
        runs = {library: [] for library in LIBRARIES}
        with tempfile.TemporaryDirectory() as folder:
            file = [str(value) for value in stored(TASKS[task][3], folder)]
            for _ in range(arguments.runs):
                for library in LIBRARIES:
                    runs[library].append(child("--one", library, task, *file))
        ms = {library: frame_time(run["times"] for run in some) for library, some in runs.items()}
        peak = {library: statistics.median(run["peak"] for run in some)
                for library, some in runs.items()}
        ours, theirs = (runs[library][0]["found"] for library in LIBRARIES)
        apart = [max(abs(a - b) for a, b in zip(p, q))
                 for mine, other in zip(ours, theirs) if len(mine) == len(other)
                 for one, two in zip(mine, other) for p, q in zip(one, two)]
        same = sum(len(mine) == len(other) for mine, other in zip(ours, theirs))
        print(f"{task:6} {ms['mediapipe']:7.2f} ms {ms['landmarkkit']:9.2f} ms"
              f" {ms['mediapipe'] / ms['landmarkkit']:6.2f}"
              f" {peak['mediapipe']:7.0f} {peak['landmarkkit']:8.0f}"
              f" {peak['landmarkkit'] / peak['mediapipe']:6.2f}"
              f"  {statistics.median(apart):.1e}, {max(apart):.1e}; as many found in {same} of"
              f" {len(ours)} frames", flush=True)


class TimedLibrary:
    """The C library, with the duration of its last call for a frame in seconds."""

    def __init__(self, library):
        self._library = library
        self.seconds = 0.0

    def __getattr__(self, name):
        return getattr(self._library, name)

    def detect_for_video(self, *arguments):
        start = time.perf_counter()
        status = self._library.detect_for_video(*arguments)
        self.seconds = time.perf_counter() - start
        return status


def overhead(arguments):
    print(f"{'task':6} {'C call':>9} {'above it':>10} {'arrays':>10} {'lists':>10}")
    for task in TASKS:
        images = list(decoded(TASKS[task][3]))
        module, detector = landmarker("landmarkkit", task)
        library = detector._library = TimedLibrary(detector._library)
        rows = []
        for index in range(400):
            pixels = images[index % len(images)]
            start = time.perf_counter()
            image = module.Image(image_format=module.ImageFormat.SRGB, data=pixels)
            result = detector.detect_for_video(image, index * 33)
            done = time.perf_counter()
            result.landmarks_array
            arrays = time.perf_counter()
            points(result, task)
            lists = time.perf_counter()
            call = library.seconds
            rows.append((call, done - start - call, arrays - done, lists - arrays))
        detector.close()
        medians = (statistics.median(column) * 1000 for column in zip(*rows[20:]))
        print(f"{task:6} " + " ".join(f"{value:7.3f} ms" for value in medians), flush=True)


class MediaPipeWorker:
    """A worker with MediaPipe: a landmarker for each clip, since ids and smoothing must restart."""

    def frames(self, path):
        import av

        count = 0
        module, detector = landmarker("mediapipe", "pose")
        with av.open(path) as container, detector:
            container.streams.video[0].codec_context.thread_count = 1
            for index, frame in enumerate(container.decode(video=0)):
                image = module.Image(image_format=module.ImageFormat.SRGB,
                                     data=frame.to_ndarray(format="rgb24"))
                points(detector.detect_for_video(image, index * 33), "pose")
                count += 1
        return count


def started_ray(workers):
    import ray

    ray.init(address="local", num_cpus=workers, include_dashboard=False, logging_level="ERROR",
             log_to_driver=False, object_store_memory=100 << 20)
    return ray


def media_pipe_fleet(folder, workers):
    """Seconds for all clips with MediaPipe's workers, without the start of Ray."""
    ray = started_ray(workers)
    from ray.util import ActorPool

    start = time.monotonic()
    actor = ray.remote(num_cpus=1)(MediaPipeWorker)
    pool = ActorPool([actor.remote() for _ in range(workers)])
    count = sum(pool.map_unordered(lambda worker, path: worker.frames.remote(path),
                                   [str(path) for path in sorted(pathlib.Path(folder).glob("*.mp4"))]))
    print(json.dumps({"seconds": time.monotonic() - start, "frames": count}))


def our_fleet(folder, workers):
    """The seconds with our workers, which also write the rows."""
    from landmarkkit.fleet import Job, find_videos, run
    from landmarkkit.tables import file_sha256

    started_ray(workers)
    model = str(ROOT / "models" / "pose_landmarker_full.task")
    with tempfile.TemporaryDirectory() as out:
        start = time.monotonic()
        summary = run(Job(out + "/job", "pose", model, file_sha256(model)), find_videos([folder]),
                      workers=workers)
        print(json.dumps({"seconds": time.monotonic() - start, "frames": summary.frames}))


def make_clips(folder, count):
    """Clips of 30 frames at 640 pixels, each from a different moment of the walking people."""
    for index in range(count):
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-ss", f"{index * 0.029 % 6:.3f}", "-i",
             str(ROOT / "footage" / "walking.mp4"), "-frames:v", "30", "-vf", "scale=640:-2",
             "-c:v", "libx264", "-preset", "veryfast", "-crf", "26",
             f"{folder}/clip_{index:04}.mp4"], check=True)


def fleet(arguments):
    with tempfile.TemporaryDirectory() as folder:
        make_clips(folder, arguments.clips)
        jobs = {"LandmarkKit, 1 worker": ("--ours", folder, "1"),
                "LandmarkKit, 2 workers": ("--ours", folder, "2"),
                "MediaPipe, 2 workers": ("--theirs", folder, "2")}
        runs = {name: [] for name in jobs}
        for _ in range(arguments.runs):
            for name, job in jobs.items():
                runs[name].append(child(*job))
                print(f"{name}: {runs[name][-1]['seconds']:.1f} s,"
                      f" {runs[name][-1]['frames']} frames", flush=True)
        one, two, theirs = (statistics.median(run["seconds"] for run in some) for some in runs.values())
        print(f"2 workers ÷ 1: {one / two:.2f}; MediaPipe ÷ LandmarkKit: {theirs / two:.2f}")


def resident():
    """The megabytes of this process in memory."""
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6


def soak(arguments):
    frames = list(decoded("carphone_pristine.mp4"))
    module, detector = landmarker("landmarkkit", "face")
    start, index = resident(), 0
    tell = max(1, arguments.frames // 10)
    while index < arguments.frames:
        image = module.Image(module.ImageFormat.SRGB, frames[index % len(frames)])
        detector.detect_for_video(image, index * 33)
        index += 1
        if index == 1000:
            start = resident()
        if index % tell == 0:
            print(f"{index} frames: {resident():.1f} MB ({resident() - start:+.1f} since 1,000)",
                  flush=True)
    detector.close()
    for cycle in range(arguments.cycles):
        landmarker("landmarkkit", "face")[1].close()
        if cycle == 100:
            start = resident()
        if (cycle + 1) % max(1, arguments.cycles // 10) == 0:
            print(f"{cycle + 1} landmarkers: {resident():.1f} MB ({resident() - start:+.1f} since 100)",
                  flush=True)


def main():
    if sys.argv[1:2] == ["--one"]:
        return print(json.dumps(one_run(*sys.argv[2:])))
    if sys.argv[1:2] == ["--ours"]:
        return our_fleet(sys.argv[2], int(sys.argv[3]))
    if sys.argv[1:2] == ["--theirs"]:
        return media_pipe_fleet(sys.argv[2], int(sys.argv[3]))
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["frames", "overhead", "fleet", "soak"])
    parser.add_argument("--runs", type=int, default=3, help="runs per library")
    parser.add_argument("--clips", type=int, default=200)
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--cycles", type=int, default=10_000)
    arguments = parser.parse_args()
    {"frames": frames, "overhead": overhead, "fleet": fleet, "soak": soak}[arguments.what](arguments)


if __name__ == "__main__":
    main()
