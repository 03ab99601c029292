"""Driver monitoring: fatigue, distraction, and why they cannot be judged."""

from __future__ import annotations

import ctypes
import dataclasses
import json
import math
import os
from typing import Any, Mapping, Optional, Tuple, Union

from . import _native, errors
from ._handle import Handle
from .models import find_model
from .tasks.python.core.base_options import BaseOptions
from .tasks.python.vision._task import PRECISIONS, choice
from .tasks.python.vision.core.image import Image
from .tasks.python.vision.core.vision_task_running_mode import VisionTaskRunningMode as RunningMode
from .tasks.python.vision.hand_landmarker import HandLandmarker, HandLandmarkerOptions


@dataclasses.dataclass(frozen=True)
class DriverEvent:
    """Something that the driver did.

    Attributes:
        id: Its number.
        kind: Its name, such as "MICROSLEEP".
        reason: Why it fired, if known.
        start_ms, fire_ms: When it began and when it was noticed, in milliseconds.
        end_ms: When it ended; None while it lasts.
        confidence: 0…1.
        doubt: The seconds of a closure in which the eyes could not be read but did not seem open.
        incident: The number that events of one incident share; None without an incident.
        gaze_zone: The zone that the driver seemed to look at, such as "lap", in a look off the
            road.
        has_ended: Whether this frame ended it rather than starting it.
    """

    id: int
    kind: str
    reason: Optional[str]
    start_ms: int
    fire_ms: int
    end_ms: Optional[int]
    confidence: float
    doubt: float
    incident: Optional[int]
    gaze_zone: Optional[str]
    has_ended: bool


@dataclasses.dataclass(frozen=True)
class DriverState:
    """A driver after a frame. Values that were not measured are None.

    Attributes:
        timestamp_ms: The frame's time.
        fatigue_score: 0…100.
        confidence: 0…1.
        fatigue_level: 0 alert, 1 slight, 2 moderate, 3 severe, 4 critical.
        is_face_present: Whether the driver's face was found.
        is_usable: Whether face, eyes and head could be read.
        eyes_unreadable_reason: Why the eyes could not be read, such as "tooDark".
        sound: The sound to play now: "critical", "fatigue", "distraction" or "notice".
        calibration: The state of the calibration: "uncalibrated", "provisional" or "frozen".
        alerts: The active alerts, such as "SLEEP".
        openness, left_openness, right_openness, mouth_openness: 0…1; for the eyes, in the driver's
            own range.
        closure_seconds: How long the eyes have been closed; None while they are open.
        perclos60, perclos180: The share of the last 60 and 180 s with closed eyes.
        head_pitch, head_yaw, head_roll: In degrees relative to the camera; negative is down, to the
            driver's left, and leaning left.
        gaze_pitch, gaze_yaw: In degrees relative to the driver's usual look at the road.
        gaze_zone: The zone that the driver seems to look at: "road", "cluster", "lap",
            "leftMirror", "centerMirror", "centerStack", "rightMirror", "leftWindow" or "passenger".
        is_off_road: Whether the driver looks off the road.
        off_road_seconds: How long the current look off the road has lasted.
        blinks_per_minute: None below 15 frames a second.
        yawns, nods, microsleeps: The counts so far.
        rotation_degrees: The clockwise rotation that makes the driver upright: 0, 90, 180 or 270.
        events: The events that this frame started or ended.
        attention_warning: The warning that is due because the driver does not watch the road:
            "none", "notice", "prompt" or "terminal".
        inattentive_seconds: The time without attention so far.
        terminal_alerts, terminal_seconds: The number of terminal warnings since the start, and
            their total time.
        is_locked_out: Whether the driver ignored too many warnings; stays true until `reset`.
        device: What ran the landmark model, such as "cpu (avx512)" or "openvino".
    """

    timestamp_ms: int
    fatigue_score: Optional[float]
    confidence: Optional[float]
    fatigue_level: Optional[int]
    is_face_present: bool
    is_usable: bool
    eyes_unreadable_reason: Optional[str]
    sound: Optional[str]
    calibration: Optional[str]
    alerts: Tuple[str, ...]
    openness: Optional[float]
    left_openness: Optional[float]
    right_openness: Optional[float]
    mouth_openness: Optional[float]
    closure_seconds: Optional[float]
    perclos60: Optional[float]
    perclos180: Optional[float]
    head_pitch: Optional[float]
    head_yaw: Optional[float]
    head_roll: Optional[float]
    gaze_pitch: Optional[float]
    gaze_yaw: Optional[float]
    gaze_zone: Optional[str]
    is_off_road: Optional[bool]
    off_road_seconds: Optional[float]
    blinks_per_minute: Optional[float]
    yawns: int
    nods: int
    microsleeps: int
    rotation_degrees: int
    events: Tuple[DriverEvent, ...]
    attention_warning: str
    inattentive_seconds: float
    terminal_alerts: int
    terminal_seconds: float
    is_locked_out: bool
    device: str


