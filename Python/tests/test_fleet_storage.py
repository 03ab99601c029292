"""Jobs whose videos and results are on remote storage: a real S3 server with credentials, and a web
server."""

from __future__ import annotations

import functools
import http.server
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid

import pytest
from conftest import run_python
from fleet_helpers import busy_workers, command, run_command

pytest.importorskip("ray", reason="Ray is missing: pip install landmarkkit[fleet]")
pytest.importorskip("s3fs", reason="s3fs is missing: pip install s3fs")
pytest.importorskip("moto", reason="moto is missing: pip install moto[server]")
import pyarrow.parquet as parquet  # noqa: E402
from ray_cluster import RayCluster  # noqa: E402
from s3_server import S3Server  # noqa: E402

from landmarkkit import MissingDependencyError, track  # noqa: E402
from landmarkkit.fleet import Job, JobError, find_videos, lease  # noqa: E402
from landmarkkit.fleet.folder import folder_at  # noqa: E402
from landmarkkit.fleet.storage import Storage, StorageError, local_path, shown  # noqa: E402

pytestmark = pytest.mark.usefixtures("models")


@pytest.fixture(scope="module")
def server(tmp_path_factory, clips):
    server = S3Server(tmp_path_factory.mktemp("s3"))
    for path in clips.iterdir():
        folder = "even" if int(path.stem[-1]) % 2 == 0 else "odd"
        server.buckets.upload_file(str(path), "videos", f"clips/{folder}/{path.name}")
    server.buckets.put_object(Bucket="videos", Key="clips/notes.txt", Body=b"no video")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def cluster(server):
    """A Ray whose workers have the credentials; it is started once, which takes longer than most jobs."""
    with RayCluster(server.environment, processors=2) as cluster:
        yield cluster


@pytest.fixture
def s3(server, monkeypatch):
    """The server, whose credentials this process and its children have."""
    for name, value in server.environment.items():
        monkeypatch.setenv(name, value)
    forget_connections()
    yield server
    forget_connections()


@pytest.fixture
def out():
    """The address of a folder for results that does not exist."""
    return f"s3://results/jobs/{uuid.uuid4().hex}"


def forget_connections():
    """Lets the next connection use the current credentials."""
    import fsspec

    fsspec.get_filesystem_class("s3").clear_instance_cache()


def results(server, out):
    """The frames of each video, and the records, in a folder."""
    prefix = out.removeprefix("s3://results/")
    frames, records = {}, []
    for name in server.names("results", prefix):
        content = server.read("results", name)
        if "/landmarks/" in name:
            table = parquet.read_table(io.BytesIO(content))
            [video] = set(table["video"].to_pylist())
            assert video not in frames
            frames[video] = table["frame"].to_pylist()
        elif "/records/" in name:
            records.append(json.loads(content)["video"])
    return frames, records


def table_of_videos(server, out):
    name = f"{out.removeprefix('s3://results/')}/videos.parquet"
    rows = parquet.read_table(io.BytesIO(server.read("results", name))).to_pylist()
    return {row["video"]: row for row in rows}


