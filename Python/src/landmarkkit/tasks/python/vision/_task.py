"""Code shared by the landmarkers and the face detector."""

from __future__ import annotations

import ctypes
import weakref
from typing import Any, ClassVar, Dict, Generic, Optional, Type, TypeVar, Union

from landmarkkit import _native, errors
from landmarkkit._handle import Handle

from ..core.base_options import BaseOptions
from ._instances import Found
from ._live import NOT_INCREASING, LiveStream
from .core.image import Image
from .core.image_processing_options import ImageProcessingOptions
from .core.vision_task_running_mode import VisionTaskRunningMode as RunningMode
from .core.vision_task_running_mode import validate_running_mode

_Options = TypeVar("_Options")
_Result = TypeVar("_Result")
_Self = TypeVar("_Self", bound="VisionTask[Any, Any]")

# How long the process waits for a callback at exit, in seconds.
EXIT_TIMEOUT = 10.0

SMOOTHINGS = {"mediapipe": 0, "off": 1, "on": 2}
PRECISIONS = {"single": 0, "half": 1, "fine": 2, "fast": 3}


class VisionTask(Handle, Generic[_Options, _Result]):
    """A task: created from options, given images, closed at the end.

    It may be used from any thread: calls wait for each other, and release the interpreter lock
    while they compute. A forked child must create its own.
    """

    _TASK: ClassVar[int]
    _OPTIONS: ClassVar[Type[Any]]

    def __init__(self, options: _Options):
        if not isinstance(options, self._OPTIONS):
            raise errors.InvalidArgumentError(
                f"expected {self._OPTIONS.__name__}, got {type(options).__name__}"
            )
        fields: Any = options
        mode, callback = fields.running_mode, fields.result_callback
        validate_running_mode(mode, callback)
        library = _native.library()
        struct = _native.defaults(library.options_init, _native.OptionsStruct)
        if not isinstance(fields.base_options, BaseOptions):
            raise errors.InvalidArgumentError(
                f"base_options must be BaseOptions, got {type(fields.base_options).__name__}"
            )
        model = fields.base_options._set_model(struct)
        struct.running_mode = (
            _native.IMAGE_MODE if mode is RunningMode.IMAGE else _native.VIDEO_MODE
        )
        struct.threads = _native.int32("threads", fields.threads)
        struct.device = fields.base_options._device()
        self._configure(struct, fields)
        created = ctypes.c_void_p()
        status = library.create(self._TASK, ctypes.byref(struct), created)
        del model
        try:
            fields.base_options._check_created(status)
        except errors.InvalidArgumentError as error:
            # The message begins with the field.
            field, space, rest = str(error).partition(" ")
            raise errors.InvalidArgumentError(f"{self._option(field)}{space}{rest}") from None
        assert created.value is not None
        super().__init__(created.value, library.free)
        self._library: Any = library
        self._mode = mode
        self._device: Optional[bytes] = None
        self._live: Optional[LiveStream] = None
        if callback is not None:
            self._live = LiveStream(type(self).__name__, self._process, callback)
            weakref.finalize(self, self._live.stop).atexit = False

    @classmethod
    def create_from_options(cls: Type[_Self], options: _Options) -> _Self:
        """Creates a task.

        Raises:
            InvalidArgumentError: An option is out of range, or the model is missing.
            ModelNotFoundError: No file is at the model's path.
            ModelError: The model is damaged or belongs to another task.
        """
        return cls(options)

    @classmethod
    def create_from_model_path(cls: Type[_Self], model_path: str) -> _Self:
        """Creates a task for images with default options; raises as `create_from_options` does."""
        return cls(cls._OPTIONS(base_options=BaseOptions(model_asset_path=model_path)))

    def detect(
        self, image: Image, image_processing_options: Optional[ImageProcessingOptions] = None
    ) -> _Result:
        """Processes a single image; image mode only.

        Args:
            image: SRGB, SRGBA, SBGRA or GRAY8, or planes.
            image_processing_options: Its rotation.

        Raises:
            WrongModeError: The task has another running mode.
            InvalidArgumentError: The image's format or the rotation is not supported.
            ClosedError: The task is closed.
        """
        self._check_mode(RunningMode.IMAGE, "detect")
        packed = _packed(image, image_processing_options)
        found = Found.nothing(self._library, self._process_id)
        _native.check(self._call(self._library.detect, packed, found))
        self._device = self._library.result_device(found)
        return self._make_result(found, image)

    def detect_for_video(
        self,
        image: Image,
        timestamp_ms: int,
        image_processing_options: Optional[ImageProcessingOptions] = None,
    ) -> _Result:
        """Processes the next frame of a video; video mode only.

        Args:
            image: SRGB, SRGBA, SBGRA or GRAY8, or planes.
            timestamp_ms: Its time in milliseconds, later than that of the previous frame.
            image_processing_options: Its rotation.

        Raises:
            WrongModeError: The task has another running mode.
            TimestampError: The time is not later than that of the previous frame.
            InvalidArgumentError: The image's format or the rotation is not supported.
            ClosedError: The task is closed.
        """
        self._check_mode(RunningMode.VIDEO, "detect_for_video")
        return self._process(image, _timestamp(timestamp_ms), image_processing_options)

    def detect_async(
        self,
        image: Image,
        timestamp_ms: int,
        image_processing_options: Optional[ImageProcessingOptions] = None,
    ) -> None:
        """Hands over the next frame of a live stream and returns at once; live stream mode only.

        The pixels are copied. The result goes to `result_callback(result, image, timestamp_ms)`,
        which is called on a thread of this task, for one frame after another. A frame that arrives
        while another waits replaces it. Exceptions in the callback go to `threading.excepthook`.

        Args:
            image: SRGB, SRGBA, SBGRA or GRAY8, or planes.
            timestamp_ms: Its time in milliseconds, later than that of the previous frame.
            image_processing_options: Its rotation.

        Raises:
            WrongModeError: The task has another running mode.
            TimestampError: The time is not later than that of the previous frame.
            InvalidArgumentError: The image's format or the rotation is not supported.
            ClosedError: The task is closed.
        """
        self._check_mode(RunningMode.LIVE_STREAM, "detect_async")
        self._check_process()
        _packed(image, image_processing_options)
        assert self._live is not None
        if self._handle is None:
            raise errors.ClosedError(f"this {type(self).__name__} is closed")
        self._live.submit(image, _timestamp(timestamp_ms), image_processing_options)

    @property
    def device(self) -> Optional[str]:
        """What ran the landmark model for the last image, such as "cpu (avx512)" or "openvino";
        None before the first."""
        return None if self._device is None else self._device.decode()

    def reset(self) -> None:
        """Forgets the video so far: the next frame may have any timestamp, and ids begin at 1."""
        self._call(self._library.reset)
        if self._live is not None:
            self._live.forget_time()

    def close(self) -> None:
        """Closes the task and frees its memory; a live stream first finishes its accepted frames.
        Later calls of other methods raise `ClosedError`; later calls of this one do nothing."""
        if self._live is not None and self._is_own:
            self._live.finish()
        super().close()

    def _close_at_exit(self) -> None:
        if self._live is not None and self._is_own:
            self._live.stop()
            # A callback that does not return must not keep the process from ending.
            if not self._live.has_ended(EXIT_TIMEOUT):
                return
        super().close()

    def _check_mode(self, mode: RunningMode, method: str) -> None:
        if self._mode is not mode:
            raise errors.WrongModeError(
                f"{method}: this {type(self).__name__} is not initialized with the {_words(mode)} "
                f"mode, but with the {_words(self._mode)} mode"
            )

    def _process(
        self, image: Image, timestamp_ms: int, options: Optional[ImageProcessingOptions]
    ) -> _Result:
        return self._make_result(self._found(_packed(image, options), timestamp_ms), image)

    def _found(self, image: bytes, timestamp_ms: int) -> Found:
        """The library's result for a frame."""
        found = Found.nothing(self._library, self._process_id)
        status = self._call(self._library.detect_for_video, image, timestamp_ms, found)
        if status:
            try:
                _native.check(status)
            except errors.TimestampError as error:
                raise errors.TimestampError(f"{NOT_INCREASING}: {error}") from None
        self._device = self._library.result_device(found)
        return found

    def _option(self, field: str) -> str:
        """The name of the option for a field of the library's struct."""
        return field

    def _set_numbers(self, struct: _native.OptionsStruct, options: Any, *fields: str) -> None:
        """Sets fields; an option that is None leaves its field as it is."""
        for field in fields:
            name = self._option(field)
            value = getattr(options, name)
            if value is not None:
                setattr(struct, field, _native.number(name, value))

    def _configure(self, struct: _native.OptionsStruct, options: Any) -> None:
        raise NotImplementedError

    def _make_result(self, found: Found, image: Image) -> _Result:
        raise NotImplementedError


