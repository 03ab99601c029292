"""Hands, poses and faces in images and video, a driver's state, and exercises.

The tasks have MediaPipe's API: to port a script, replace `mediapipe` with `landmarkkit` in its
imports. This module adds what MediaPipe lacks: `read_video`, `track`, `DriverMonitor`, `motion`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._imports import lazily
from ._version import VERSION as __version__
from .errors import (
    ClosedError,
    Error,
    ForkError,
    ImageError,
    ImageNotFoundError,
    InferenceError,
    InvalidArgumentError,
    LibraryError,
    MissingDependencyError,
    ModelError,
    ModelNotFoundError,
    OutOfMemoryError,
    TimestampError,
    VideoError,
    VideoNotFoundError,
    WrongModeError,
)

if TYPE_CHECKING:
    from . import driver, motion, tables, tasks, video
    from .driver import DriverMonitor
    from .tables import Tracks, track
    from .tasks.python.vision.core.image import Image, ImageFormat
    from .video import VideoFrame, VideoReader, read_video

_LAZY = {
    "DriverMonitor": "driver",
    "Image": "tasks.python.vision.core.image",
    "ImageFormat": "tasks.python.vision.core.image",
    "Tracks": "tables",
    "VideoFrame": "video",
    "VideoReader": "video",
    "driver": "",
    "motion": "",
    "read_video": "video",
    "tables": "",
    "tasks": "",
    "track": "tables",
    "video": "",
}

__all__ = [
    "ClosedError",
    "DriverMonitor",
    "Error",
    "ForkError",
    "Image",
    "ImageError",
    "ImageFormat",
    "ImageNotFoundError",
    "InferenceError",
    "InvalidArgumentError",
    "LibraryError",
    "MissingDependencyError",
    "ModelError",
    "ModelNotFoundError",
    "OutOfMemoryError",
    "TimestampError",
    "Tracks",
    "VideoError",
    "VideoFrame",
    "VideoNotFoundError",
    "VideoReader",
    "WrongModeError",
    "__version__",
    "driver",
    "motion",
    "read_video",
    "tables",
    "tasks",
    "track",
    "video",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, _LAZY)