class TestPlan:
    EVEN = [f"s3://videos/clips/even/clip {number}.mp4" for number in (0, 2, 4, 6)]
    ODD = [f"s3://videos/clips/odd/clip {number}.mp4" for number in (1, 3, 5, 7)]

    @pytest.mark.parametrize(
        "source, expected",
        [
            ("s3://videos/clips", EVEN + ODD),
            ("s3://videos/clips/even/", EVEN),
            ("s3://videos", EVEN + ODD),
            ("s3://videos/clips/odd/*.mp4", ODD),
            ("s3://videos/**/clip [02].mp4", EVEN[:2]),
            ("s3://videos/clips/*/clip ?.mp4", EVEN + ODD),
            ("s3://videos/none.mp4", ["s3://videos/none.mp4"]),
            ("s3://videos/none", ["s3://videos/none"]),
        ],
    )
    def test_sources(self, s3, source, expected):
        assert find_videos([source]) == expected

    @pytest.mark.parametrize(
        "source, reason",
        [
            ("s3://videos/none*.mp4", "no file matches s3://videos/none"),
            ("s3://nothing/*.mp4", "there is no bucket nothing"),
            ("s3://nothing/clips/", "s3://nothing/clips/: The specified bucket does not exist"),
            ("nonsense://videos/clips/", "nonsense:// is not a known protocol"),
        ],
    )
    def test_nothing(self, s3, source, reason):
        with pytest.raises((JobError, StorageError), match=reason.replace("*", r"\*")):
            find_videos([source])

    def test_a_missing_package_is_named(self):
        with pytest.raises(MissingDependencyError, match="oci://b/a/ .*: pip install ocifs"):
            find_videos(["oci://b/a/"])

    def test_without_fsspec_only_local_files_work(self, tmp_path):
        done = run_python(f"""
            import sys
            sys.modules["fsspec"] = None
            from landmarkkit import errors, fleet
            fleet.find_videos([{str(tmp_path / "a.mp4")!r}])
            with fleet.Job({str(tmp_path / "out")!r}, "pose", "m", "ab").opened(False):
                pass
            try:
                fleet.find_videos(["s3://videos/clips"])
            except errors.MissingDependencyError as error:
                print(error)
        """)
        assert done.stdout == (
            "s3://videos/clips requires fsspec: pip install landmarkkit[fleet]\n"
        ), done.stderr

    def test_addresses(self):
        assert local_path("file:///a/b.mp4") == "/a/b.mp4" and local_path("a.mp4") == "a.mp4"
        assert local_path("s3://a/b.mp4") is None
        secret = "https://user:word@host/a%20b.mp4?signature=1#x"
        assert shown(secret) == "https://host/a%20b.mp4"
        assert shown("ftp://user:word@host/a?b.mp4") == "ftp://host/a?b.mp4"
        assert shown("abfs://videos@account.host/a.mp4") == "abfs://videos@account.host/a.mp4"
        assert shown("/a/b@c?.mp4") == "/a/b@c?.mp4"


