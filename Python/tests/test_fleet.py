"""Jobs over many videos with killed workers, damage and errors; the result equals that of one run.
"""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import signal
import subprocess
import time
from typing import Dict, List

import pytest
from conftest import numbered, remuxed, run_python, write_video
from fleet_helpers import busy_workers, command, run_command
from ray_cluster import RayCluster

pytest.importorskip("ray", reason="Ray is missing: pip install landmarkkit[fleet]")
import pyarrow.dataset as dataset  # noqa: E402
import pyarrow.parquet as parquet  # noqa: E402

from landmarkkit import fleet, track  # noqa: E402
from landmarkkit.fleet import Job, JobError  # noqa: E402
from landmarkkit.fleet.record import Record, Stamp  # noqa: E402

pytestmark = pytest.mark.usefixtures("models")


def rows(folder: pathlib.Path) -> Dict[str, List[int]]:
    """The frames of each video's rows, in order."""
    table = dataset.dataset(folder / "landmarks", partitioning="hive").to_table(["video", "frame"])
    frames: Dict[str, List[int]] = {}
    for video, frame in zip(table["video"].to_pylist(), table["frame"].to_pylist()):
        frames.setdefault(video, []).append(frame)
    return frames


class TestPlan:
    def test_sources(self, tmp_path):
        (tmp_path / "a" / "b").mkdir(parents=True)
        for name in (
            "a/2.MP4",
            "a/1.mp4",
            "a/b/3.webm",
            "a/notes.txt",
            "a/.hidden.mp4",
        ):
            (tmp_path / name).touch()
        names = [str(tmp_path / name) for name in ("a/1.mp4", "a/2.MP4", "a/b/3.webm")]
        assert fleet.find_videos([str(tmp_path / "a")]) == names
        assert fleet.find_videos([str(tmp_path / "**/*.webm")]) == names[2:]
        assert fleet.find_videos([names[1], str(tmp_path / "a")]) == [
            names[1],
            names[0],
            names[2],
        ]
        assert fleet.find_videos(["missing.mp4"]) == [os.path.abspath("missing.mp4")]
        listed = tmp_path / "list.txt"
        listed.write_text(f"# two\n{names[0]}\n\n{names[2]}\n")
        assert fleet.find_videos([], [str(listed)]) == [names[0], names[2]]

    @pytest.mark.parametrize("source", ["empty", "nothing*.mp4"])
    def test_nothing(self, tmp_path, monkeypatch, source):
        monkeypatch.chdir(tmp_path)
        (tmp_path / "empty").mkdir()
        with pytest.raises(JobError, match=source.replace("*", r"\*")):
            fleet.find_videos([source])
        with pytest.raises(JobError, match="the list none.txt cannot be read"):
            fleet.find_videos([], ["none.txt"])


