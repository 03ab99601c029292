"""Closing, threads, forks, the end of the interpreter, and memory."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import threading
import time
import weakref

import numpy as np
import pytest
from conftest import footage, run_python, wait_for

import landmarkkit
from landmarkkit import ClosedError, Image, ImageFormat, _native
from landmarkkit.tasks import BaseOptions, vision

MODES = vision.RunningMode


def face_options(path, mode=MODES.IMAGE, **fields):
    return vision.FaceDetectorOptions(BaseOptions(path), mode, **fields)


def test_use_after_close_is_an_error(face_model, astronaut):
    detector = vision.FaceDetector.create_from_model_path(face_model)
    assert len(detector.detect(astronaut).detections) == 1
    detector.close()
    detector.close()
    with pytest.raises(ClosedError, match="this FaceDetector is closed"):
        detector.detect(astronaut)
    with pytest.raises(RuntimeError):
        detector.reset()
    with detector:
        pass


def test_a_forgotten_task_is_freed(face_model):
    detector = vision.FaceDetector.create_from_model_path(face_model)
    finalizer, reference = detector._finalizer, weakref.ref(detector)
    del detector
    gc.collect()
    assert reference() is None and not finalizer.alive


def test_threads_share_a_task(face_model, astronaut):
    expected = None
    failures = []
    with vision.FaceDetector.create_from_model_path(face_model) as detector:
        expected = detector.detect(astronaut)

        def work():
            for _ in range(20):
                if detector.detect(astronaut) != expected:
                    failures.append("another result")

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not failures


def test_closing_while_threads_compute(face_model, astronaut):
    detector = vision.FaceDetector.create_from_model_path(face_model)
    ends = []

    def work():
        try:
            while True:
                detector.detect(astronaut)
        except ClosedError as error:
            ends.append(error)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    time.sleep(0.1)
    detector.close()
    for thread in threads:
        thread.join(10)
    assert len(ends) == 3


def test_the_interpreter_runs_while_a_call_computes(pose_model, astronaut):
    pose = vision.PoseLandmarker.create_from_model_path(pose_model)
    thread = threading.Thread(target=lambda: [pose.detect(astronaut) for _ in range(20)])
    thread.start()
    turns = 0
    while thread.is_alive():
        turns += 1
        time.sleep(0.0005)
    assert turns > 20
    pose.close()


def test_a_forked_child_gets_an_error(face_model, astronaut):
    detector = vision.FaceDetector.create_from_model_path(face_model)
    detector.detect(astronaut)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            detector.detect(astronaut)
        except RuntimeError as error:
            if isinstance(error, landmarkkit.ForkError):
                os.write(writing, str(error).encode())
                detector.close()
                del detector
                gc.collect()
                with vision.FaceDetector.create_from_model_path(face_model) as own:
                    status = 0 if len(own.detect(astronaut).detections) == 1 else 2
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(wait_for(child)) == 0
    os.close(writing)
    assert b"create it in the child process" in os.read(reading, 1000)
    os.close(reading)
    assert len(detector.detect(astronaut).detections) == 1
    detector.close()


@pytest.fixture
def frees(monkeypatch):
    """The results that the library was asked to free."""
    library = _native.library()
    freed = []
    free = library.result_free
    monkeypatch.setattr(
        library, "result_free", lambda found: (freed.append(found.value), free(found))
    )
    return freed


class TestResults:
    """Results stay in the library's memory until they are read."""

    def test_they_are_freed_once_read_or_not(self, pose_model, astronaut, frees):
        with vision.PoseLandmarker.create_from_model_path(pose_model) as pose:
            result = pose.detect(astronaut)
            assert not frees
            assert len(result.landmarks_array) == len(result.pose_landmarks) == 1
            assert len(frees) == 1
            del result
            gc.collect()
            assert len(frees) == 1
            result = pose.detect(astronaut)
        del result
        gc.collect()
        assert len(frees) == 2 and None not in frees

    def test_threads_read_one_at_the_same_time(self, pose_model, astronaut, frees):
        with vision.PoseLandmarker.create_from_model_path(pose_model) as pose:
            results = [pose.detect(astronaut) for _ in range(20)]
        barrier = threading.Barrier(4)
        read = []

        def work():
            for result in results:
                barrier.wait()
                read.append(result.landmarks_array.tobytes())

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(read) == 80 and len(set(read)) == 1 and len(frees) == 20

    def test_a_forked_child_reads_one_and_does_not_free_it(self, pose_model, astronaut, frees):
        with vision.PoseLandmarker.create_from_model_path(pose_model) as pose:
            result, unread = pose.detect(astronaut), pose.detect(astronaut)
        child = os.fork()
        if child == 0:
            status = 1
            try:
                del unread
                gc.collect()
                status = 0 if result.landmarks_array.shape == (1, 33, 5) and not frees else 2
            finally:
                os._exit(status)
        assert os.waitstatus_to_exitcode(wait_for(child)) == 0
        assert np.array_equal(result.landmarks_array, unread.landmarks_array)
        assert len(frees) == 2

    def test_one_is_pickled_before_it_is_read(self, pose_model, astronaut):
        with vision.PoseLandmarker.create_from_model_path(pose_model) as pose:
            result = pose.detect(astronaut)
        again = pickle.loads(pickle.dumps(result))
        assert again == result
        assert np.array_equal(again.world_landmarks_array, result.world_landmarks_array)
        assert copy.deepcopy(again) == result


