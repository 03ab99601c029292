"""Jobs on a cluster that grows, shrinks, has no processors, or wants a token."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections import Counter

import pytest
from fleet_helpers import busy_workers, command
from ray_cluster import RayCluster

pytest.importorskip("ray", reason="Ray is missing: pip install landmarkkit[fleet]")
import pyarrow.dataset as dataset  # noqa: E402

pytestmark = [pytest.mark.usefixtures("models"), pytest.mark.slow]


def run(arguments, environment):
    return subprocess.run(arguments, env=environment, capture_output=True, text=True, timeout=300)


def wait_for_records(process, out, count):
    end = time.monotonic() + 240
    while len(list(out.glob("records/*/*.json"))) < count:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.05)


def test_the_pool_follows_the_cluster(tmp_path, clips):
    with RayCluster() as cluster:
        environment = {**cluster.environment, "RAY_ADDRESS": cluster.address}
        # The head has no processors, and nobody adds any.
        none = command("pose", clips, "--out", tmp_path / "none", "--wait", 2)
        done = run(none, environment)
        assert done.returncode == 2, done.stderr
        assert "the cluster has no processors, after 2 seconds of waiting" in done.stderr

        out = tmp_path / "out"
        process = subprocess.Popen(
            command("pose", clips, "--out", out),
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            cluster.add()
            wait_for_records(process, out, 1)
            assert len(busy_workers(cluster.process_id)) <= 1
            cluster.add()
            end = time.monotonic() + 120
            while len(busy_workers(cluster.process_id)) < 2:
                assert process.poll() is None and time.monotonic() < end, "both machines work"
                time.sleep(0.02)
            cluster.remove()
            _, said = process.communicate(timeout=300)
        finally:
            process.kill()
    assert process.returncode == 0 and "8 of 8 videos, 960 frames" in said, said
    assert not list(out.rglob("*.part"))
    table = dataset.dataset(out / "landmarks", partitioning="hive").to_table(["video", "frame"])
    counts = Counter(table["video"].to_pylist())
    assert sorted(counts) == sorted(map(str, clips.iterdir()))
    assert len(set(counts.values())) == 1


def test_a_job_that_is_submitted_runs_on_the_cluster(tmp_path, clips):
    with RayCluster(machines=1) as cluster:
        environment = {**cluster.environment, "RAY_ADDRESS": cluster.dashboard}
        ray = os.path.join(os.path.dirname(sys.executable), "ray")
        out = tmp_path / "out"
        fleet = command("hand", clips / "clip 0.mp4", "--out", out)
        end = time.monotonic() + 120
        while True:
            done = run([ray, "job", "submit", "--", *fleet], environment)
            # The part of the cluster that starts jobs is the last to be ready.
            if "No available agent" not in done.stderr or time.monotonic() > end:
                break
            time.sleep(1)
        assert done.returncode == 0 and "1 of 1 videos" in done.stdout, done.stdout + done.stderr
        assert list(out.glob("records/*/*.json"))
        # The address for jobs is not that of the cluster.
        done = run(command("hand", clips / "clip 0.mp4", "--out", tmp_path / "other"), environment)
        assert done.returncode == 2 and "for `ray job submit`" in done.stderr, done.stderr


def test_a_cluster_with_tokens(tmp_path, clips):
    token = "0123456789abcdef" * 4
    right = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": token}
    (tmp_path / "token").write_text(token)
    from_file = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN_PATH": str(tmp_path / "token")}
    with RayCluster(right, machines=1) as cluster:
        for name, variables, is_right in (
            ("none", {}, False),
            ("wrong", {**right, "RAY_AUTH_TOKEN": token[::-1]}, False),
            ("right", right, True),
            ("from a file", from_file, True),
        ):
            out = tmp_path / name
            done = run(
                command("hand", clips / "clip 0.mp4", "--out", out, "--address", cluster.address),
                {**cluster.environment, **variables},
            )
            assert "Traceback" not in done.stderr, done.stderr
            assert done.returncode == (0 if is_right else 2), done.stderr
            assert len(list(out.glob("records/*/*"))) == is_right
            if not is_right:
                [reason] = re.findall("fleet: (.*)", done.stderr)
                assert "RAY_AUTH_TOKEN" in reason and token not in reason, reason
