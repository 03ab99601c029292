"""Workers as Ray actors: each has one video at a time, and may be lost at any moment."""

from __future__ import annotations

import os
from collections import deque
from typing import Any, Deque, Dict, Iterator, List, Optional, Sequence, Set, Tuple

from .job import Job, JobError, Record

# The number of workers in succession that may be lost before any of them is ready.
_LOST_STARTS = 3


class Pool:
    """Distributes videos among workers; the video of a lost worker goes to another.

    Args:
        ray: The module, initialized.
        job: What is done with the videos.
        size: The number of workers. While Ray has no processor for one, the others continue.
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
        # The worker of each call, and its video; None while it prepares.
        self._calls: Dict[Any, Tuple[Any, Optional[str]]] = {}
        self._lost_starts = 0
        for _ in range(size):
            self._start()

    def records(self, videos: Sequence[str]) -> Iterator[Record]:
        """The records of videos, as they are finished.

        Raises:
            JobError: No worker can start.
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
        """Kills all workers, whatever they are doing."""
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
            # As bytes, because Ray cannot send a name that is not Unicode as text.
            self._calls[worker.do.remote(os.fsencode(video))] = worker, video

    def _next(self, todo: Deque[str]) -> Optional[Record]:
        """Waits for a call to end. Returns the record of a video, or None if a worker is ready now
        or was lost; the video of a lost worker is then queued again."""
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
                    raise JobError(f"workers exit before they start work: {error}") from error
            self._workers.discard(worker)
            self._ray.kill(worker)
            self._start()
            return None
        self._lost_starts = 0
        self._idle.append(worker)
        return record


class _Worker:
    """A worker in a Ray process."""

    def __init__(self, job: Job):
        self._job = job

    def prepare(self) -> None:
        """Loads the libraries and the model. Errors in them are raised by this call; in the
        initializer they would look like the loss of a worker."""
        from .worker import Worker

        self._worker = Worker(self._job)

    def do(self, video: bytes) -> Record:
        """Tracks a video."""
        return self._worker.do(os.fsdecode(video))
