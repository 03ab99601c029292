"""Workers as Ray actors: each has one video at a time and may be lost at any moment."""

from __future__ import annotations

import os
import time
from collections import Counter, deque
from typing import Any, Callable, Deque, Dict, Iterator, List, Optional, Sequence, Set, Tuple

from .job import Job, JobError
from .record import Record, Stamp
from .storage import shown

# A video whose worker has been lost this many times is not tried again.
_ATTEMPTS = 3
# How often all workers may be lost before any of them is ready.
_LOST_STARTS = 3
# The seconds without a worker after which a pool looks for the reason.
_PATIENCE = 15.0


class Pool:
    """Distributes videos among workers; the video of a lost worker goes to another.

    Args:
        ray: The module, initialized.
        job: The job that processes the videos.
        size: The number of workers; while Ray has no processor for one, the others continue. None
            for as many as the cluster has processors for: then as many others as are ready always
            wait for a processor, which they get when machines are added. An autoscaler adds
            machines because they wait.
        wait: How many seconds the pool waits for a processor while the cluster has none.
        on_notice: Called with the reason when the work is delayed.
    """

    def __init__(
        self,
        ray: Any,
        job: Job,
        size: Optional[int],
        *,
        wait: float = 600,
        on_notice: Callable[[str], None] = lambda notice: None,
    ):
        self._ray = ray
        self._job = job
        self._size = size
        self._wait = wait
        self._on_notice = on_notice
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
        self._first = sum(int(processors // job.threads) for processors in self._processors())
        self._wanted = 0
        self._lost_starts = 0
        self._lost_with: Counter[str] = Counter()

    def records(self, videos: Sequence[str]) -> Iterator[Tuple[str, Record]]:
        """The videos with their records, as they are finished.

        Raises:
            JobError: No worker can start.
            OSError: A record cannot be written.
            ray.exceptions.RayError: A worker raised an error, or Ray itself ended.
        """
        todo = deque(videos)
        remaining = len(todo)
        while remaining:
            self._resize(todo)
            self._share_out(todo)
            finished = self._next(todo)
            if finished is not None:
                remaining -= 1
                # The worker gets its next video while the caller uses the record.
                self._share_out(todo)
                yield finished

    def stop(self) -> None:
        """Kills all workers, whatever they are doing."""
        for worker in list(self._workers):
            self._stop_worker(worker)

    def _resize(self, todo: Deque[str]) -> None:
        """Starts missing workers, or stops idle ones."""
        preparing = [worker for worker, video in self._calls.values() if video is None]
        ready = len(self._workers) - len(preparing)
        busy = ready - len(self._idle)
        wanted = self._size or max(self._first, ready + max(1, ready))
        self._wanted = min(wanted, len(todo) + busy)
        for _ in range(self._wanted - len(self._workers)):
            worker = self._actor.remote(self._job)
            self._workers.add(worker)
            self._calls[worker.prepare.remote()] = worker, None
        for worker in [*preparing, *self._idle][: max(0, len(self._workers) - self._wanted)]:
            self._stop_worker(worker)

    def _stop_worker(self, worker: Any) -> None:
        self._workers.discard(worker)
        self._idle = [other for other in self._idle if other is not worker]
        self._calls = {call: (w, v) for call, (w, v) in self._calls.items() if w is not worker}
        self._ray.kill(worker)

    def _share_out(self, todo: Deque[str]) -> None:
        while todo and self._idle:
            worker, video = self._idle.pop(), todo.popleft()
            # As bytes, because Ray cannot send a name that is not Unicode as text.
            self._calls[worker.do.remote(os.fsencode(video))] = worker, video

    def _next(self, todo: Deque[str]) -> Optional[Tuple[str, Record]]:
        """Waits for a call to end. Returns a video and its record, or None if a worker is ready now
        or was lost; the video of a lost worker is then queued again."""
        call = self._ended_call()
        worker, video = self._calls.pop(call)
        try:
            record: Optional[Record] = self._ray.get(call)
        except self._losses as error:
            self._stop_worker(worker)
            if video is not None:
                return self._after_loss(video, todo)
            self._lost_starts += 1
            if self._lost_starts == _LOST_STARTS * self._wanted:
                raise JobError(f"workers exit before they start work: {error}") from error
            return None
        self._lost_starts = 0
        self._idle.append(worker)
        return None if video is None or record is None else (video, record)

    def _after_loss(self, video: str, todo: Deque[str]) -> Optional[Tuple[str, Record]]:
        self._lost_with[video] += 1
        if self._lost_with[video] < _ATTEMPTS:
            todo.appendleft(video)
            return None
        reason = f"its worker was killed {_ATTEMPTS} times"
        record = Record(shown(video), Stamp.of(video), error=reason)
        self._job.save(video, record)
        return video, record

    def _ended_call(self) -> Any:
        """Waits until a call has ended.

        Raises:
            JobError: The cluster has no processor for a worker.
        """
        began = time.monotonic()
        last_notice = ""
        while True:
            is_waiting = all(video is None for _, video in self._calls.values())
            patience = max(1.0, min(_PATIENCE, self._wait)) if is_waiting else None
            ended, _ = self._ray.wait(list(self._calls), num_returns=1, timeout=patience)
            if ended:
                return ended[0]
            waited = time.monotonic() - began
            notice = self._lack(waited)
            if notice and notice != last_notice:
                self._on_notice(notice)
            last_notice = notice

    def _processors(self) -> List[float]:
        """How many processors each machine has."""
        nodes = [node for node in self._ray.nodes() if node["Alive"]]
        return [node["Resources"].get("CPU", 0) for node in nodes]

    def _lack(self, waited: float) -> str:
        """Why no worker starts; empty if workers are just starting."""
        processors = self._processors()
        needed = self._job.threads
        if max(processors, default=0) >= needed:
            if self._ray.available_resources().get("CPU", 0) >= needed:
                return ""
            return "waiting for a processor: all are in use"
        lack = "the cluster has no processors"
        if sum(processors):
            lack = f"no machine of the cluster has {needed} processors for --threads {needed}"
        if waited >= self._wait:
            raise JobError(f"{lack}, after {self._wait:g} seconds of waiting")
        return f"{lack}; waiting for up to {self._wait:g} seconds"


class _Worker:
    """A worker in a Ray process."""

    def __init__(self, job: Job):
        self._job = job

    def prepare(self) -> None:
        """Loads the libraries and the model. This call raises their errors;
        raised in the initializer, they would look like the loss of a worker."""
        from .worker import Worker

        self._worker = Worker(self._job)

    def do(self, video: bytes) -> Record:
        """Tracks a video."""
        return self._worker.do(os.fsdecode(video))
