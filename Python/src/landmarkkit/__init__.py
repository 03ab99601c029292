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
    ClosedSolutionError,
    DimensionsError,
    Error,
    ForkError,
    ImageError,
    ImageNotFoundError,
    InferenceError,
    InvalidArgumentError,
    LibraryError,
    MediaPipeImportedError,
    MissingDependencyError,
    ModelError,
    ModelNotFoundError,
    NotAnArrayError,
    NotAvailableError,
    OutOfMemoryError,
    TimestampError,
    VideoError,
    VideoNotFoundError,
    WrongModeError,
    WrongTypeError,
)

if TYPE_CHECKING:
    from . import driver, framework, motion, python, solutions, tables, tasks, video
    from ._mediapipe import install_as_mediapipe
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
    "framework": "",
    "install_as_mediapipe": "_mediapipe",
    "motion": "",
    "python": "",
    "read_video": "video",
    "solutions": "",
    "tables": "",
    "tasks": "",
    "track": "tables",
    "video": "",
}

__all__ = [
    "ClosedError",
    "ClosedSolutionError",
    "DimensionsError",
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
    "MediaPipeImportedError",
    "MissingDependencyError",
    "ModelError",
    "ModelNotFoundError",
    "NotAnArrayError",
    "NotAvailableError",
    "OutOfMemoryError",
    "TimestampError",
    "Tracks",
    "VideoError",
    "VideoFrame",
    "VideoNotFoundError",
    "VideoReader",
    "WrongModeError",
    "WrongTypeError",
    "__version__",
    "driver",
    "framework",
    "install_as_mediapipe",
    "motion",
    "python",
    "read_video",
    "solutions",
    "tables",
    "tasks",
    "track",
    "video",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, _LAZY)
