"""How videos are distributed among workers, some of which are lost, with a scripted Ray."""

from __future__ import annotations

import os

import pytest

from landmarkkit.fleet.job import Job, JobError, Record
from landmarkkit.fleet.pool import Pool


class FakeRay:
    """The Ray functions that a pool uses, with workers that are lost or raise as a test specifies.
    """

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

    def remote(self, **options):
        assert options["max_restarts"] == 0
        return lambda actor: Remote(lambda job: FakeWorker(self))

    def wait(self, calls, num_returns):
        ended = [call for call in calls if self.outcomes[call][0] != "waits"]
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
        assert sorted(record.video for record in records) == self.VIDEOS
        assert sorted(ray.done) == self.VIDEOS and ray.started == started
        pool.stop()
        assert sorted(ray.killed) == list(range(started))

    def test_the_video_of_a_lost_worker_is_the_next(self):
        ray, _, records = self.run((None, LOST), size=1)
        assert [record.video for record in records] == self.VIDEOS

    def test_workers_that_cannot_begin_end_the_job(self):
        with pytest.raises(JobError, match="workers exit before they start work: lost"):
            list(self.run((LOST,), (LOST,), (LOST,))[2])

    def test_an_error_of_a_worker_ends_the_job(self):
        with pytest.raises(OSError, match="disk full"):
            list(self.run((None, OSError("disk full")))[2])