class Landmarker(VisionTask[_Options, _Result]):
    """A task that tracks hands, poses or faces."""

    # MediaPipe's names in the options: the number, and the subject of the confidences.
    _COUNT: ClassVar[str]
    _KIND: ClassVar[str]

    def _option(self, field: str) -> str:
        if field == "max_count":
            return self._COUNT
        if field in ("min_detection_confidence", "min_presence_confidence"):
            return field.replace("min_", f"min_{self._KIND}_")
        return field

    def _configure(self, struct: _native.OptionsStruct, options: Any) -> None:
        struct.max_count = _native.int32(self._COUNT, getattr(options, self._COUNT))
        self._set_numbers(
            struct,
            options,
            "min_detection_confidence",
            "min_presence_confidence",
            "min_tracking_confidence",
            "smoothing_min_cutoff",
            "smoothing_beta",
            "track_retention",
        )
        if options.smoothing is not None:
            struct.smoothing = choice("smoothing", options.smoothing, SMOOTHINGS)
        if options.precision is not None:
            struct.precision = choice("precision", options.precision, PRECISIONS)
        if options.detection_interval is not None:
            struct.detection_interval = _detection_interval(options.detection_interval)


def choice(name: str, value: str, choices: Dict[str, int]) -> int:
    """Returns the number of an option's value."""
    if value not in choices:
        raise errors.InvalidArgumentError(
            f"{name} must be one of {', '.join(choices)}, got {value!r}"
        )
    return choices[value]


def _detection_interval(value: Union[int, str]) -> int:
    if value == "adaptive":
        return 0
    frames = 0 if isinstance(value, str) else _native.int32("detection_interval", value)
    if frames < 1:
        raise errors.InvalidArgumentError(
            f'detection_interval must be at least 1 or "adaptive", got {value!r}'
        )
    return frames


def _words(mode: RunningMode) -> str:
    return mode.value.lower().replace("_", " ")


def _packed(image: Image, options: Optional[ImageProcessingOptions]) -> bytes:
    if not isinstance(image, Image):
        raise errors.InvalidArgumentError(
            f"expected a landmarkkit.Image, got {type(image).__name__}"
        )
    return image._packed(0 if options is None else options._rotation)


def _timestamp(timestamp_ms: int) -> int:
    return _native.int64("timestamp_ms", timestamp_ms)
