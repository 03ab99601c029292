"""Code shared by the solutions: their options, their images, and their lifetime."""

from __future__ import annotations

import ctypes
import math
import numbers
import operator
from typing import Any, ClassVar, Optional, Tuple

import numpy as np

from .. import _native, errors
from .._handle import Handle
from .._lazy import LazyFields
from ..tasks.python.vision._instances import Found
from ..tasks.python.vision._task import SMOOTHINGS
from ..tasks.python.vision.core.image import Image, ImageFormat
from ._models import find

# The solutions count time as if a video had 30 frames a second.
_MICROSECONDS_PER_FRAME = 33333


class SolutionBase(Handle):
    """A solution: created with options, given images, closed at the end.

    It may be used from any thread: calls wait for each other, and release the interpreter lock
    while they compute. A forked child must create its own.
    """

    _CLOSED_ERROR = errors.ClosedSolutionError
    _TASK: ClassVar[int]

    def __init__(self, model: str, *, is_video: bool, **options: Any):
        """Creates a solution.

        Args:
            model: The name of its model.
            is_video: Whether images are frames of a video.
            options: Further fields of the library's options.

        Raises:
            ModelNotFoundError: The models are not installed.
            InvalidArgumentError: An option is out of range.
        """
        library = _native.library()
        struct = _native.defaults(library.options_init, _native.OptionsStruct)
        struct.model_path = _native.encoded_path(find(model), "model")
        struct.running_mode = _native.VIDEO_MODE if is_video else _native.IMAGE_MODE
        struct.variant = _native.SOLUTIONS
        for name, value in options.items():
            setattr(struct, name, value)
        created = ctypes.c_void_p()
        _native.check(library.create(self._TASK, ctypes.byref(struct), created))
        assert created.value is not None
        super().__init__(created.value, library.free)
        self._library: Any = library
        self._is_video = is_video
        self._frames = 0

    def _found(self, image: np.ndarray) -> Found:
        """The library's result for an image, or for the next frame of a video."""
        with self._in_use() as handle:
            # Invalid images also advance the time.
            self._frames += 1
            # Kept until the call returns, because it may own a copy of the pixels.
            owner = _rgb(image)
            packed = owner._packed(0)
            found = Found.nothing(self._library, self._process_id)
            if self._is_video:
                timestamp_ms = self._frames * _MICROSECONDS_PER_FRAME // 1000
                status = self._library.detect_for_video(handle, packed, timestamp_ms, found)
            else:
                status = self._library.detect(handle, packed, found)
            _native.check(status)
            return found

    def reset(self) -> None:
        """Forgets the video so far. After `close()` it does nothing."""
        if self._handle is not None:
            self._call(self._library.reset)

    def close(self) -> None:
        """Closes the solution and frees its memory.

        Raises:
            ClosedSolutionError: It is already closed.
        """
        if self._handle is None:
            raise self._CLOSED_ERROR(f"this {type(self).__name__} is closed already")
        super().close()

    def _close_at_exit(self) -> None:
        super().close()


class SolutionOutputs(LazyFields):
    """The results of a solution: an attribute for each output, which is None if nothing was
    found."""

    _fields: ClassVar[Tuple[str, ...]]


def count(name: str, value: int) -> int:
    """An argument that is a number of objects, at least 1."""
    number = integer(name, value)
    if number < 1:
        raise errors.InvalidArgumentError(f"{name} must be at least 1, got {number}")
    return number


def choice(name: str, value: int, size: int) -> int:
    """An argument that is a number below `size`."""
    number = integer(name, value)
    if not 0 <= number < size:
        listed = ", ".join(map(str, range(size - 1)))
        raise errors.InvalidArgumentError(f"{name} must be {listed} or {size - 1}, got {number}")
    return number


def integer(name: str, value: int) -> int:
    """An argument that is an integer of 32 bits."""
    try:
        return _native.int32(name, operator.index(value))
    except TypeError:
        raise errors.WrongTypeError(f"{name} must be an integer, got {value!r}") from None


def flag(name: str, value: bool) -> bool:
    """An argument that must be True or False, which arguments in an early version's order are
    not."""
    if not isinstance(value, (bool, np.bool_)):
        raise errors.WrongTypeError(f"{name} must be True or False, got {value!r}")
    return bool(value)


def confidence(name: str, value: Optional[float]) -> float:
    """An argument that is a minimum probability; None or a value below 0 lets everything pass."""
    if value is None:
        return 0.0
    if not isinstance(value, (numbers.Real, np.bool_)):
        raise errors.WrongTypeError(f"{name} must be a number, got {value!r}")
    number = float(value)
    if number > 1 or math.isnan(number):
        raise errors.InvalidArgumentError(f"{name} must be in 0…1, got {value}")
    return max(number, 0.0)


def smoothing(is_on: bool) -> int:
    """The library's value for MediaPipe's smoothing, or for no smoothing."""
    return SMOOTHINGS["mediapipe" if is_on else "off"]


def _rgb(image: np.ndarray) -> Image:
    """An image of an array, which must be RGB."""
    if not isinstance(image, np.ndarray):
        hint = ": was the image read?" if image is None else ""
        raise errors.NotAnArrayError(
            f"expected an RGB image as a numpy.ndarray, got {type(image).__name__}{hint}"
        )
    if image.ndim != 3 or image.shape[2] != 3:
        kind = errors.DimensionsError if image.ndim < 3 else errors.InvalidArgumentError
        raise kind(
            "Input image must contain three channel rgb data: expected (height, width, 3), "
            f"got {image.shape}"
        )
    if image.dtype != np.uint8:
        if not np.can_cast(image.dtype, np.uint8, "safe"):
            raise errors.WrongTypeError(f"the image must be uint8 with 0…255, got {image.dtype}")
        image = image.astype(np.uint8)
    if image.size == 0:
        raise errors.ImageError(f"the image has no pixels: its shape is {image.shape}")
    return Image(ImageFormat.SRGB, image)
