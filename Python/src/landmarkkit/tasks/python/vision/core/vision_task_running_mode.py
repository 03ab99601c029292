"""How a task receives its images."""

from __future__ import annotations

import enum
from typing import Any, Callable, Optional

from landmarkkit import errors


class VisionTaskRunningMode(enum.Enum):
    """How a task receives its images.

    IMAGE: Independent images, `detect`.
    VIDEO: The frames of a video in order, `detect_for_video`: tracked, and smoothed.
    LIVE_STREAM: The frames of a camera, `detect_async`: results go to a callback, and a frame that
        arrives while another waits replaces it.
    """

    IMAGE = "IMAGE"
    VIDEO = "VIDEO"
    LIVE_STREAM = "LIVE_STREAM"


# Its name in `vision`.
RunningMode = VisionTaskRunningMode


def validate_running_mode(
    running_mode: VisionTaskRunningMode, callback: Optional[Callable[..., Any]] = None
) -> None:
    """Checks that live stream mode has a callback, and the other modes have none.

    Raises:
        InvalidArgumentError: The callback is missing or not allowed, or the mode is not a mode.
    """
    if not isinstance(running_mode, VisionTaskRunningMode):
        raise errors.InvalidArgumentError(f"running_mode is not a RunningMode: {running_mode!r}")
    if running_mode is VisionTaskRunningMode.LIVE_STREAM:
        if callback is None:
            raise errors.InvalidArgumentError(
                "in live stream mode a result callback must be provided: set result_callback"
            )
        if not callable(callback):
            raise errors.InvalidArgumentError(f"result_callback cannot be called: {callback!r}")
    elif callback is not None:
        raise errors.InvalidArgumentError(
            f"in {running_mode.value.lower()} mode a result callback should not be provided"
        )