@pytest.mark.usefixtures("ray")
class TestS3:
    def test_rows_are_those_of_track(self, s3, out, clips, tmp_path):
        done = run_command("hand", "s3://videos/clips/even", "--out", out, "--empty-frames")
        assert done.returncode == 0 and "4 of 4 videos, 480 frames" in done.stderr, done.stderr
        expected = track(clips / "clip 0.mp4", "hand", threads=1, empty_frames=True)
        frames, records = results(s3, out)
        assert sorted(frames) == sorted(records) == TestPlan.EVEN
        assert all(found == expected["frame"].tolist() for found in frames.values())
        assert {row["sha256"] for row in table_of_videos(s3, out).values()} == {
            expected.metadata["sha256"]
        }
        again = run_command("hand", "s3://videos/clips/even", "--out", out, "--empty-frames")
        assert again.returncode == 2 and f"{out} already contains a job" in again.stderr
        # A changed video is done again, and only that.
        before = {
            name: s3.buckets.head_object(Bucket="results", Key=name)["LastModified"]
            for name in s3.names("results", out.removeprefix("s3://results/") + "/landmarks")
        }
        name = "clips/even/clip 2.mp4"
        s3.buckets.put_object(Bucket="videos", Key=name, Body=b"damaged")
        time.sleep(1)
        try:
            done = run_command(
                "hand", "s3://videos/clips/even", "--out", out, "--empty-frames", "--resume"
            )
        finally:
            s3.buckets.upload_file(str(clips / "clip 2.mp4"), "videos", name)
        assert done.returncode == 1 and "3 of 4 videos, 1 failed" in done.stderr, done.stderr
        assert "cannot read s3://videos/clips/even/clip 2.mp4" in (
            table_of_videos(s3, out)[f"s3://videos/{name}"]["error"]
        )
        after = {
            name: s3.buckets.head_object(Bucket="results", Key=name)["LastModified"]
            for name in before
        }
        assert after == before

    # With a Ray of its own; `test_fleet` always kills one.
    @pytest.mark.slow
    def test_whatever_is_killed_the_result_is_that_of_one_run(
        self, s3, out, clips, tmp_path, monkeypatch
    ):
        monkeypatch.delenv("RAY_ADDRESS")
        temporary = tmp_path / "temporary"
        temporary.mkdir()
        arguments = ("pose", "s3://videos/clips", "--out", out, "--workers", 2, "--stride", 2)
        # Ray's files stay elsewhere: the names of its sockets must be short.
        environment = {**os.environ, "TMPDIR": str(temporary), "RAY_TMPDIR": tempfile.gettempdir()}
        records = out.removeprefix("s3://results/") + "/records/"
        process = subprocess.Popen(command(*arguments), stderr=subprocess.PIPE, env=environment)
        killed = False
        deadline = time.monotonic() + 180
        while process.poll() is None and time.monotonic() < deadline:
            done = len(s3.names("results", records))
            workers = busy_workers(process.pid)
            if not killed and done and workers:
                os.kill(workers[0], signal.SIGKILL)
                killed = True
            if killed and 3 <= done < 8:
                process.kill()
            time.sleep(0.05)
        process.wait()
        assert killed and process.returncode == -signal.SIGKILL
        time.sleep(2)  # until Ray has noticed
        assert not list(temporary.glob("landmarkkit-*")), "the system has freed their room"

        # The lease of the killed run does not keep out another one on this machine.
        done = run_command(*arguments, "--resume", env=environment)
        assert done.returncode == 0 and "done before" in done.stderr, done.stderr
        frames, records = results(s3, out)
        assert sorted(frames) == sorted(records) == TestPlan.EVEN + TestPlan.ODD
        expected = track(clips / "clip 0.mp4", "pose", threads=1, stride=2)["frame"].tolist()
        assert all(found == expected for found in frames.values())
        left = s3.names("results", out.removeprefix("s3://results/"))
        assert not [name for name in left if "lock" in name or name.endswith(".part")]

    def test_what_cannot_be_read_is_listed_and_all_others_done(self, s3, out, clips):
        sources = {
            str(clips / "clip 0.mp4"): None,
            "s3://videos/clips/odd/clip 1.mp4": None,
            "s3://videos/none.mp4": "there is no such file",
            "s3://nothing/a.mp4": "The specified bucket does not exist",
            "nonsense://a/b.mp4": "nonsense:// is not a known protocol",
            "oci://b/a.mp4": "requires ocifs: pip install ocifs",
            "http://127.0.0.1:1/a.mp4?signature=1": "Connect call failed",
        }
        done = run_command("hand", *sources, "--out", out, "--workers", 2)
        assert done.returncode == 1 and "2 of 7 videos, 5 failed" in done.stderr, done.stderr
        table = table_of_videos(s3, out)
        assert len(table) == 7
        for source, reason in sources.items():
            error = table[shown(source)]["error"]
            assert (error is None) if reason is None else (reason in error), (source, error)
        failures = s3.read("results", out.removeprefix("s3://results/") + "/failures.csv")
        assert failures.count(b"\r\n") == 6 and b"signature" not in failures

    @pytest.mark.parametrize(
        "name, value, reason",
        [
            ("AWS_SECRET_ACCESS_KEY", "wrong", "access is denied; check the credentials"),
            ("AWS_ACCESS_KEY_ID", "AKIAIOSFODNN7EXAMPLE", "access is denied; check the cred"),
            ("AWS_SECRET_ACCESS_KEY", None, "Partial credentials found"),
        ],
    )
    def test_wrong_credentials(self, s3, out, monkeypatch, name, value, reason):
        if value is None:
            monkeypatch.delenv(name)
        else:
            monkeypatch.setenv(name, value)
        forget_connections()
        video = "s3://videos/clips/odd/clip 1.mp4"
        with pytest.raises(StorageError, match=f"{video}: {reason}"):
            with Storage(video).downloaded():
                pass
        with pytest.raises(JobError, match=f"{out}: {reason}"):
            with Job(out, "pose", "pose.task", "ab12").opened(False):
                pass
        with pytest.raises(StorageError, match="s3://videos/clips: "):
            find_videos(["s3://videos/clips"])

    def test_other_videos_go_on_and_the_rest_is_tried_again(self, s3, clips, tmp_path, monkeypatch):
        videos = (clips / "clip 0.mp4", "s3://videos/clips/odd/clip 1.mp4")
        with monkeypatch.context() as wrong:
            wrong.setenv("AWS_SECRET_ACCESS_KEY", "wrong")
            wrong.delenv("RAY_ADDRESS")  # whose workers have the right one
            done = run_command("hand", *videos, "--out", tmp_path / "out")
        assert done.returncode == 1 and "1 of 2 videos, 1 failed" in done.stderr, done.stderr
        failures = (tmp_path / "out" / "failures.csv").read_text()
        assert "clip 1.mp4: access is denied; check the credentials" in failures
        done = run_command("hand", *videos, "--out", tmp_path / "out", "--resume")
        assert done.returncode == 0 and "2 of 2 videos" in done.stderr, done.stderr

    def test_a_bucket_of_videos_that_vanishes(self, s3, out, clips):
        for number in range(4):
            if not number:
                s3.buckets.create_bucket(Bucket="fleeting")
            path = str(clips / f"clip {number}.mp4")
            s3.buckets.upload_file(path, "fleeting", f"clip {number}.mp4")
        sources = ("s3://fleeting/", clips / "clip 5.mp4", "s3://videos/clips/odd/clip 1.mp4")
        process = subprocess.Popen(
            command("pose", *sources, "--out", out, "--workers", 1),
            stderr=subprocess.PIPE,
            text=True,
        )
        records = out.removeprefix("s3://results/") + "/records/"
        while process.poll() is None and not s3.names("results", records):
            time.sleep(0.02)
        s3.remove("fleeting")
        _, said = process.communicate(timeout=240)
        assert process.returncode == 1 and "Traceback" not in said, said
        table = table_of_videos(s3, out)
        gone = [table[f"s3://fleeting/clip {number}.mp4"]["error"] for number in range(4)]
        assert gone[0] is None
        assert [error for error in gone if error][-1] == (
            "s3://fleeting/clip 3.mp4: The specified bucket does not exist"
        )
        assert table[str(clips / "clip 5.mp4")]["frames"] == 120
        assert table["s3://videos/clips/odd/clip 1.mp4"]["frames"] == 120
        # What is done stays done although its video is gone.
        names = [name for name in table if table[name]["error"] is None]
        again = run_command("pose", *names, "--out", out, "--resume")
        assert again.returncode == 0 and "0 of" not in again.stderr, again.stderr

    # On a machine that is busy with other work, the job may end before the bucket vanishes.
    @pytest.mark.slow
    def test_a_bucket_of_results_that_vanishes_ends_the_job(self, s3, clips):
        s3.buckets.create_bucket(Bucket="fleeting")
        process = subprocess.Popen(
            command("pose", clips, "--out", "s3://fleeting/out", "--workers", 1),
            stderr=subprocess.PIPE,
            text=True,
        )
        while process.poll() is None and not s3.names("fleeting", "out/records/"):
            time.sleep(0.02)
        s3.remove("fleeting")
        _, said = process.communicate(timeout=240)
        assert process.returncode == 2 and "Traceback" not in said, said
        assert "s3://fleeting/out: The specified bucket does not exist" in said

    def test_no_room_for_a_video(self, s3, monkeypatch, tmp_path):
        from landmarkkit.fleet import storage

        monkeypatch.setattr(storage, "_RESERVE", 1 << 60)
        with pytest.raises(StorageError, match="clip 1.mp4: there is no room for it in .*TMPDIR"):
            with Storage("s3://videos/clips/odd/clip 1.mp4").downloaded():
                pass


