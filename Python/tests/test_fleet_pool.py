"""How videos are distributed among workers, some of which are lost, with a scripted Ray."""

from __future__ import annotations

import os

import pytest

from landmarkkit.fleet.job import Job, JobError
from landmarkkit.fleet.pool import Pool
from landmarkkit.fleet.record import Record


class FakeRay:
    """The Ray functions that a pool uses, with workers that are lost or raise as a test specifies."""

    class exceptions:
        class RayActorError(Exception):
            pass

        WorkerCrashedError = NodeDiedError = OutOfMemoryError = RayActorError

    def __init__(self, *behaviors):
        # The behavior of the worker with a number: for each call None, an error, or "waits".
        self.behaviors = behaviors
        self.started = 0
        self.killed = []
        self.done = []
        self.outcomes = {}
        # The processors of the machines, and how many are free.
        self.processors = [2.0]
        self.available = 0.0
        # How often a call ends because nothing happens.
        self.timeouts = 0

    def remote(self, **options):
        assert options["max_restarts"] == 0
        return lambda actor: Remote(lambda job: FakeWorker(self))

    def nodes(self):
        machines = [{"Alive": True, "Resources": {"CPU": count}} for count in self.processors]
        return [
            *machines,
            {"Alive": True, "Resources": {}},
            {"Alive": False, "Resources": {"CPU": 9}},
        ]

    def available_resources(self):
        return {"CPU": self.available}

    def wait(self, calls, num_returns, timeout):
        ended = [call for call in calls if self.outcomes[call][0] != "waits"]
        if not ended and timeout is not None and self.timeouts:
            self.timeouts -= 1
            return [], calls
        assert ended, "the pool waits for ever"
        return ended[:num_returns], [call for call in calls if call not in ended[:num_returns]]

    def get(self, call):
        outcome, video = self.outcomes[call]
        if outcome is not None:
            raise outcome
        if video is None:
            return None
        self.done.append(os.fsdecode(video))
        return Record(os.fsdecode(video), None)

    def kill(self, worker):
        self.killed.append(worker.number)


class Remote:
    """A function that Ray calls elsewhere."""

    def __init__(self, call):
        self.remote = call


class FakeWorker:
    """An actor."""

    def __init__(self, ray):
        self.number = ray.started
        ray.started += 1
        [behavior] = ray.behaviors[self.number : self.number + 1] or [()]
        self._ray, self._behavior = ray, iter(behavior)
        self.prepare = self.do = Remote(self._call)

    def _call(self, video=None):
        call = object()
        self._ray.outcomes[call] = next(self._behavior, None), video
        return call


LOST = FakeRay.exceptions.RayActorError("lost")


class TestPool:
    VIDEOS = [f"/{index}\udcff.mp4" for index in range(6)]

    def run(self, *behaviors, size=2):
        ray = FakeRay(*behaviors)
        pool = Pool(ray, Job("/out", "pose", "pose.task", "ab12"), size)
        return ray, pool, pool.records(self.VIDEOS)

    @pytest.mark.parametrize(
        "behaviors, started",
        [
            ((), 2),
            # While it prepares, with its first video, and with a later one.
            (((LOST,),), 3),
            (((None, LOST),), 3),
            (((None, None, LOST), (None, None, LOST)), 4),
            # Ray has no processor for the replacement worker: the other one continues.
            (((None, None, LOST), (), ("waits",)), 3),
            ((("waits",), ()), 2),
            # All are lost while they prepare, but not repeatedly.
            (((LOST,), (LOST,), (), (LOST,), (LOST,)), 6),
        ],
    )
    def test_all_videos_are_done_once(self, behaviors, started):
        ray, pool, records = self.run(*behaviors)
        assert sorted(video for video, _ in records) == self.VIDEOS
        assert sorted(ray.done) == self.VIDEOS and ray.started == started
        pool.stop()
        assert sorted(ray.killed) == list(range(started))

    def test_the_video_of_a_lost_worker_is_the_next(self):
        ray, _, records = self.run((None, LOST), size=1)
        assert [video for video, _ in records] == self.VIDEOS

    def test_workers_that_cannot_begin_end_the_job(self):
        with pytest.raises(JobError, match="workers exit before they start work: lost"):
            list(self.run(*[(LOST,)] * 6)[2])

    def test_a_video_that_kills_its_workers_is_given_up(self, tmp_path):
        ray = FakeRay(*[(None, LOST)] * 3)
        job = Job(str(tmp_path), "pose", "pose.task", "ab12")
        records = dict(Pool(ray, job, 1).records(self.VIDEOS))
        assert sorted(records) == self.VIDEOS and ray.started == 4
        first = self.VIDEOS[0]
        assert records[first].error == "its worker was killed 3 times"
        assert job.state(first) == records[first]
        assert [video for video in records if records[video].error] == [first]

    def test_it_grows_with_the_processors_of_a_cluster(self):
        # The cluster has processors for two workers.
        ray = FakeRay((), (), *[("waits",)] * 20)
        pool = Pool(ray, Job("/out", "pose", "pose.task", "ab12"), None)
        assert len(list(pool.records(self.VIDEOS))) == 6
        # Two work, and as many wait.
        assert ray.started == 4
        pool.stop()
        assert sorted(ray.killed) == [0, 1, 2, 3]

    def test_an_error_of_a_worker_ends_the_job(self):
        with pytest.raises(OSError, match="disk full"):
            list(self.run((None, OSError("disk full")))[2])

    @pytest.mark.parametrize(
        "processors, available, threads, expected",
        [
            ([], 0.0, 1, "the cluster has no processors"),
            ([2.0, 4.0], 6.0, 8, "no machine of the cluster has 8 processors for --threads 8"),
            ([2.0, 4.0], 0.0, 4, "waiting for a processor: all are in use"),
            ([2.0, 4.0], 4.0, 4, None),
        ],
    )
    def test_what_holds_up_the_work_is_said_once(self, processors, available, threads, expected):
        ray = FakeRay(*[("waits",)] * 20)
        ray.processors, ray.available, ray.timeouts = processors, available, 3
        notices = []
        job = Job("/out", "pose", "pose.task", "ab12", threads=threads)
        pool = Pool(ray, job, None, on_notice=notices.append)
        with pytest.raises(AssertionError, match="waits for ever"):
            list(pool.records(self.VIDEOS))
        assert len(notices) == (expected is not None)
        assert all(notice.startswith(expected) for notice in notices)

    def test_a_cluster_without_processors_ends_the_job(self):
        ray = FakeRay(*[("waits",)] * 20)
        ray.processors, ray.timeouts = [0.0], 1
        pool = Pool(ray, Job("/out", "pose", "pose.task", "ab12"), None, wait=0)
        with pytest.raises(JobError, match="the cluster has no processors, after 0 seconds"):
            list(pool.records(self.VIDEOS))
