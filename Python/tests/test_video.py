"""Reading video, and tracking it into tables."""

from __future__ import annotations

import fractions
import gc
import io
import math
import threading
import time

import numpy as np
import pytest
from conftest import footage, numbered, remuxed, run_python, write_video

import landmarkkit
from landmarkkit import InvalidArgumentError, VideoError, read_video, track

av = pytest.importorskip("av")


def decoders():
    return [thread for thread in threading.enumerate() if thread.name == "video decoder"]


def test_frames(clip):
    with read_video(clip) as video:
        assert (video.width, video.height, video.frame_count) == (176, 144, 120)
        assert video.rate == pytest.approx(29.97, abs=0.01)
        frames = list(video)
    assert [frame.index for frame in frames] == list(range(120))
    exact = fractions.Fraction(1001, 30)
    assert [frame.timestamp_ms for frame in frames] == [
        math.floor(i * exact + fractions.Fraction(1, 2)) for i in range(120)
    ]
    assert not decoders()
    assert list(video) == []


def test_planes_have_the_colors_of_the_decoder(clip):
    with av.open(clip) as container:
        expected = [frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)]
    for image, _, index in read_video(clip, end=0.5):
        difference = np.abs(image.numpy_view().astype(int) - expected[index])
        assert difference.mean() < 1.5
        assert np.quantile(difference, 0.99) <= 8


def test_parts(clip):
    frames = list(read_video(clip, start=1, end=2, stride=7))
    assert [frame.index for frame in frames] == [30, 37, 44, 51, 58]
    assert frames[0].timestamp_ms == 1001
    assert list(read_video(clip, start=1000)) == []
    for arguments, words in (
        ({"start": -1}, "start must be at least 0"),
        ({"start": float("nan")}, "start must be"),
        ({"start": 2, "end": 1}, "end must be at least start"),
        ({"stride": 0}, "stride must be at least 1, got 0"),
    ):
        with pytest.raises(InvalidArgumentError, match=words):
            read_video(clip, **arguments)


@pytest.mark.parametrize("pixel_format", ["yuv420p", "yuv444p", "yuv422p"])
def test_formats_of_pixels(tmp_path, pixel_format):
    path = tmp_path / "a.mp4"
    write_video(path, numbered(5), pixel_format=pixel_format)
    brightness = [image.numpy_view().mean() for image, _, _ in read_video(path)]
    assert brightness == pytest.approx([10, 20, 30, 40, 50], abs=2)


def test_odd_sizes(tmp_path):
    path = tmp_path / "a.mkv"
    write_video(path, numbered(3, 63, 47), codec="ffv1", options={})
    first, *_ = read_video(path)
    assert first.image.numpy_view().shape == (47, 63, 3)
    assert first.image.numpy_view().mean() == pytest.approx(10, abs=2)


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_rotation_of_the_file(tmp_path, degrees, monkeypatch):
    path = tmp_path / "a.mp4"
    pixels = np.zeros((48, 64, 3), np.uint8)
    pixels[:10, :20] = 250
    write_video(path, [pixels] * 2)
    from landmarkkit import video

    def rotated(frame):
        return original(_Rotated(frame, degrees))

    class _Rotated:
        def __init__(self, frame, rotation):
            self._frame, self.rotation = frame, rotation

        def __getattr__(self, name):
            return getattr(self._frame, name)

    original = video._image
    monkeypatch.setattr(video, "_image", rotated)
    with read_video(path) as reader:
        first, *_ = reader
        expected = np.rot90(pixels, degrees // 90)
        assert (reader.height, reader.width) == expected.shape[:2]
    assert np.abs(first.image.numpy_view().astype(int) - expected).mean() < 3


def test_damaged_and_missing_files(tmp_path, clip):
    with pytest.raises(FileNotFoundError, match="there is no file .*nothing.mp4"):
        read_video(tmp_path / "nothing.mp4")
    damaged = tmp_path / "damaged.mp4"
    for content in (b"", b"no video", open(clip, "rb").read()[:3000]):
        damaged.write_bytes(content)
        with pytest.raises(VideoError, match="damaged.mp4"):
            read_video(damaged)
    with pytest.raises(VideoError):
        read_video(tmp_path)
    assert not decoders()


def test_an_open_file(clip, face_model):
    expected = track(clip, "face", face_model, end=0.3)
    content = open(clip, "rb").read()
    unnamed = io.BytesIO(content)
    with open(clip, "rb") as file:
        for source, name in ((file, clip), (unnamed, "an open file")):
            tracks = track(source, "face", face_model, end=0.3)
            assert (tracks.metadata["path"], len(tracks)) == (name, len(expected))
            assert tracks.metadata["sha256"] == expected.metadata["sha256"]
            assert np.array_equal(tracks["x"], expected["x"])
        assert not file.closed
    with pytest.raises(VideoError, match="cannot read an open file"):
        read_video(io.BytesIO(content[:3000]))


def test_the_frames_of_a_damaged_video_do_not_depend_on_threads(tmp_path, clip):
    path = tmp_path / "damaged.mp4"
    remuxed(path, clip)
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 3])
    indices = [
        [frame.index for frame in read_video(path, threads=threads, allow_damage=True)]
        for threads in (1, 4)
    ]
    assert indices[0] == indices[1] and len(indices[0]) > 30


