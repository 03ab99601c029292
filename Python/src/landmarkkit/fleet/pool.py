"""Workers as actors of Ray's: each has one video at a time, and may be lost at any moment."""

from __future__ import annotations

import os
from collections import deque
from typing import Any, Deque, Dict, Iterator, List, Optional, Sequence, Set, Tuple

from .job import Job, JobError, Record

# So many workers may be lost one after another before any of them is ready.
_LOST_STARTS = 3


class Pool:
    """Shares out videos among workers; the video of a worker that is lost goes to another.

    Args:
        ray: The module, initialized.
        job: What is done with the videos.
        size: How many workers there are. While Ray has no processor for one, the others go on.
    """

    def __init__(self, ray: Any, job: Job, size: int):
        self._ray = ray
        self._job = job
        self._actor = ray.remote(num_cpus=job.threads, max_restarts=0, max_task_retries=0)(_Worker)
        self._losses = (
            ray.exceptions.RayActorError,
            ray.exceptions.WorkerCrashedError,
            ray.exceptions.NodeDiedError,
            ray.exceptions.OutOfMemoryError,
        )
        self._workers: Set[Any] = set()
        self._idle: List[Any] = []
        # The worker of each call, and the video; None while it prepares.
        self._calls: Dict[Any, Tuple[Any, Optional[str]]] = {}
        self._lost_starts = 0
        for _ in range(size):
            self._start()

    def records(self, videos: Sequence[str]) -> Iterator[Record]:
        """The records of videos, as they are done.

        Raises:
            JobError: No worker can begin.
            ray.exceptions.RayError: A worker raised an error, or Ray itself ended.
        """
        todo = deque(videos)
        remaining = len(todo)
        record: Optional[Record] = None
        while True:
            self._share_out(todo)
            if record is not None:
                remaining -= 1
                yield record
            if not remaining:
                return
            record = self._next(todo)

    def stop(self) -> None:
        """Ends all workers, whatever they are at."""
        for worker in self._workers:
            self._ray.kill(worker)
        self._workers.clear()

    def _start(self) -> None:
        worker = self._actor.remote(self._job)
        self._workers.add(worker)
        self._calls[worker.prepare.remote()] = worker, None

    def _share_out(self, todo: Deque[str]) -> None:
        while todo and self._idle:
            worker, video = self._idle.pop(), todo.popleft()
            # As bytes: Ray cannot send the text of a name that is not Unicode.
            self._calls[worker.do.remote(os.fsencode(video))] = worker, video

    def _next(self, todo: Deque[str]) -> Optional[Record]:
        """Waits for a call to end: the record of a video, or None if a worker is ready now, or
        lost; what that was at is then to be done again."""
        [call], _ = self._ray.wait(list(self._calls), num_returns=1)
        worker, video = self._calls.pop(call)
        try:
            record: Optional[Record] = self._ray.get(call)
        except self._losses as error:
            if video is not None:
                todo.appendleft(video)
            else:
                self._lost_starts += 1
                if self._lost_starts == _LOST_STARTS:
                    raise JobError(f"workers end before they begin: {error}") from error
            self._workers.discard(worker)
            self._ray.kill(worker)
            self._start()
            return None
        self._lost_starts = 0
        self._idle.append(worker)
        return record


class _Worker:
    """A worker in a process of Ray's."""

    def __init__(self, job: Job):
        self._job = job

    def prepare(self) -> None:
        """Loads the libraries and the model. What is wrong with them is an error of this call; in
        the initializer it would look like the loss of a worker."""
        from .worker import Worker

        self._worker = Worker(self._job)

    def do(self, video: bytes) -> Record:
        """Tracks a video."""
        return self._worker.do(os.fsdecode(video))
