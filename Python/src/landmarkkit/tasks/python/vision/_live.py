"""A live stream: one thread, one waiting frame, results in order."""

from __future__ import annotations

import sys
import threading
import weakref
from typing import Any, Callable, Optional, Tuple

from landmarkkit import errors

from .core.image import Image
from .core.image_processing_options import ImageProcessingOptions

# MediaPipe's message for such a timestamp, which programs may check for.
NOT_INCREASING = "Input timestamp must be monotonically increasing"

_Frame = Tuple[Image, int, Optional[ImageProcessingOptions]]


class LiveStream:
    """Processes frames on its own thread, and calls back for each.

    A frame that arrives while another waits replaces it, so that results are never far behind. The
    thread does not keep the processing object alive, and ends with it.
    """

    def __init__(
        self,
        name: str,
        process: Callable[[Image, int, Optional[ImageProcessingOptions]], Any],
        callback: Callable[[Any, Image, int], None],
    ):
        self._process = weakref.WeakMethod(process)
        self._callback = callback
        self._changed = threading.Condition()
        self._waiting: Optional[_Frame] = None
        self._last: Optional[int] = None
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name=f"{name} live stream", daemon=True)
        self._thread.start()

    def submit(
        self, image: Image, timestamp_ms: int, options: Optional[ImageProcessingOptions]
    ) -> None:
        """Copies a frame and queues it for the thread."""
        with self._changed:
            if self._is_closed:
                raise errors.ClosedError("the live stream is closed")
            if self._last is not None and timestamp_ms <= self._last:
                raise errors.TimestampError(
                    f"{NOT_INCREASING}: {timestamp_ms} ms is not later than {self._last} ms"
                )
            self._last = timestamp_ms
            self._waiting = (image._copied(), timestamp_ms, options)
            self._changed.notify()

    def forget_time(self) -> None:
        """Lets the next frame have any timestamp."""
        with self._changed:
            self._waiting = None
            self._last = None

    def stop(self) -> None:
        """Accepts no more frames, and drops the waiting one."""
        with self._changed:
            self._is_closed = True
            self._waiting = None
            self._changed.notify()

    def finish(self) -> None:
        """Accepts no more frames, and waits for the callbacks of those already accepted. If a
        callback calls this, the waiting frame is dropped."""
        if threading.current_thread() is self._thread:
            self.stop()
            return
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        self._thread.join()

    def has_ended(self, timeout: float) -> bool:
        """Waits for the thread to end, for at most `timeout` seconds; returns whether it has."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while True:
            with self._changed:
                while self._waiting is None and not self._is_closed:
                    self._changed.wait()
                frame, self._waiting = self._waiting, None
            if frame is None or not self._handle(*frame):
                return
            # The last frame's pixels are not kept while waiting for the next.
            del frame

    def _handle(
        self, image: Image, timestamp_ms: int, options: Optional[ImageProcessingOptions]
    ) -> bool:
        """Processes a frame and calls back; returns whether the processing object still exists."""
        process = self._process()
        if process is None:
            return False
        try:
            result = process(image, timestamp_ms, options)
            # The callback may outlive everything else.
            del process
            self._callback(result, image, timestamp_ms)
        except BaseException:
            # As in any thread, but the stream continues.
            threading.excepthook(
                threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread()))
            )
        return True