def test_a_forked_child_of_a_live_stream_ends(face_model, astronaut):
    done = run_python(f"""
import os, sys, time
import numpy as np
import landmarkkit
from landmarkkit.tasks import vision, BaseOptions
detector = vision.FaceDetector.create_from_options(vision.FaceDetectorOptions(
    BaseOptions({face_model!r}), vision.RunningMode.LIVE_STREAM, result_callback=lambda *_: None))
image = landmarkkit.Image(landmarkkit.ImageFormat.SRGB, np.zeros((64, 64, 3), np.uint8))
for t in range(5):
    detector.detect_async(image, t)
    child = os.fork()
    if child == 0:
        try:
            detector.detect_async(image, 100 + t)
        except landmarkkit.ForkError:
            sys.exit(0)
        sys.exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
print("ended")
""")
    assert done.stdout.strip() == "ended", done.stderr


LIVE = """
import sys, threading, time
import numpy as np
import landmarkkit
from landmarkkit.tasks import vision, BaseOptions
options = vision.FaceLandmarkerOptions(BaseOptions({model!r}), vision.RunningMode.{mode}{callback})
task = vision.FaceLandmarker.create_from_options(options)
image = landmarkkit.Image(landmarkkit.ImageFormat.SRGB, np.zeros((480, 640, 3), np.uint8))
"""


def program(model, mode, callback, code):
    callback = f", result_callback={callback}" if callback else ""
    return run_python(LIVE.format(model=model, mode=mode, callback=callback) + code)


@pytest.mark.parametrize(
    "mode, callback, code",
    [
        ("IMAGE", None, "task.detect(image)"),
        ("VIDEO", None, "task.detect_for_video(image, 1)"),
        ("LIVE_STREAM", "lambda *_: None", "[task.detect_async(image, t) for t in range(100)]"),
        (
            "LIVE_STREAM",
            "lambda *_: time.sleep(0.2)",
            "[task.detect_async(image, t) for t in range(9)]",
        ),
        ("LIVE_STREAM", "lambda *_: sys.exit(3)", "task.detect_async(image, 1); time.sleep(0.3)"),
        (
            "IMAGE",
            None,
            """
def work():
    while True:
        task.detect(image)
for _ in range(3):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.2)
""",
        ),
        ("IMAGE", None, "task.cycle = task; task.detect(image); del task"),
        ("IMAGE", None, "import builtins; builtins.kept = task"),
        ("VIDEO", None, "raise SystemExit(0)"),
    ],
)
def test_the_interpreter_ends_with_live_tasks(mode, callback, code, face_model):
    done = program(face_model, mode, callback, code)
    assert done.returncode == 0, done.stderr
    assert "Fatal" not in done.stderr


def test_a_callback_that_never_returns_does_not_keep_the_process(face_model):
    code = """
from landmarkkit.tasks.python.vision import _task
_task.EXIT_TIMEOUT = 0.5
task.detect_async(image, 1)
time.sleep(0.5)
"""
    done = program(face_model, "LIVE_STREAM", "lambda *_: time.sleep(1000)", code)
    assert done.returncode == 0, done.stderr


class Results:
    """A callback that records what it received."""

    def __init__(self):
        self.times = []
        self.changed = threading.Condition()

    def __call__(self, result, image, timestamp_ms):
        with self.changed:
            self.times.append((timestamp_ms, len(result.detections), image))
            self.changed.notify_all()

    def wait(self, count):
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.times) >= count, 20)