@pytest.mark.parametrize("kind", ["truncated", "hole", "noise"])
def test_damage_later_in_a_file(tmp_path, clip, face_model, kind):
    path = tmp_path / "damaged.mp4"
    remuxed(path, clip)
    content = bytearray(path.read_bytes())
    middle = len(content) // 2
    if kind == "truncated":
        del content[middle:]
    elif kind == "hole":
        content[middle : middle + 20000] = bytes(20000)
    else:
        for place in np.random.default_rng(1).integers(middle, len(content), 200):
            content[place] ^= 0x55
    path.write_bytes(content)
    with pytest.raises(VideoError, match="damaged.mp4 is damaged in .* frames could be decoded"):
        track(path, "face", face_model)
    with read_video(path, allow_damage=True) as video:
        count = len(list(video))
        assert video.damage > 0
    assert 50 < count <= 120
    tracks = track(path, "face", face_model, allow_damage=True)
    assert (tracks.frames, tracks.metadata["damage"] > 0) == (count, True)
    assert track(clip, "face", face_model, end=0.1).metadata["damage"] == 0
    # The part before the damage is complete.
    assert len(list(read_video(path, end=1))) == 30


def test_a_file_without_video(tmp_path):
    path = tmp_path / "a.wav"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("pcm_s16le", rate=8000)
        frame = av.AudioFrame.from_ndarray(np.zeros((1, 800), np.int16), layout="mono")
        frame.rate = 8000
        for packet in [*stream.encode(frame), *stream.encode()]:
            container.mux(packet)
    with pytest.raises(VideoError, match="there is no video in"):
        read_video(path)


def test_closing_early_ends_the_thread(clip):
    video = read_video(clip)
    assert next(video).index == 0
    assert decoders()
    video.close()
    video.close()
    assert not decoders()
    with pytest.raises(StopIteration):
        next(video)


def test_forgetting_ends_the_thread(clip):
    video = read_video(clip)
    next(video)
    del video
    gc.collect()
    end = time.monotonic() + 10
    while decoders() and time.monotonic() < end:
        time.sleep(0.01)
    assert not decoders()


def test_frames_outlive_the_reader(clip):
    with read_video(clip, end=0.2) as video:
        frames = list(video)
    del video
    gc.collect()
    first = [frame.image.numpy_view().copy() for frame in frames]
    expected = [frame.image.numpy_view() for frame in read_video(clip, end=0.2)]
    assert all(np.array_equal(a, b) for a, b in zip(first, expected))


def test_the_interpreter_ends_while_reading(clip):
    done = run_python(f"""
import landmarkkit
video = landmarkkit.read_video({clip!r})
print(next(video).index)
""")
    assert (done.stdout, done.returncode) == ("0\n", 0), done.stderr


def test_without_pyav_the_error_says_what_to_install(clip):
    done = run_python(f"""
import sys
sys.modules["av"] = None
import landmarkkit
try:
    landmarkkit.read_video({clip!r})
except landmarkkit.MissingDependencyError as error:
    print(error)
""")
    assert "pip install landmarkkit[video]" in done.stdout, done.stderr


@pytest.mark.parametrize("task, count", [("pose", 33), ("face", 478), ("hand", 21)])
def test_tracks(task, count, clip, hand_model, pose_model, face_model):
    bundle = {"hand": hand_model, "pose": pose_model, "face": face_model}[task]
    progress = []
    tracks = track(clip, task, bundle, end=1, on_progress=lambda *numbers: progress.append(numbers))
    assert tracks.frames == 30
    assert progress == [(i + 1, 120) for i in range(30)]
    if task != "hand":
        assert len(tracks) == 30 and tracks.ids == [1]
        assert tracks["frame"].tolist() == list(range(30))
    assert tracks["x"].shape == tracks["z"].shape == (len(tracks), count)
    types = {name: column.dtype.name for name, column in tracks.columns.items()}
    assert types["frame"] == types["id"] == "int32"
    assert types["timestamp_ms"] == "int64"
    assert {types[name] for name in types if name not in ("frame", "id", "timestamp_ms")} == {
        "float32"
    }
    assert ("visibility" in types) == (task == "pose")
    assert ("world_x" in types) == (task != "face")
    assert ("handedness" in types) == (task == "hand")
    assert tracks.metadata["settings"]["end"] == 1
    assert len(tracks.metadata["sha256"]) == 64
    assert (tracks.metadata["width"], tracks.metadata["height"]) == (176, 144)