class DriverMonitor(Handle):
    """Monitors one driver in the frames of a camera.

    It may be used from any thread: calls wait for each other, and release the interpreter lock
    while they compute. It is not a certified safety system.
    """

    def __init__(
        self,
        model: "Optional[Union[str, os.PathLike[str], bytes]]" = None,
        *,
        hand_model: "Optional[Union[str, os.PathLike[str]]]" = None,
        is_mirrored: Optional[bool] = None,
        finds_orientation: Optional[bool] = None,
        microsleep_duration: Optional[float] = None,
        threads: int = 0,
        uses_eu_rules: Optional[bool] = None,
        is_right_hand_drive: Optional[bool] = None,
        learning_speed: Optional[float] = None,
        attention_times: Optional[Tuple[float, float, float]] = None,
        lock_out: Optional[Tuple[int, float]] = None,
        precision: Optional[str] = None,
        device: Optional[str] = None,
        rules: Optional[Mapping[str, object]] = None,
    ):
        """Creates a monitor.

        Args:
            model: The path or the bytes of a face bundle; if None, it is searched for as by
                `track`.
            hand_model: The path of a hand bundle, to also detect a phone-like pose; this costs the
                time of detecting two hands.
            is_mirrored: Whether images are mirrored, like those of a selfie camera.
            finds_orientation: Whether to detect a camera that is mounted upside down or on its
                side.
            microsleep_duration: The seconds of closed eyes that count as a microsleep, 0.8…2.5.
            threads: How many threads share the work of a call; 0 for as many as are useful.
            uses_eu_rules: Whether to apply EU regulations, which allow looks off the road of 6 s
                from 20 km/h and 3.5 s from 50 km/h, and fatigue alerts from 70 km/h; otherwise, 3 s
                from 20 km/h, and alerts from 50 km/h.
            is_right_hand_drive: Whether the wheel is on the right, for the names of the gaze zones.
            learning_speed: The speed in km/h from which the driver's range is learned if the speed
                is known; 5 by default.
            attention_times: The seconds without attention from which a notice, a prompt and a
                terminal warning are due, up to 3600 and none below the previous one; 3, 5 and 11 by
                default.
            lock_out: The number of terminal warnings, and their total seconds, that lock a driver
                out; 3 and 30 by default. A 0 disables its limit.
            precision: The precision of the hand model, as in `HandLandmarkerOptions`; "half" also
                applies to the face model.
            device: What runs the networks, as in `BaseOptions`.
            rules: All rules as an object of JSON, among them the gaze zones of the vehicle and the
                limits of looks by speed; the guide to driver monitoring describes it. Missing members
                have their defaults. It replaces the options from `microsleep_duration` to `lock_out`,
                except `threads`, and cannot be combined with them.

        Raises:
            InvalidArgumentError: An option is out of range, or a rule is unknown or wrong.
            ModelNotFoundError, ModelError: The model is missing or damaged.
        """
        library = _native.library()
        struct = _native.defaults(library.driver_options_init, _native.DriverOptionsStruct)
        if isinstance(model, bytes):
            base = BaseOptions(model_asset_buffer=model, device=device)
        else:
            base = BaseOptions(model_asset_path=find_model("face", model), device=device)
        kept = base._set_model(struct)
        struct.device = base._device()
        if precision is not None:
            struct.precision = choice("precision", precision, PRECISIONS)
        if is_mirrored is not None:
            struct.is_mirrored = bool(is_mirrored)
        if finds_orientation is not None:
            struct.finds_orientation = bool(finds_orientation)
        if microsleep_duration is not None:
            struct.microsleep_duration = _native.number("microsleep_duration", microsleep_duration)
        struct.threads = _native.int32("threads", threads)
        if rules is not None:
            others = {
                "microsleep_duration": microsleep_duration,
                "uses_eu_rules": uses_eu_rules,
                "is_right_hand_drive": is_right_hand_drive,
                "learning_speed": learning_speed,
                "attention_times": attention_times,
                "lock_out": lock_out,
            }
            for name, value in others.items():
                if value is not None:
                    raise errors.InvalidArgumentError(f"rules and {name} cannot be combined")
            try:
                struct.rules = json.dumps(rules, allow_nan=False).encode()
            except (TypeError, ValueError) as error:
                raise errors.InvalidArgumentError(f"rules cannot be written as JSON: {error}") from None
        if uses_eu_rules is not None:
            struct.uses_eu_rules = bool(uses_eu_rules)
        if is_right_hand_drive is not None:
            struct.is_right_hand_drive = bool(is_right_hand_drive)
        if learning_speed is not None:
            struct.learning_speed = _native.number("learning_speed", learning_speed)
        if attention_times is not None:
            names = ("notice_time", "prompt_time", "terminal_time")
            _check_count("attention_times", attention_times, len(names))
            for name, seconds in zip(names, attention_times):
                setattr(struct, name, _native.number(name, seconds))
        if lock_out is not None:
            _check_count("lock_out", lock_out, 2)
            alerts, seconds = lock_out
            struct.max_terminal_alerts = _native.int32("lock_out", alerts)
            struct.max_terminal_seconds = _native.number("lock_out", seconds)
        created = ctypes.c_void_p()
        status = library.driver_create(ctypes.byref(struct), created)
        del kept
        base._check_created(status)
        assert created.value is not None
        super().__init__(created.value, library.driver_free)
        self._hands = None
        if hand_model is not None:
            self._hands = HandLandmarker.create_from_options(
                HandLandmarkerOptions(
                    BaseOptions(model_asset_path=find_model("hand", hand_model), device=device),
                    RunningMode.VIDEO,
                    num_hands=2,
                    threads=threads,
                    precision=precision,
                )
            )

    def process(self, image: Image, timestamp_ms: int) -> DriverState:
        """Processes the next frame.

        Args:
            image: SRGB, SRGBA, SBGRA or GRAY8, or planes.
            timestamp_ms: Its time in milliseconds, later than that of the previous frame.

        Raises:
            TimestampError: The time is not later than that of the previous frame.
            InvalidArgumentError: The image's format is not supported.
            ClosedError: The monitor is closed.
        """
        if not isinstance(image, Image):
            raise errors.InvalidArgumentError(
                f"expected a landmarkkit.Image, got {type(image).__name__}"
            )
        time = _native.int64("timestamp_ms", timestamp_ms)
        state = ctypes.POINTER(_native.DriverStateStruct)()
        library = _native.library()
        with self._in_use() as handle:
            packed = image._packed(0)
            hands = None if self._hands is None else self._hands._found(packed, time)
            _native.check(library.driver_process(handle, packed, time, hands, ctypes.byref(state)))
            # The state belongs to the monitor until the next call.
            return _state(state.contents)

    def set_speed(self, speed: Optional[float]) -> None:
        """Sets the vehicle's speed from the next frame on, in km/h; None while unknown."""
        with self._in_use() as handle:
            _native.library().driver_set_speed(handle, math.nan if speed is None else speed)

    def acknowledge(self) -> None:
        """Records that the driver has noticed: sounds stop."""
        with self._in_use() as handle:
            _native.library().driver_acknowledge(handle)

    def reset(self) -> None:
        """Discards all state, for another driver."""
        with self._in_use() as handle:
            _native.library().driver_reset(handle)
            if self._hands is not None:
                self._hands.reset()

    def close(self) -> None:
        """Closes the monitor and frees its memory; later calls of other methods raise
        `ClosedError`."""
        super().close()
        if self._hands is not None:
            self._hands.close()