class TestJob:
    def make(self, folder, **changes) -> Job:
        return Job(str(folder), "pose", "pose.task", "ab12", **changes)

    def test_settings_must_agree(self, tmp_path):
        folder = tmp_path / "out"
        begin(self.make(folder))
        with pytest.raises(JobError, match="already contains a job; --resume"):
            begin(self.make(folder))
        with pytest.raises(JobError, match="has stride 1, but this one has 2"):
            begin(self.make(folder, stride=2), resume=True)
        with pytest.raises(JobError, match="options"):
            begin(self.make(folder, options={"num_poses": 2}), resume=True)
        begin(self.make(folder, threads=4), resume=True)

    def test_one_run_at_a_time(self, tmp_path):
        with self.make(tmp_path / "out").opened(False):
            with pytest.raises(JobError, match="another run is using"):
                begin(self.make(tmp_path / "out"), resume=True)
        begin(self.make(tmp_path / "out"), resume=True)

    def test_other_folders(self, tmp_path):
        (tmp_path / "photos").mkdir()
        (tmp_path / "photos" / "a.jpg").touch()
        with pytest.raises(JobError, match="contains files, but no job"):
            begin(self.make(tmp_path / "photos"))
        (tmp_path / "photos" / "job.json").write_text("{")
        with pytest.raises(JobError, match="is damaged"):
            begin(self.make(tmp_path / "photos"), resume=True)
        with pytest.raises(JobError, match="a.jpg: Not a directory"):
            begin(self.make(tmp_path / "photos" / "a.jpg"))

    def test_a_changed_or_incomplete_video_is_done_again(self, tmp_path):
        out = tmp_path / "out"
        job = self.make(out)
        begin(job)
        video = str(tmp_path / "a\udcff.mp4")
        pathlib.Path(video).write_text("1")
        assert job.state(video) is None
        record = Record(video, Stamp.of(video), sha256="cd", frames=3)
        job.save(video, record)
        assert job.state(video) is None, "its rows are missing"
        (out / job.landmarks(video)).parent.mkdir(parents=True)
        (out / job.landmarks(video)).touch()
        assert job.state(video) == record
        assert list(job.records({})) == [record]
        pathlib.Path(video).write_text("22")
        assert job.state(video) is None
        pathlib.Path(video).unlink()
        assert job.state(video) == record, "its rows are still there"
        (out / job.record(video)).write_text('{"video": 1')
        assert job.state(video) is None and list(job.records({})) == []

    def test_what_killed_workers_leave_is_removed(self, tmp_path):
        job = self.make(tmp_path / "out")
        begin(job)
        draft = job.files.draft("landmarks/part=ab/cd.parquet")
        draft.file.write(b"PAR1")
        assert len(list(tmp_path.rglob("*.part"))) == 1
        # Readers of data sets do not see it.
        assert dataset.dataset(tmp_path / "out" / "landmarks").files == []
        begin(job, resume=True)
        assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["job.json"]

    def test_a_worker_has_the_model_of_the_job(self, tmp_path, hand_model):
        from landmarkkit.fleet.worker import Worker

        with pytest.raises(JobError, match="is not the job's model"):
            Worker(Job(str(tmp_path / "out"), "hand", hand_model, "ab12"))

    def test_records_that_are_known_are_not_read(self, tmp_path):
        job = self.make(tmp_path / "out")
        videos = ["/a.mp4", "/b.mp4", "/c.mp4"]
        for video in videos:
            job.save(video, Record(video, None, error=f"no {video}"))
        known = {"/b.mp4": Record("/b.mp4", None, error="known")}
        found = {record.video: record.error for record in job.records(known)}
        assert found == {"/a.mp4": "no /a.mp4", "/b.mp4": "known", "/c.mp4": "no /c.mp4"}


def begin(job, resume=False):
    """Opens and closes a job."""
    with job.opened(resume):
        pass


@pytest.fixture(scope="module")
def cluster():
    """A Ray that is started once, which takes longer than most jobs."""
    with RayCluster(processors=2) as cluster:
        yield cluster


