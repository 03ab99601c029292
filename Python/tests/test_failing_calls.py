"""What is said and kept when the system's calls fail: the disk, the memory or the clock."""

from __future__ import annotations

import errno
import os
import time

import pytest
from conftest import numbered, write_video

import landmarkkit
from landmarkkit import Image, ModelError, ModelNotFoundError, VideoError, VideoNotFoundError
from landmarkkit.models import find_model
from landmarkkit.tables import Tracker


@pytest.fixture
def failing_stat(monkeypatch):
    """Lets `os.stat` fail for paths with an ending: `failing_stat(".mp4")`."""
    real = os.stat

    def install(ending):
        def failing(path, *arguments, **options):
            if isinstance(path, (str, os.PathLike)) and os.fspath(path).endswith(ending):
                raise OSError(errno.EIO, os.strerror(errno.EIO), path)
            return real(path, *arguments, **options)

        monkeypatch.setattr(os, "stat", failing)

    return install


def fails(*_, **__):
    raise OSError(errno.EIO, os.strerror(errno.EIO))


class TestFilesThatCannotBeLookedAt:
    def test_a_model(self, tmp_path, failing_stat, monkeypatch):
        path = tmp_path / "hand_landmarker.task"
        path.write_bytes(b"no model")
        monkeypatch.setenv("LANDMARKKIT_MODELS", str(tmp_path))
        failing_stat(".task")
        assert find_model("hand", path) == str(path)
        assert find_model("hand") == str(path)
        with pytest.raises(ModelError) as raised:
            Tracker("hand", path)
        assert not isinstance(raised.value, ModelNotFoundError)

    def test_an_image(self, tmp_path, failing_stat):
        path = tmp_path / "a.png"
        path.write_bytes(b"no image")
        failing_stat(".png")
        with pytest.raises(landmarkkit.ImageError) as raised:
            Image.create_from_file(path)
        assert not isinstance(raised.value, landmarkkit.ImageNotFoundError)

    def test_a_video(self, tmp_path, failing_stat):
        pytest.importorskip("av")
        path = tmp_path / "a.mp4"
        write_video(path, numbered(3))
        failing_stat(".mp4")
        with landmarkkit.read_video(path) as video:
            assert len(list(video)) == 3
        path.write_bytes(b"no video")
        with pytest.raises(VideoError, match="cannot read .*a.mp4") as raised:
            landmarkkit.read_video(path)
        assert not isinstance(raised.value, VideoNotFoundError)


def test_a_decoder_without_memory_does_not_make_a_video_damaged(tmp_path, monkeypatch):
    av = pytest.importorskip("av")
    from landmarkkit import video as module

    path = tmp_path / "a.mp4"
    write_video(path, numbered(5))
    kinds = [
        (av.error.MemoryError(errno.ENOMEM, "Cannot allocate memory"), "Cannot allocate memory"),
        (MemoryError(), "out of memory"),
    ]
    real = module._all_frames
    for error, reason in kinds:

        class Packet:
            is_corrupt = False

            def decode(self, error=error):
                raise error

        class Container:
            def demux(self, stream, packet=Packet()):
                return [packet]

        monkeypatch.setattr(
            module, "_all_frames", lambda _, stream, damage: real(Container(), stream, damage)
        )
        for allow_damage in (False, True):
            with pytest.raises(VideoError, match=f"cannot decode .*a.mp4: {reason}"):
                landmarkkit.read_video(path, allow_damage=allow_damage)


class TestFleet:
    @pytest.fixture(autouse=True)
    def _needed(self):
        pytest.importorskip("ray", reason="Ray is missing: pip install landmarkkit[fleet]")

    def make(self, folder):
        from landmarkkit.fleet import Job

        return Job(str(folder), "pose", "pose.task", "ab12")

    def test_a_folder_that_cannot_be_listed_ends_the_job(self, tmp_path, monkeypatch):
        from landmarkkit.fleet import JobError, find_videos, run
        from landmarkkit.fleet.record import Record

        job = self.make(tmp_path / "out")
        with job.opened(False):
            job.save("/a.mp4", Record("/a.mp4", None, error="no a"))
        real = os.scandir

        def failing(path):
            if "part=" in str(path):
                raise OSError(errno.EMFILE, os.strerror(errno.EMFILE), path)
            return real(path)

        monkeypatch.setattr(os, "scandir", failing)
        with pytest.raises(JobError, match="Too many open files"):
            run(job, [], resume=True)
        # Tables without the video would say that the job never had it.
        assert not (tmp_path / "out" / "videos.parquet").exists()
        (tmp_path / "in" / "part=1").mkdir(parents=True)
        (tmp_path / "in" / "a.mp4").touch()
        with pytest.raises(JobError, match="the folder .*part=1 cannot be read: Too many open"):
            find_videos([str(tmp_path / "in")])

    def test_folders_that_are_not_permitted_are_passed_over(self, tmp_path, monkeypatch):
        from landmarkkit.fleet import find_videos

        (tmp_path / "lost+found").mkdir()
        (tmp_path / "a.mp4").touch()
        real = os.scandir

        def failing(path):
            if str(path).endswith("lost+found"):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
            return real(path)

        monkeypatch.setattr(os, "scandir", failing)
        assert find_videos([str(tmp_path)]) == [str(tmp_path / "a.mp4")]

    def test_the_existence_of_a_file_is_not_guessed(self, tmp_path, failing_stat):
        files = self.make(tmp_path).files
        assert not files.exists("a.parquet")
        failing_stat(".parquet")
        with pytest.raises(OSError, match="Input/output error"):
            files.exists("a.parquet")

    def test_a_folder_that_cannot_be_looked_at_does_not_exist_twice(self, tmp_path, monkeypatch):
        files = self.make(tmp_path / "out").files
        files.write("a.json", b"1")
        # What Python raises if a folder exists, and it cannot tell that it is one.
        exists = FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), files.address)

        def failing(*_, **__):
            raise exists

        monkeypatch.setattr(os, "makedirs", failing)
        files.write("a.json", b"2")
        assert files.read("a.json") == b"2"
        monkeypatch.setattr(os, "stat", fails)
        with pytest.raises(OSError, match="Input/output error"):
            files.write("a.json", b"3")
        monkeypatch.undo()
        assert files.read("a.json") == b"2"
        (tmp_path / "file").touch()
        with pytest.raises((FileExistsError, NotADirectoryError)):
            self.make(tmp_path / "file").files.write("a.json", b"1")

    def test_a_job_without_memory(self, tmp_path):
        with pytest.raises(landmarkkit.OutOfMemoryError, match="^there is not enough memory$"):
            with self.make(tmp_path / "out").opened(False):
                raise MemoryError
        with pytest.raises(landmarkkit.OutOfMemoryError, match="memory: for an array"):
            with self.make(tmp_path / "out").opened(True):
                raise MemoryError("for an array")

    def test_the_reason_of_a_workers_end(self):
        from landmarkkit.fleet.run import _reason

        assert _reason(MemoryError()) == "out of memory"
        assert _reason(MemoryError("no room\nfor an array")) == "for an array"
        assert _reason(KeyError()) == "KeyError"

    def test_a_clock_that_cannot_be_read_is_not_the_folders_fault(self, monkeypatch):
        from landmarkkit.fleet.record import now

        assert now() <= now()
        monkeypatch.setattr(time, "monotonic", fails)
        with pytest.raises(landmarkkit.Error, match="the clock cannot be read: Input/output"):
            now()