def _check_count(name: str, values: Any, count: int) -> None:
    try:
        length = len(values)
    except TypeError:
        raise TypeError(f"{name} must be {count} numbers, got {values!r}") from None
    if length != count:
        raise errors.InvalidArgumentError(f"{name}: expected {count} numbers, got {length}")


def _state(struct: _native.DriverStateStruct) -> DriverState:
    values = {
        field.name: _native.measured(getattr(struct, field.name))
        for field in dataclasses.fields(DriverState)
        if field.name not in ("alerts", "events")
    }
    values["fatigue_level"] = struct.fatigue_level if struct.is_level_known else None
    values["is_off_road"] = None if struct.is_off_road < 0 else bool(struct.is_off_road)
    alerts = tuple(_native.text(struct.alerts[i]) for i in range(struct.alert_count))
    events = tuple(_event(struct.events[i]) for i in range(struct.event_count))
    return DriverState(alerts=alerts, events=events, **values)


def _event(struct: Any) -> DriverEvent:
    return DriverEvent(
        id=struct.id,
        kind=_native.text(struct.kind),
        reason=_native.measured(struct.reason),
        start_ms=struct.start_ms,
        fire_ms=struct.fire_ms,
        end_ms=None if struct.end_ms < 0 else struct.end_ms,
        confidence=struct.confidence,
        doubt=struct.doubt,
        incident=struct.incident or None,
        gaze_zone=_native.measured(struct.gaze_zone),
        has_ended=struct.has_ended,
    )
