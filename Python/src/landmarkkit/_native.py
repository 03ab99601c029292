"""The C library: its structs, its functions, and its status codes as exceptions.

Everything here mirrors `landmarkkit.h`. Calls into the library release the interpreter lock.
"""

from __future__ import annotations

import ctypes
import math
import operator
import os
import struct
import threading
from ctypes import (
    POINTER,
    c_bool,
    c_char_p,
    c_double,
    c_float,
    c_int,
    c_int32,
    c_int64,
    c_size_t,
    c_uint16,
    c_uint32,
    c_void_p,
)
from typing import Any, Dict, Optional, Tuple, Type, TypeVar

from . import errors

VERSION_MAJOR = 1

_Struct = TypeVar("_Struct", bound=ctypes.Structure)

# Formats of pixels, landmark_pixel_format.
RGB24, RGBA32, BGRA32, GRAY8, I420 = range(5)
# Tasks, landmark_task.
HAND, POSE, FACE, FACE_DETECTOR, SEGMENTER, HOLISTIC = range(6)
# MediaPipe's pipelines, landmark_variant.
TASKS, SOLUTIONS = range(2)
# Running modes, landmark_running_mode.
IMAGE_MODE, VIDEO_MODE = range(2)

_ERRORS: Dict[int, Type[errors.Error]] = {
    1: errors.InvalidArgumentError,
    2: errors.ModelError,
    3: errors.ImageError,
    4: errors.TimestampError,
    5: errors.WrongModeError,
    6: errors.OutOfMemoryError,
    7: errors.InferenceError,
}


class ImageStruct(ctypes.Structure):
    """landmark_image"""

    _fields_ = [
        ("size", c_size_t),
        ("format", c_int),
        ("width", c_int32),
        ("height", c_int32),
        ("planes", c_void_p * 3),
        ("bytes_per_row", c_size_t * 3),
        ("rotation_degrees", c_int32),
        ("yuv_matrix", c_int),
        ("yuv_full_range", c_bool),
    ]


class RectStruct(ctypes.Structure):
    """landmark_rect"""

    _fields_ = [(name, c_float) for name in ("x_center", "y_center", "width", "height", "rotation")]


class InstanceStruct(ctypes.Structure):
    """landmark_instance"""

    _fields_ = [
        ("id", c_int32),
        ("score", c_float),
        ("handedness", c_int),
        ("handedness_score", c_float),
        ("region", RectStruct),
        ("landmark_count", c_size_t),
        ("landmarks", c_void_p),
        ("world_landmark_count", c_size_t),
        ("world_landmarks", c_void_p),
        ("blendshape_count", c_size_t),
        ("blendshapes", c_void_p),
        ("transformation_matrix", c_void_p),
        ("mask", c_void_p),
        ("mask_width", c_int32),
        ("mask_height", c_int32),
        ("raw_landmarks", c_void_p),
        ("raw_world_landmarks", c_void_p),
    ]


class OptionsStruct(ctypes.Structure):
    """landmark_options"""

    _fields_ = [
        ("size", c_size_t),
        ("model_path", c_char_p),
        ("model_bytes", c_void_p),
        ("model_byte_count", c_size_t),
        ("running_mode", c_int),
        ("max_count", c_int32),
        ("min_detection_confidence", c_float),
        ("min_presence_confidence", c_float),
        ("min_tracking_confidence", c_float),
        ("min_suppression_threshold", c_float),
        ("segmentation_masks", c_bool),
        ("side_guard", c_bool),
        ("blendshapes", c_bool),
        ("transformation_matrices", c_bool),
        ("smoothing", c_int),
        ("smoothing_min_cutoff", c_double),
        ("smoothing_beta", c_double),
        ("track_retention", c_double),
        ("threads", c_int32),
        ("detection_interval", c_int32),
        ("precision", c_int),
        ("variant", c_int),
        ("hand_model_path", c_char_p),
        ("face_model_path", c_char_p),
        ("device", c_int),
    ]


class OutputStruct(ctypes.Structure):
    """landmark_output"""

    _fields_ = [("values", c_void_p), ("value_count", c_size_t)]


class DriverOptionsStruct(ctypes.Structure):
    """landmark_driver_options"""

    _fields_ = [
        ("size", c_size_t),
        ("model_path", c_char_p),
        ("model_bytes", c_void_p),
        ("model_byte_count", c_size_t),
        ("is_mirrored", c_bool),
        ("finds_orientation", c_bool),
        ("microsleep_duration", c_double),
        ("threads", c_int32),
        ("uses_eu_rules", c_bool),
        ("is_right_hand_drive", c_bool),
        ("learning_speed", c_double),
        ("notice_time", c_double),
        ("prompt_time", c_double),
        ("terminal_time", c_double),
        ("max_terminal_alerts", c_int32),
        ("max_terminal_seconds", c_double),
        ("precision", c_int),
        ("device", c_int),
        ("rules", c_char_p),
    ]