class TestLease:
    def make(self, out, **changes) -> Job:
        return Job(out, "pose", "pose.task", "ab12", **changes)

    @pytest.fixture(autouse=True)
    def haste(self, monkeypatch):
        monkeypatch.setattr(lease, "_RENEWAL_SECONDS", 0.2)
        monkeypatch.setattr(lease, "_LAPSE_SECONDS", 1.5)
        monkeypatch.setattr(lease, "_SETTLING_SECONDS", 0.1)

    def test_one_run_at_a_time(self, s3, out):
        with self.make(out).opened(False):
            with pytest.raises(JobError, match=f"another run is using {out}"):
                with self.make(out).opened(True):
                    pass
        with self.make(out).opened(True):
            pass

    def test_the_lease_of_another_machine_lapses(self, s3, out, monkeypatch):
        files = folder_at(out)
        files.write("job.json", json.dumps(self.make(out).settings).encode())
        files.write("lock.json", b'{"run": "1", "process": ["another machine", 1, "2"]}')
        began = time.monotonic()
        with self.make(out).opened(True) as lock:
            assert time.monotonic() - began > 1.5
            # It comes back after all, and takes the lease.
            assert not lock.is_lost
            files.write("lock.json", b'{"run": "1", "process": ["another machine", 1, "2"]}')
            end = time.monotonic() + 10
            while not lock.is_lost and time.monotonic() < end:
                time.sleep(0.05)
            assert lock.is_lost
        assert files.exists("lock.json"), "it belongs to the other run"

    def test_the_lease_of_a_process_that_ended_is_free(self, s3, out, monkeypatch):
        monkeypatch.setattr(lease, "_LAPSE_SECONDS", 1000)
        process = subprocess.Popen([sys.executable, "-c", "pass"])
        identity = [lease._machine(), process.pid, lease._start_time(process.pid)]
        process.wait()
        files = folder_at(out)
        files.write("job.json", json.dumps(self.make(out).settings).encode())
        files.write("lock.json", json.dumps({"run": "1", "process": identity}).encode())
        with self.make(out).opened(True):
            pass

    def test_other_folders(self, s3, out):
        folder_at(out).write("photos/a.jpg", b"")
        with pytest.raises(JobError, match=f"{out} contains files, but no job"):
            with self.make(out).opened(False):
                pass
        folder_at(out).write("job.json", b"{")
        with pytest.raises(JobError, match=f"{out}/job.json is damaged"):
            with self.make(out).opened(True):
                pass
        for folder, reason in (
            ("s3://nothing/out", "s3://nothing/out: The specified bucket does not exist"),
            ("https://127.0.0.1/out", "results cannot be written to the web"),
            ("nonsense://a", "nonsense:// is not a known protocol"),
        ):
            with pytest.raises(JobError, match=reason):
                with self.make(folder).opened(False):
                    pass