@pytest.mark.usefixtures("ray")
class TestRun:
    def test_damaged_files_are_listed_and_all_others_done(self, tmp_path, clips):
        videos = tmp_path / "videos"
        shutil.copytree(clips, videos)
        content = (clips / "clip 0.mp4").read_bytes()
        (videos / "cut.mp4").write_bytes(content[: len(content) // 2])
        (videos / "empty.mp4").touch()
        (videos / "noise.mp4").write_bytes(os.urandom(5000))
        (videos / "clip 7.mp4").rename(videos / "clip \udcff.mp4")
        out = tmp_path / "out"
        done = run_command("hand", videos, tmp_path / "none.mp4", "--out", out, "--workers", 2)
        assert done.returncode == 1, done.stderr
        assert "8 of 12 videos, 4 failed" in done.stderr
        failures = (out / "failures.csv").read_text()
        for name in ("cut.mp4", "empty.mp4", "noise.mp4", "none.mp4"):
            assert name in failures
        table = parquet.read_table(out / "videos.parquet").to_pylist()
        assert len(table) == 12
        assert sum(row["error"] is None for row in table) == 8
        assert all(row["frames"] == 120 for row in table if row["error"] is None)
        assert not list(out.rglob("*.part"))

        again = run_command("hand", videos, "--out", out, "--resume")
        assert again.returncode == 1
        assert "8 of 11 videos, 3 failed, 960 frames done before" in again.stderr
        other = run_command("hand", videos, "--out", out, "--resume", "--stride", 2)
        assert other.returncode == 2 and "has stride 1, but this one has 2" in other.stderr

    def test_allowed_damage_keeps_the_frames_that_can_be_decoded(self, tmp_path, clip):
        video = tmp_path / "cut.mp4"
        remuxed(video, clip)
        content = video.read_bytes()
        video.write_bytes(content[: len(content) // 3])
        out = tmp_path / "out"
        done = run_command("face", video, "--out", out)
        assert done.returncode == 1, done.stderr
        [failed] = parquet.read_table(out / "videos.parquet").to_pylist()
        assert "frames could be decoded" in failed["error"] and failed["frames"] == 0
        other = run_command("face", video, "--out", out, "--resume", "--allow-damage")
        assert other.returncode == 2 and "has allow_damage false, but" in other.stderr
        done = run_command("face", video, "--out", tmp_path / "kept", "--allow-damage")
        assert done.returncode == 0, done.stderr
        expected = track(video, "face", threads=1, allow_damage=True)
        assert 0 < expected.frames < 120
        [kept] = parquet.read_table(tmp_path / "kept" / "videos.parquet").to_pylist()
        assert kept["error"] is None and kept["frames"] == expected.frames
        assert kept["damage"] == expected.metadata["damage"] > 0
        assert rows(tmp_path / "kept") == {str(video): expected["frame"].tolist()}

    def test_rows_are_those_of_track(self, tmp_path, clips):
        out = tmp_path / "out"
        video = clips / "clip 3.mp4"
        done = run_command("face", video, "--out", out, "--option", "output_face_blendshapes=true")
        assert done.returncode == 0, done.stderr
        expected = track(video, "face", threads=1, output_face_blendshapes=True)
        found = dataset.dataset(out / "landmarks", partitioning="hive").to_table()
        assert found.num_rows == len(expected) == 120
        assert found["sha256"].to_pylist() == [expected.metadata["sha256"]] * 120
        for name, column in expected.columns.items():
            assert found[name].to_pylist() == column.tolist(), name
        metadata = [
            json.loads(parquet.read_schema(path).metadata[b"landmarkkit"])
            for path in (*out.glob("landmarks/*/*"), out / "videos.parquet")
        ]
        del expected.metadata["settings"]["threads"]
        same = {name: expected.metadata[name] for name in ("task", "settings", "version")}
        assert metadata == [same, same]
        assert json.loads(found.schema.metadata[b"landmarkkit"]) == same

    def test_empty_frames_have_rows_if_wanted(self, tmp_path, hand_model):
        video = tmp_path / "gray.mp4"
        write_video(video, numbered(5))
        out = tmp_path / "out"
        done = run_command("hand", video, "--out", out, "--empty-frames")
        assert done.returncode == 0 and "5 frames, 5 rows" in done.stderr, done.stderr
        table = dataset.dataset(out / "landmarks", partitioning="hive").to_table()
        assert table["frame"].to_pylist() == list(range(5))
        assert table["video"].to_pylist() == [str(video)] * 5
        for name in track(video, "hand").columns:
            nulls = 0 if name in ("frame", "timestamp_ms") else 5
            assert table[name].null_count == nulls, name

    def test_an_interrupt_pauses(self, tmp_path, clips):
        out = tmp_path / "out"
        arguments = ("hand", clips, "--out", out, "--workers", 1)
        process = subprocess.Popen(command(*arguments), stderr=subprocess.PIPE, text=True)
        while process.poll() is None and not list(out.glob("records/*/*.json")):
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
        assert process.returncode == 130, said
        assert "paused" in said and "Traceback" not in said
        assert parquet.read_table(out / "videos.parquet").num_rows >= 1
        done = run_command(*arguments, "--resume")
        assert done.returncode == 0 and "8 of 8 videos" in done.stderr, done.stderr


@pytest.mark.slow
def test_a_lost_machine_loses_nothing(tmp_path, clips):
    from ray.cluster_utils import Cluster

    settings = {"num_cpus": 1, "object_store_memory": 100 << 20}
    cluster = Cluster(initialize_head=True, head_node_args=settings)
    other = cluster.add_node(**settings)
    try:
        out = tmp_path / "out"
        process = subprocess.Popen(
            command("pose", clips, "--out", out, "--workers", 2, "--address", cluster.address),
            stderr=subprocess.PIPE,
            text=True,
        )
        while process.poll() is None and len(list(out.glob("records/*/*.json"))) < 2:
            time.sleep(0.02)
        assert process.poll() is None
        cluster.remove_node(other, allow_graceful=False)
        _, said = process.communicate(timeout=240)
        assert process.returncode == 0, said
        assert "8 of 8 videos, 960 frames" in said
        assert sorted(rows(out)) == sorted(str(path) for path in clips.iterdir())
        assert len({tuple(frames) for frames in rows(out).values()}) == 1
    finally:
        cluster.shutdown()


def test_whatever_is_killed_the_result_is_that_of_one_run(tmp_path, clips):
    # With a Ray of its own, as without a cluster.
    out = tmp_path / "out"
    arguments = ("pose", clips, "--out", out, "--workers", 2, "--stride", 2)
    # First a worker is killed, and soon after that the driver.
    process = subprocess.Popen(command(*arguments), stderr=subprocess.PIPE)
    killed = False
    deadline = time.monotonic() + 120
    while process.poll() is None and time.monotonic() < deadline:
        records = list(out.glob("records/*/*.json"))
        workers = busy_workers(process.pid)
        if not killed and records and workers:
            os.kill(workers[0], signal.SIGKILL)
            killed = True
        if killed and 3 <= len(records) < 8:
            process.kill()
        time.sleep(0.02)
    process.wait()
    assert killed and process.returncode == -signal.SIGKILL
    time.sleep(2)  # until Ray has noticed
    before = len(list(out.glob("records/*/*.json")))
    assert 3 <= before < 8

    # Then the rest is done.
    done = run_command(*arguments, "--resume")
    assert done.returncode == 0, done.stderr
    frames = rows(out)
    assert sorted(frames) == sorted(str(path) for path in clips.iterdir())
    expected = track(clips / "clip 0.mp4", "pose", threads=1, stride=2)
    for video in frames:
        assert frames[video] == expected["frame"].tolist()
    assert not list(out.rglob("*.part")) and len(list(out.glob("landmarks/*/*"))) == 8


def test_a_program_keeps_its_own_ray(tmp_path, clips, hand_model):
    done = run_python(f"""
        import ray
        from landmarkkit import fleet
        from landmarkkit.tables import file_sha256

        ray.init(address="local", num_cpus=1, include_dashboard=False, logging_level="ERROR",
                 log_to_driver=False, object_store_memory=100 << 20)
        seen = []
        summary = fleet.run(
            fleet.Job(
                {str(tmp_path / "out")!r}, "hand", {hand_model!r}, file_sha256({hand_model!r})
            ),
            [{str(clips / "clip 1.mp4")!r}],
            on_progress=lambda summary, before: seen.append(before),
        )
        print(summary.videos, summary.done, summary.frames, seen, ray.is_initialized())
    """)
    assert done.stdout == "1 1 120 [True, False] True\n", done.stderr


class TestCommand:
    @pytest.mark.parametrize(
        "arguments, reason",
        [
            (["hand", "--out", "o"], "there are no videos"),
            (
                ["hand", "v.mp4", "--out", "o", "--model", "none.task"],
                "there is no file none.task",
            ),
            (["hand", "v.mp4", "--out", "o", "--option", "num_hands=0"], "num_hands must be at least 1"),
            (["hand", "v.mp4", "--out", "o", "--option", "colour=1"], "colour"),
            (["hand", "v.mp4", "--out", "o", "--option", "=1"], "is not NAME=VALUE"),
            (["hand", "v.mp4", "--out", "o", "--workers", "0"], "is not at least 1"),
            (["ear", "v.mp4", "--out", "o"], "invalid choice"),
            (
                ["hand", "v.mp4", "--out", "o", "--address", "127.0.0.1:1"],
                "no Ray cluster responds at",
            ),
        ],
    )
    def test_what_is_wrong_is_said(self, tmp_path, arguments, reason):
        done = run_command(*arguments, cwd=tmp_path)
        assert done.returncode == 2
        assert reason in done.stderr and "Traceback" not in done.stderr

    @pytest.mark.usefixtures("ray")
    def test_results_that_cannot_be_written_end_the_job(self, tmp_path, clips):
        out = tmp_path / "out"
        out.mkdir()
        job = out / "job.json"
        first = run_command("hand", clips / "clip 0.mp4", "--out", out)
        assert first.returncode == 0 and json.loads(job.read_text())["task"] == "hand"
        shutil.rmtree(out / "landmarks")
        (out / "landmarks").touch()
        done = run_command("hand", clips / "clip 0.mp4", "--out", out, "--resume")
        assert done.returncode == 2 and "Traceback" not in done.stderr, done.stderr