class DriverEventStruct(ctypes.Structure):
    """landmark_driver_event"""

    _fields_ = [
        ("id", c_int32),
        ("kind", c_char_p),
        ("reason", c_char_p),
        ("start_ms", c_int64),
        ("fire_ms", c_int64),
        ("end_ms", c_int64),
        ("confidence", c_double),
        ("doubt", c_double),
        ("incident", c_int32),
        ("gaze_zone", c_char_p),
        ("has_ended", c_bool),
    ]


class DriverStateStruct(ctypes.Structure):
    """landmark_driver_state"""

    _fields_ = [
        ("timestamp_ms", c_int64),
        ("fatigue_score", c_double),
        ("confidence", c_double),
        ("fatigue_level", c_int32),
        ("is_level_known", c_bool),
        ("is_face_present", c_bool),
        ("is_usable", c_bool),
        ("eyes_unreadable_reason", c_char_p),
        ("sound", c_char_p),
        ("calibration", c_char_p),
        ("alert_count", c_size_t),
        ("alerts", POINTER(c_char_p)),
        ("openness", c_double),
        ("left_openness", c_double),
        ("right_openness", c_double),
        ("mouth_openness", c_double),
        ("closure_seconds", c_double),
        ("perclos60", c_double),
        ("perclos180", c_double),
        ("head_pitch", c_double),
        ("head_yaw", c_double),
        ("head_roll", c_double),
        ("gaze_pitch", c_double),
        ("gaze_yaw", c_double),
        ("gaze_zone", c_char_p),
        ("is_off_road", c_int32),
        ("off_road_seconds", c_double),
        ("blinks_per_minute", c_double),
        ("yawns", c_int32),
        ("nods", c_int32),
        ("microsleeps", c_int32),
        ("rotation_degrees", c_int32),
        ("event_count", c_size_t),
        ("events", POINTER(DriverEventStruct)),
        ("attention_warning", c_char_p),
        ("inattentive_seconds", c_double),
        ("terminal_alerts", c_int32),
        ("terminal_seconds", c_double),
        ("is_locked_out", c_bool),
        ("device", c_char_p),
    ]


class PoseSampleStruct(ctypes.Structure):
    """landmark_pose_sample"""

    _fields_ = [
        ("size", c_size_t),
        ("timestamp_ms", c_int64),
        ("id", c_int32),
        ("image_width", c_int32),
        ("image_height", c_int32),
        ("landmarks", c_void_p),
        ("world_landmarks", c_void_p),
    ]


class ReadingStruct(ctypes.Structure):
    """landmark_reading"""

    _fields_ = [
        ("value", c_double),
        ("speed", c_double),
        ("confidence", c_double),
        ("state", c_int32),
    ]


class RepetitionStruct(ctypes.Structure):
    """landmark_repetition"""

    _fields_ = [
        ("side", c_int),
        ("number", c_int32),
        ("start", c_double),
        ("end", c_double),
        ("peak", c_double),
        ("peak_time", c_double),
        ("range_of_motion", c_double),
        ("down", c_double),
        ("bottom", c_double),
        ("up", c_double),
        ("top", c_double),
        ("asymmetry", c_double),
        ("fault_count", c_size_t),
        ("faults", POINTER(c_char_p)),
        ("plane", c_char_p),
    ]


class ExerciseEventStruct(ctypes.Structure):
    """landmark_exercise_event"""

    _fields_ = [
        ("kind", c_char_p),
        ("time", c_double),
        ("side", c_int),
        ("name", c_char_p),
        ("say", c_char_p),
        ("value", c_double),
        ("start", c_double),
        ("repetition", POINTER(RepetitionStruct)),
        ("needed", c_double),
    ]


class MotionStateStruct(ctypes.Structure):
    """landmark_motion_state"""

    _fields_ = [
        ("reading_count", c_size_t),
        ("readings", POINTER(ReadingStruct)),
        ("count", c_int32),
        ("exercise_state", c_char_p),
        ("hold", c_double),
        ("best_hold", c_double),
        ("event_count", c_size_t),
        ("events", POINTER(ExerciseEventStruct)),
        ("rotation_degrees", c_int32),
        ("up", c_double * 3),
    ]


class NamedValueStruct(ctypes.Structure):
    """landmark_named_value"""

    _fields_ = [("name", c_char_p), ("value", c_double)]


class FaultCountStruct(ctypes.Structure):
    """landmark_fault_count"""

    _fields_ = [("id", c_char_p), ("say", c_char_p), ("count", c_int32)]