class TestOtherStorage:
    def test_files_appear_whole_where_folders_must_exist(self, tmp_path):
        import fsspec
        from fsspec.implementations.local import LocalFileSystem

        class DiskFileSystem(LocalFileSystem):
            protocol = "disk"

            @classmethod
            def _strip_protocol(cls, path):
                return path.removeprefix("disk://")

        fsspec.register_implementation("disk", DiskFileSystem, clobber=True)
        address = f"disk://{tmp_path}/out"
        files = folder_at(address)
        assert list(files.names()) == [] and files.read("a/b.txt") is None
        for content in (b"one", b"two"):
            files.write("a/b.txt", content)
            assert files.read("a/b.txt") == content and list(files.names()) == ["a/b.txt"]
        with files.draft("a/c.txt") as draft:
            draft.file.write(b"not committed")
        (tmp_path / "out" / "a" / "d.txt.host.1.part").touch()
        with pytest.raises(JobError, match="contains files, but no job"):
            with Job(address, "pose", "m", "ab").opened(False):
                pass
        files.tidy()
        assert sorted(files.names()) == ["a/b.txt"]

    def test_memory(self):
        files = folder_at(f"memory://{uuid.uuid4().hex}/out")
        files.write("a/b.txt", b"one")
        assert files.read("a/b.txt") == b"one" and list(files.names("a")) == ["a/b.txt"]

    def test_memory_is_not_shared(self, tmp_path, clips):
        for arguments in (
            (clips / "clip 0.mp4", "--out", "memory://out"),
            ("memory://a/b.mp4", "--out", tmp_path / "out"),
        ):
            done = run_command("hand", *arguments)
            assert done.returncode == 2, done.stderr
            assert "memory:// belongs to one process" in done.stderr