def test_live_results_come_in_order(face_model, pixels):
    results = Results()
    live = face_options(face_model, MODES.LIVE_STREAM, result_callback=results)
    data = pixels.copy()
    with vision.FaceDetector.create_from_options(live) as detector:
        for timestamp in range(5):
            detector.detect_async(Image(ImageFormat.SRGB, data), timestamp)
            # The pixels were copied.
            data[:] = 0
            results.wait(timestamp + 1)
            data[:] = pixels
    assert [(time, count) for time, count, _ in results.times] == [(t, 1) for t in range(5)]
    assert all(np.array_equal(image.numpy_view(), pixels) for _, _, image in results.times)


def test_a_newer_frame_replaces_the_waiting_one(face_model, astronaut):
    begun, go_on = threading.Event(), threading.Event()
    times = []

    def callback(result, image, timestamp_ms):
        times.append(timestamp_ms)
        begun.set()
        assert go_on.wait(20)

    live = face_options(face_model, MODES.LIVE_STREAM, result_callback=callback)
    with vision.FaceDetector.create_from_options(live) as detector:
        detector.detect_async(astronaut, 0)
        assert begun.wait(20)
        for timestamp in range(1, 10):
            detector.detect_async(astronaut, timestamp)
        with pytest.raises(landmarkkit.TimestampError, match="9 ms"):
            detector.detect_async(astronaut, 9)
        go_on.set()
    # Closing has waited for the last one.
    assert times == [0, 9]
    with pytest.raises(ClosedError):
        detector.detect_async(astronaut, 20)


def test_what_a_callback_raises_is_reported_and_the_stream_goes_on(
    face_model, astronaut, monkeypatch
):
    reports, times = [], []
    monkeypatch.setattr(threading, "excepthook", reports.append)
    done = threading.Event()

    def callback(result, image, timestamp_ms):
        times.append(timestamp_ms)
        done.set()
        raise KeyError(timestamp_ms)

    live = face_options(face_model, MODES.LIVE_STREAM, result_callback=callback)
    with vision.FaceDetector.create_from_options(live) as detector:
        for timestamp in range(3):
            done.clear()
            detector.detect_async(astronaut, timestamp)
            assert done.wait(20)
    assert times == [0, 1, 2]
    assert [report.exc_type for report in reports] == [KeyError] * 3


def test_a_callback_may_close_its_task(face_model, astronaut):
    closed = threading.Event()

    def callback(result, image, timestamp_ms):
        detector.close()
        closed.set()

    live = face_options(face_model, MODES.LIVE_STREAM, result_callback=callback)
    detector = vision.FaceDetector.create_from_options(live)
    detector.detect_async(astronaut, 0)
    assert closed.wait(20)
    with pytest.raises(ClosedError):
        detector.detect_async(astronaut, 1)
    detector.close()


def test_a_forgotten_live_stream_ends_its_thread(face_model, astronaut):
    live = face_options(face_model, MODES.LIVE_STREAM, result_callback=lambda *_: None)
    detector = vision.FaceDetector.create_from_options(live)
    detector.detect_async(astronaut, 0)
    thread = detector._live._thread
    del detector
    gc.collect()
    thread.join(20)
    assert not thread.is_alive()


def test_memory_stays_flat(face_model):
    # In a separate process, because other tests leave memory that varies.
    image = footage("astronaut.png")
    done = run_python(f"""
        import os
        import landmarkkit
        from landmarkkit.tasks import vision

        image = landmarkkit.Image.create_from_file({image!r})

        def rounds(count):
            for _ in range(count):
                with vision.FaceDetector.create_from_model_path({face_model!r}) as detector:
                    detector.detect(image)

        def size():
            with open("/proc/self/statm") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20

        rounds(100)
        before = size()
        rounds(900)
        print(size() - before)
    """)
    assert float(done.stdout) < 8, done.stderr


def test_results_are_freed(face_model, astronaut):
    landmarker_options = vision.FaceLandmarkerOptions(
        BaseOptions(face_model), MODES.VIDEO, output_face_blendshapes=True
    )
    gc.collect()
    gc.disable()
    try:
        with vision.FaceLandmarker.create_from_options(landmarker_options) as task:
            references = []
            for timestamp in range(5):
                result = task.detect_for_video(astronaut, timestamp)
                assert result.face_landmarks
                references.append(weakref.ref(result))
            del result
        # Without the garbage collector: a result is in no reference cycle.
        assert [reference() for reference in references] == [None] * 5
    finally:
        gc.enable()