class ExerciseReportStruct(ctypes.Structure):
    """landmark_exercise_report"""

    _fields_ = [
        ("exercise", c_char_p),
        ("duration", c_double),
        ("measured_share", c_double),
        ("repetition_count", c_size_t),
        ("repetitions", POINTER(RepetitionStruct)),
        ("on_target", c_int32),
        ("incomplete", c_int32),
        ("too_fast", c_int32),
        ("too_slow", c_int32),
        ("interrupted", c_int32),
        ("holds", c_int32),
        ("best_hold", c_double),
        ("total_hold", c_double),
        ("asymmetry", c_double),
        ("fault_count", c_size_t),
        ("faults", POINTER(FaultCountStruct)),
        ("test_value_count", c_size_t),
        ("test_values", POINTER(NamedValueStruct)),
    ]


class SideRangeStruct(ctypes.Structure):
    """landmark_side_range"""

    _fields_ = [
        ("peak", c_double),
        ("peak_time", c_double),
        ("plateau", c_double),
        ("start", c_double),
        ("repetitions", c_int32),
        ("plane", c_char_p),
        ("view_yaw", c_double),
        ("error", c_double),
        ("measured_share", c_double),
    ]


class RangeStruct(ctypes.Structure):
    """landmark_range"""

    _fields_ = [
        ("movement", c_char_p),
        ("normal", c_double),
        ("normal_source", c_char_p),
        ("left", SideRangeStruct),
        ("right", SideRangeStruct),
        ("difference", c_double),
        ("difference_error", c_double),
    ]


# The per-frame structs, packed and unpacked in one call, because setting fields one by one is
# slower.
IMAGE = struct.Struct("@Niii3P3Nii?7x")
INSTANCE = struct.Struct("@ififfffffNPNPNPPPiiPP")

_OBJECT = c_void_p
_OUT = POINTER(c_void_p)
# An image as packed bytes.
_IMAGE = c_void_p

_STATUS = c_int
_FUNCTIONS: Dict[str, Tuple[Any, Tuple[Any, ...]]] = {
    "version": (c_uint32, ()),
    "error_message": (c_char_p, ()),
    "image_init": (None, (_IMAGE, c_size_t)),
    "pixels_read": (_STATUS, (c_char_p, _OUT)),
    "pixels_convert": (_STATUS, (_IMAGE, _OUT)),
    "pixels_image": (POINTER(ImageStruct), (_OBJECT,)),
    "pixels_free": (None, (_OBJECT,)),
    "result_count": (c_size_t, (_OBJECT,)),
    "result_instance": (c_void_p, (_OBJECT, c_size_t)),
    "result_device": (c_char_p, (_OBJECT,)),
    "result_free": (None, (_OBJECT,)),
    "options_init": (None, (POINTER(OptionsStruct), c_size_t)),
    "create": (_STATUS, (c_int, POINTER(OptionsStruct), _OUT)),
    "detect": (_STATUS, (_OBJECT, _IMAGE, _OUT)),
    "detect_for_video": (_STATUS, (_OBJECT, _IMAGE, c_int64, _OUT)),
    "reset": (None, (_OBJECT,)),
    "free": (None, (_OBJECT,)),
    "regions": (_STATUS, (_OBJECT, _IMAGE, c_void_p, c_size_t, POINTER(c_size_t))),
    "input_size": (_STATUS, (_OBJECT, POINTER(c_int32), POINTER(c_int32))),
    "sample_regions": (_STATUS, (_OBJECT, _IMAGE, c_void_p, c_size_t, c_void_p, c_size_t)),
    "decode": (
        _STATUS,
        (_OBJECT, _IMAGE, c_void_p, c_size_t, POINTER(OutputStruct), c_size_t, _OUT),
    ),
    "export_onnx": (_STATUS, (c_char_p, c_char_p, c_int32, c_bool, c_char_p)),
    "name": (c_char_p, (c_int, c_size_t)),
    "blendshape_name": (c_char_p, (c_size_t,)),
    "connections": (c_size_t, (c_int, POINTER(c_uint16), c_size_t)),
    "driver_options_init": (None, (POINTER(DriverOptionsStruct), c_size_t)),
    "driver_create": (_STATUS, (POINTER(DriverOptionsStruct), _OUT)),
    "driver_process": (
        _STATUS,
        (_OBJECT, _IMAGE, c_int64, _OBJECT, POINTER(POINTER(DriverStateStruct))),
    ),
    "driver_set_speed": (None, (_OBJECT, c_double)),
    "driver_acknowledge": (None, (_OBJECT,)),
    "driver_reset": (None, (_OBJECT,)),
    "driver_free": (None, (_OBJECT,)),
    "measure_count": (c_size_t, ()),
    "measure_name": (c_char_p, (c_size_t,)),
    "measure_unit": (c_char_p, (c_size_t,)),
    "exercise_count": (c_size_t, ()),
    "exercise_name": (c_char_p, (c_size_t,)),
    "movement_count": (c_size_t, ()),
    "movement_name": (c_char_p, (c_size_t,)),
    "pose_sample_init": (None, (POINTER(PoseSampleStruct), c_size_t)),
    "motion_create": (_STATUS, (c_char_p, _OUT)),
    "motion_create_for_person": (_STATUS, (c_char_p, c_char_p, _OUT)),
    "motion_set_body_height": (_STATUS, (_OBJECT, c_double)),
    "motion_update": (
        _STATUS,
        (_OBJECT, POINTER(PoseSampleStruct), POINTER(POINTER(MotionStateStruct))),
    ),
    "motion_set_rotation": (_STATUS, (_OBJECT, c_int32)),
    "motion_set_up": (_STATUS, (_OBJECT, POINTER(c_double))),
    "motion_choose": (
        _STATUS,
        (
            _OBJECT,
            POINTER(POINTER(PoseSampleStruct)),
            c_size_t,
            POINTER(c_int32),
            POINTER(c_int32),
        ),
    ),
    "motion_finish": (_STATUS, (_OBJECT, POINTER(POINTER(ExerciseReportStruct)))),
    "motion_record": (_STATUS, (_OBJECT, c_char_p)),
    "motion_range": (_STATUS, (_OBJECT, POINTER(POINTER(RangeStruct)))),
    "motion_free": (None, (_OBJECT,)),
}