class WebHandler(http.server.SimpleHTTPRequestHandler):
    """Serves files; some names are answered with errors."""

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        name = self.path.partition("?")[0].rpartition("/")[2]
        if name == "short.mp4":
            self.send_response(200)
            self.send_header("Content-Length", "100000")
            self.end_headers()
            self.wfile.write(b"short")
            self.close_connection = True
        elif name == "denied.mp4":
            self.send_error(403)
        else:
            super().do_GET()


@pytest.fixture
def web(tmp_path, clips):
    """The address of a web server with two clips."""
    folder = tmp_path / "web"
    (folder / "more").mkdir(parents=True)
    shutil.copy(clips / "clip 0.mp4", folder / "a.mp4")
    shutil.copy(clips / "clip 0.mp4", folder / "more" / "b b.mp4")
    (folder / "notes.txt").touch()
    handler = functools.partial(WebHandler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


class TestWeb:
    def test_sources(self, web):
        both = [f"{web}/a.mp4", f"{web}/more/b%20b.mp4"]
        assert find_videos([f"{web}/"]) == find_videos([f"{web}/**/*.mp4"]) == both
        assert find_videos([f"{web}/*.mp4"]) == both[:1]
        assert find_videos([f"{web}/a.mp4?b=[1]"]) == [f"{web}/a.mp4?b=[1]"]

    @pytest.mark.usefixtures("ray")
    def test_videos(self, web, tmp_path):
        names = ("a.mp4", "more/b%20b.mp4", "none.mp4", "short.mp4", "denied.mp4")
        addresses = [f"{web}/{name}?signature=secret" for name in names]
        out = tmp_path / "out"
        done = run_command("hand", *addresses, "--out", out)
        assert done.returncode == 1 and "2 of 5 videos, 3 failed" in done.stderr, done.stderr
        table = {
            row["video"]: row for row in parquet.read_table(out / "videos.parquet").to_pylist()
        }
        assert sorted(table) == sorted(f"{web}/{name}" for name in names)
        assert table[f"{web}/a.mp4"]["frames"] == table[f"{web}/more/b%20b.mp4"]["frames"] == 120
        for name, reason in (
            ("none.mp4", "there is no such file"),
            ("short.mp4", "payload is not completed"),
            ("denied.mp4", "the server answers 403 Forbidden"),
        ):
            assert reason in table[f"{web}/{name}"]["error"]
        assert not [
            path for path in out.rglob("*") if path.is_file() and b"secret" in path.read_bytes()
        ]
        again = run_command("hand", *addresses, "--out", out, "--resume")
        assert "2 of 5 videos, 3 failed, 240 frames done before" in again.stderr


def test_a_full_disk_leaves_no_draft(tmp_path):
    with pytest.raises(OSError, match="No space left"):
        with folder_at(str(tmp_path)).draft("rows/a.parquet") as draft:
            full = os.open("/dev/full", os.O_WRONLY)
            os.dup2(full, draft.file.fileno())
            os.close(full)
            draft.file.write(b"rows")
            draft.commit()
    assert list((tmp_path / "rows").iterdir()) == []