def test_tables(tmp_path, clip, face_model):
    parquet = pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("pandas")
    tracks = track(clip, "face", face_model, end=0.5, output_face_blendshapes=True)
    table = tracks.to_arrow()
    assert str(table.schema.field("x").type) == "fixed_size_list<item: float>[478]"
    assert table.num_rows == len(tracks) == 15
    path = tmp_path / "a.parquet"
    tracks.to_parquet(path)
    again = parquet.read_table(path)
    assert again.equals(table)
    assert b'"task": "face"' in again.schema.metadata[b"landmarkkit"]
    assert np.array_equal(
        np.array(again.column("blendshapes").to_pylist(), np.float32), tracks["blendshapes"]
    )
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.parquet"]
    frame = tracks.to_pandas()
    assert frame.shape == (15, 4 + 3 * 478 + 52)
    assert frame["x_477"].iloc[3] == tracks["x"][3, 477]
    assert frame.attrs["frames"] == 15
    with pytest.raises(OSError):
        tracks.to_parquet(tmp_path / "no folder" / "a.parquet")


def test_tracks_equal_a_landmarkers_results(clip, pose_model):
    from landmarkkit.tasks import BaseOptions, vision

    tracks = track(clip, model=pose_model, end=0.5, num_poses=2)
    options = vision.PoseLandmarkerOptions(
        BaseOptions(pose_model), vision.RunningMode.VIDEO, num_poses=2
    )
    rows = []
    with vision.PoseLandmarker.create_from_options(options) as landmarker:
        for image, timestamp_ms, _ in read_video(clip, end=0.5):
            rows.extend(landmarker.detect_for_video(image, timestamp_ms).landmarks_array)
    assert np.array_equal(np.array(rows)[:, :, 0], tracks["x"])
    assert np.array_equal(np.array(rows)[:, :, 4], tracks["presence"])


def test_nothing_in_a_video_is_an_empty_table(tmp_path, hand_model):
    path = tmp_path / "a.mp4"
    write_video(path, numbered(5))
    tracks = track(path, "hand", hand_model)
    assert (len(tracks), tracks.frames, tracks.ids) == (0, 5, [])
    assert tracks["x"].shape == (0, 21)


@pytest.mark.parametrize("task", ["pose", "face", "hand"])
def test_empty_frames_have_rows_if_wanted(tmp_path, clip, task, hand_model, pose_model, face_model):
    pytest.importorskip("pyarrow")
    path = tmp_path / "a.mp4"
    images = [image.numpy_view() for image, _, _ in read_video(clip, end=0.2)]
    # The tracked instance is lost at once, and found again later.
    write_video(path, [*images, *numbered(4, 176, 144), *images])
    bundle = {"hand": hand_model, "pose": pose_model, "face": face_model}[task]
    sparse = track(path, task, bundle)
    full = track(path, task, bundle, empty_frames=True)
    assert sorted(set(full["frame"])) == list(range(full.frames))
    assert full.ids == sparse.ids and len(full) > len(sparse)
    is_found = full["id"] != 0
    for name, column in sparse.columns.items():
        assert np.array_equal(full[name][is_found], column), name
        if column.dtype == np.float32:
            assert np.isnan(full[name][~is_found]).all(), name
    table = full.to_arrow()
    for name in full.columns:
        nulls = [value is None for value in table[name].to_pylist()]
        expected = np.zeros_like(is_found) if name in ("frame", "timestamp_ms") else ~is_found
        assert nulls == expected.tolist(), name
    assert table.filter(table["id"].is_valid()).equals(sparse.to_arrow())


def test_wrong_arguments_of_track(tmp_path, clip, pose_model, monkeypatch):
    with pytest.raises(InvalidArgumentError, match="hand, pose, face, got 'dog'"):
        track(clip, "dog")
    with pytest.raises(InvalidArgumentError, match="num_dogs"):
        track(clip, "pose", pose_model, num_dogs=2)
    with pytest.raises(InvalidArgumentError):
        track(clip, "pose", pose_model, num_poses=0)
    with pytest.raises(landmarkkit.ModelNotFoundError, match="nothing.task"):
        track(clip, "pose", tmp_path / "nothing.task")
    with pytest.raises(landmarkkit.VideoNotFoundError):
        track(tmp_path / "a.mp4", "pose", pose_model)
    monkeypatch.setenv("LANDMARKKIT_MODELS", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(landmarkkit.ModelNotFoundError, match="download it from https://"):
        track(clip)
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "pose_landmarker_lite.task").write_bytes(open(pose_model, "rb").read())
    assert track(clip, end=0.1).metadata["settings"]["model"] == "pose_landmarker_lite.task"


def test_times_of_a_video_always_grow(tmp_path, face_model):
    path = tmp_path / "fast.mp4"
    write_video(path, numbered(20), rate=2000)
    times = [frame.timestamp_ms for frame in read_video(path)]
    assert all(later > earlier for earlier, later in zip(times, times[1:]))
    assert len(track(path, "face", face_model)) == 0


def test_footage(pose_model):
    tracks = track(footage("walking.mp4"), "pose", pose_model, start=1, end=2)
    assert tracks.frames == 30 and len(tracks) > 10