class Library:
    """The functions of the library, without the prefix `landmark_`."""

    def __init__(self, path: str):
        try:
            library = ctypes.CDLL(path)
        except OSError as error:
            raise errors.LibraryError(f"cannot load {path}: {error}") from None
        for name, (result, arguments) in _FUNCTIONS.items():
            try:
                function = getattr(library, f"landmark_{name}")
            except AttributeError:
                raise errors.LibraryError(f"{path} has no function landmark_{name}") from None
            function.restype = result
            function.argtypes = arguments
            setattr(self, name, function)
        version = self.version()
        if version >> 16 != VERSION_MAJOR:
            raise errors.LibraryError(
                f"{path} has version {version >> 16}.{version & 0xFFFF}, expected {VERSION_MAJOR}.x"
            )
        self.path = path

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"liblandmarkkit has no function landmark_{name}")


_library: Optional[Library] = None
_loading = threading.Lock()


def library() -> Library:
    """The library, loaded on first use: the one next to this file, or at `LANDMARKKIT_LIBRARY`."""
    global _library
    if _library is None:
        with _loading:
            if _library is None:
                beside = os.path.join(os.path.dirname(__file__), "liblandmarkkit.so")
                _library = Library(os.environ.get("LANDMARKKIT_LIBRARY") or beside)
    return _library


def defaults(init: Any, kind: Type[_Struct]) -> _Struct:
    """A struct with the library's defaults, which `init` sets."""
    value = kind()
    init(ctypes.byref(value), ctypes.sizeof(value))
    return value


def check(status: int) -> None:
    """Raises the exception for a status, with the library's message."""
    if status:
        message = library().error_message().decode("utf-8", "replace")
        raise _ERRORS.get(status, errors.Error)(message or f"status {status}")


def text(value: Optional[bytes]) -> str:
    """A string of the library."""
    return (value or b"").decode("utf-8", "replace")


def measured(value: Any) -> Any:
    """A value of a struct: bytes as a string, and None for a value that was not measured."""
    if isinstance(value, bytes):
        return text(value)
    return None if isinstance(value, float) and math.isnan(value) else value


def address(content: Optional[bytes]) -> Optional[int]:
    """The address of bytes, which must be kept alive while the library reads them."""
    return None if content is None else ctypes.cast(c_char_p(content), c_void_p).value


def encoded_path(path: "os.PathLike[str] | str", kind: str) -> bytes:
    """A path as bytes for the library."""
    encoded = os.fsencode(path)
    if b"\0" in encoded:
        raise errors.InvalidArgumentError(f"the {kind} path contains a zero byte: {path!r}")
    return encoded


def int32(name: str, value: Any) -> int:
    """An argument that the library takes as int32_t, which `ctypes` would truncate silently."""
    return _integer(name, value, 2**31)


def int64(name: str, value: Any) -> int:
    """An argument that the library takes as int64_t."""
    return _integer(name, value, 2**63)


def _integer(name: str, value: Any, limit: int) -> int:
    try:
        integer = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer, got {value!r}") from None
    if not -limit <= integer < limit:
        raise errors.InvalidArgumentError(f"{name} is {integer}, which is out of range")
    return integer


def number(name: str, value: Any) -> float:
    """An argument that the library takes as float or double."""
    try:
        return c_double(value).value
    except TypeError:
        raise TypeError(f"{name} must be a number, got {value!r}") from None
