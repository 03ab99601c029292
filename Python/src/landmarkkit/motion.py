"""Angles of a person's joints, and exercises: repetitions, holds and faults."""

from __future__ import annotations

import ctypes
import dataclasses
import functools
import json
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from . import _native, errors
from ._handle import Handle
from .tasks.python.vision.pose_landmarker import PoseLandmarkerResult

_SIDES = {-1: None, 0: "left", 1: "right"}
_READING_STATES = ("missing", "held", "measured")
_POINTS = 33
_ROTATIONS = (0, 90, 180, 270)


@dataclasses.dataclass(frozen=True)
class Reading:
    """One measure in a frame.

    Attributes:
        value: In the measure's unit; None while missing.
        speed: Its change per second; None while missing.
        confidence: 0…1.
        state: "measured", "held" (the last measured value, at most 0.25 s old) or "missing".
    """

    value: Optional[float]
    speed: Optional[float]
    confidence: float
    state: str


@dataclasses.dataclass(frozen=True)
class Repetition:
    """A repetition that counts. Times are in seconds, values in the unit of the exercise's signal;
    unknown values are None.

    Attributes:
        side: "left", "right", or None for both together.
        number: From 1.
        start, end: When it began and ended.
        peak, peak_time, range_of_motion: The extreme value, its time, and its distance from the
            start.
        down, bottom, up, top: The duration of each part; up and top become known later and are in
            the report.
        asymmetry: The difference between the sides, in percent.
        faults: The ids of the faults seen in it.
        plane: Where the peak was measured: "image" or "space".
    """

    side: Optional[str]
    number: int
    start: float
    end: float
    peak: Optional[float]
    peak_time: Optional[float]
    range_of_motion: Optional[float]
    down: Optional[float]
    bottom: Optional[float]
    up: Optional[float]
    top: Optional[float]
    asymmetry: Optional[float]
    faults: Tuple[str, ...]
    plane: str


@dataclasses.dataclass(frozen=True)
class ExerciseEvent:
    """Something that happened in an exercise.

    Attributes:
        kind: "phase", "repetition", "fault", "incomplete", "tooFast", "tooSlow", "interrupted",
            "hold", "strike", "off" or "result".
        time: When, in seconds.
        side: "left", "right", or None for both together.
        name: The state of a phase, or the id of a fault.
        say: The instruction to give the person about a fault.
        value: The measured value of a fault, the peak of an incomplete repetition, or the length of
            a hold in seconds.
        start: The start of the repetition or hold that has just ended.
        repetition: The repetition.
        needed: For an incomplete repetition, the value at which it would have counted; None if that
            was reached, but another requirement of the exercise was not met.
    """

    kind: str
    time: float
    side: Optional[str]
    name: Optional[str]
    say: Optional[str]
    value: Optional[float]
    start: Optional[float]
    repetition: Optional[Repetition]
    needed: Optional[float]


@dataclasses.dataclass(frozen=True)
class MotionState:
    """A person after a frame.

    Attributes:
        readings: The measures by their name, such as "kneeFlexion.left".
        rotation: The clockwise rotation in degrees that makes the image upright, as used for the
            measurement: 0, 90, 180 or 270.
        up: Up in the camera's axes, of length 1, as used for the measurement.
        count: The repetitions of both sides, or the count of a test.
        exercise_state: The state, such as "down" or "unknown"; None without an exercise.
        hold, best_hold: In seconds; None without a hold.
        events: The events of this frame.
    """

    readings: Dict[str, Reading]
    rotation: int
    up: Tuple[float, float, float]
    count: int
    exercise_state: Optional[str]
    hold: Optional[float]
    best_hold: Optional[float]
    events: Tuple[ExerciseEvent, ...]


@dataclasses.dataclass(frozen=True)
class FaultCount:
    """A fault, the instruction to give the person, and how often it was seen."""

    id: str
    say: Optional[str]
    count: int


@dataclasses.dataclass(frozen=True)
class ExerciseReport:
    """The summary of a session of an exercise.

    Attributes:
        exercise: Its name.
        duration: Seconds from the first sample to the last.
        measured_share: The share of samples, 0…1, in which the signal was measured.
        repetitions: In order of time.
        on_target, incomplete, too_fast, too_slow, interrupted, holds: The counts.
        best_hold, total_hold: In seconds.
        asymmetry: The mean over repetitions that have an asymmetry, in percent.
        faults: How often each was seen.
        test_values: The results of a clinical test, by name.
    """

    exercise: str
    duration: float
    measured_share: Optional[float]
    repetitions: Tuple[Repetition, ...]
    on_target: int
    incomplete: int
    too_fast: int
    too_slow: int
    interrupted: int
    holds: int
    best_hold: Optional[float]
    total_hold: Optional[float]
    asymmetry: Optional[float]
    faults: Tuple[FaultCount, ...]
    test_values: Dict[str, float]


@dataclasses.dataclass(frozen=True)
class SideRange:
    """The range of one side. Angles are in degrees, times in seconds.

    Attributes:
        peak, peak_time: The greatest angle, and when it was reached.
        plateau: The greatest angle that was kept for half a second; None if no angle was.
        start: The least angle.
        repetitions: How often the movement went through most of its range.
        plane: Where it was measured: "image" or "space".
        view_yaw: The direction faced at the peak: 0 toward the camera, ±90 sideways.
        error: The possible error of the peak; None if unknown.
        measured_share: The share of frames, 0…1, in which the side was measured.
    """

    peak: float
    peak_time: float
    plateau: Optional[float]
    start: float
    repetitions: int
    plane: str
    view_yaw: float
    error: Optional[float]
    measured_share: float


@dataclasses.dataclass(frozen=True)
class RangeOfMotion:
    """The range of a movement, as a goniometer measures it.

    Attributes:
        movement: Its name, such as "shoulder-abduction".
        normal, normal_source: The normal end of the range in degrees, and its source.
        left, right: The sides; None if one was not measured.
        difference: The peak of the left side minus that of the right side.
        difference_error: The possible error of the difference.
    """

    movement: str
    normal: float
    normal_source: str
    left: Optional[SideRange]
    right: Optional[SideRange]
    difference: Optional[float]
    difference_error: Optional[float]


@functools.lru_cache(maxsize=None)
def measures() -> Mapping[str, str]:
    """The unit of each measure, "degrees" or "meters", by its name, such as "kneeFlexion.left"."""
    library = _native.library()
    return {
        _native.text(library.measure_name(index)): _native.text(library.measure_unit(index))
        for index in range(library.measure_count())
    }


@functools.lru_cache(maxsize=None)
def exercises() -> Tuple[str, ...]:
    """The names of the exercises, such as "squat"."""
    library = _native.library()
    return tuple(
        _native.text(library.exercise_name(index)) for index in range(library.exercise_count())
    )


@functools.lru_cache(maxsize=None)
def movements() -> Tuple[str, ...]:
    """The names of the movements whose range can be measured, such as "knee-flexion"."""
    library = _native.library()
    return tuple(
        _native.text(library.movement_name(index)) for index in range(library.movement_count())
    )


class MotionAnalyzer(Handle):
    """Measures the angles of one person, frame by frame.

    It may be used from any thread: calls wait for each other.
    """

    _exercise: Optional[bytes] = None
    _thresholds: Optional[bytes] = None

    def __init__(
        self,
        *,
        rotation: Optional[int] = None,
        up: Union[str, Sequence[float]] = (0.0, -1.0, 0.0),
        body_height: Optional[float] = None,
    ) -> None:
        """Starts an analysis.

        Args:
            rotation: The clockwise rotation, in degrees, that makes the images upright: 0, 90, 180
                or 270. None finds the rotation in which the person is upright, except for exercises
                on the floor, for which it is 0. `MotionState.rotation` has the rotation used.
            up: Up in the camera's axes: right, down, and away from the camera; "auto" estimates it
                from the frames in which the person stands, for a tilted camera. Frames before the
                estimate are measured with (0, -1, 0).
            body_height: The person's height in meters, 0.4 to 2.6, to which lengths are scaled;
                lengths are missing in the first frames. None for the lengths that the pose model
                estimates.

        Raises:
            InvalidArgumentError: The rotation or the direction is not valid, or the height is
                outside 0.4 to 2.6.
            TypeError: The rotation is not an integer, or the direction or the height is not made of
                numbers.
        """
        degrees = None if rotation is None else _native.int32("rotation", rotation)
        if degrees is not None and degrees not in _ROTATIONS:
            raise errors.InvalidArgumentError(
                f"rotation must be 0, 90, 180, 270 or None, got {degrees}"
            )
        direction = _direction(up)
        height = None if body_height is None else _native.number("body_height", body_height)
        if height is not None and not 0.4 <= height <= 2.6:
            raise errors.InvalidArgumentError(
                f"body_height must be from 0.4 to 2.6 meters, got {height}"
            )
        library = _native.library()
        created = ctypes.c_void_p()
        if self._thresholds is None:
            _native.check(library.motion_create(self._exercise, created))
        else:
            _native.check(
                library.motion_create_for_person(self._exercise, self._thresholds, created)
            )
        assert created.value is not None
        super().__init__(created.value, library.motion_free)
        with self._in_use() as handle:
            if degrees is not None:
                _native.check(library.motion_set_rotation(handle, degrees))
            _native.check(library.motion_set_up(handle, direction))
            if height is not None:
                _native.check(library.motion_set_body_height(handle, height))

    def update(
        self,
        result: Optional[PoseLandmarkerResult],
        timestamp_ms: int,
        image_size: Tuple[int, int],
        person: Optional[int] = None,
    ) -> MotionState:
        """Adds a frame.

        Args:
            result: The result of a pose landmarker; None if the frame was not processed.
            timestamp_ms: The frame's time in milliseconds, later than that of the previous one.
            image_size: The width and height of the image.
            person: The id of the person to measure; None for at first the most prominent person,
                who is tall, near the middle and in front, and then the same person, who is awaited
                for 10 s when out of sight.

        Raises:
            TimestampError: The time is not later than that of the previous frame.
            ClosedError: The analyzer is closed.
        """
        poses = result._instances if result is not None else ()
        if person is None:
            chosen, person = self._choose(poses, timestamp_ms, image_size)
        else:
            chosen = next((pose for pose in poses if pose.id == person), None)
        if chosen is None:
            return self._update(timestamp_ms, image_size, 0, None, None)
        return self._update(
            timestamp_ms, image_size, person, chosen.raw_landmarks, chosen.raw_world_landmarks
        )

    def _choose(
        self, poses: Sequence[Any], timestamp_ms: int, image_size: Tuple[int, int]
    ) -> Tuple[Any, int]:
        """The pose of the person to measure, or None, and the person's id."""
        samples = [
            _sample(
                timestamp_ms, image_size, pose.id, pose.raw_landmarks, pose.raw_world_landmarks
            )
            for pose in poses
        ]
        pointers = (ctypes.POINTER(_native.PoseSampleStruct) * len(samples))(
            *(ctypes.pointer(sample) for sample in samples)
        )
        index, person = ctypes.c_int32(), ctypes.c_int32()
        with self._in_use() as handle:
            _native.check(
                _native.library().motion_choose(
                    handle, pointers, len(samples), ctypes.byref(index), ctypes.byref(person)
                )
            )
        return (None, 0) if index.value < 0 else (poses[index.value], person.value)

    def update_arrays(
        self,
        landmarks: Optional[NDArray[Any]],
        world_landmarks: Optional[NDArray[Any]],
        timestamp_ms: int,
        image_size: Tuple[int, int],
        person: int = 1,
    ) -> MotionState:
        """Adds a frame whose landmarks are arrays before smoothing, such as
        `raw_landmarks_array[i]` and `raw_world_landmarks_array[i]` of a result.

        Args:
            landmarks, world_landmarks: Arrays of shape (33, 5): x, y, z, visibility and presence;
                both None if no one is seen.
            timestamp_ms: The frame's time in milliseconds, later than that of the previous one.
            image_size: The width and height of the image.
            person: The person's id.

        Raises:
            InvalidArgumentError: An array has another shape.
            TimestampError: The time is not later than that of the previous frame.
            ClosedError: The analyzer is closed.
        """
        return self._update(
            timestamp_ms,
            image_size,
            person,
            _point_bytes("landmarks", landmarks),
            _point_bytes("world_landmarks", world_landmarks),
        )

    def _update(
        self,
        timestamp_ms: int,
        image_size: Tuple[int, int],
        person: int,
        landmarks: Optional[bytes],
        world_landmarks: Optional[bytes],
    ) -> MotionState:
        if (landmarks is None) != (world_landmarks is None):
            name = "landmarks" if landmarks is None else "world_landmarks"
            raise errors.InvalidArgumentError(
                f"landmarks and world_landmarks must be arrays, or both None; {name} is None"
            )
        sample = _sample(timestamp_ms, image_size, person, landmarks, world_landmarks)
        library = _native.library()
        state = ctypes.POINTER(_native.MotionStateStruct)()
        with self._in_use() as handle:
            _native.check(library.motion_update(handle, ctypes.byref(sample), ctypes.byref(state)))
            # The state belongs to the analyzer until the next call.
            return _state(state.contents)


class ExerciseSession(MotionAnalyzer):
    """Follows one person through an exercise: counts, holds, faults, and a report at the end."""

    def __init__(
        self,
        exercise: Union[str, Mapping[str, Any]],
        *,
        thresholds: Union[str, Mapping[str, Any], None] = None,
        rotation: Optional[int] = None,
        up: Union[str, Sequence[float]] = (0.0, -1.0, 0.0),
        body_height: Optional[float] = None,
    ):
        """Starts a session.

        Args:
            exercise: The name of an exercise (see `exercises()`), or a definition, as JSON or as a
                dictionary with the same members.
            thresholds: The person's own thresholds for exercises, as JSON or as a dictionary with
                the members of the file of `landmark exercise --thresholds`, in which the exercise
                must occur; None for the thresholds of the definition.
            rotation, up, body_height: As for `MotionAnalyzer`.

        Raises:
            InvalidArgumentError: The exercise does not exist, the definition or the thresholds have
                an error, or as for `MotionAnalyzer`.
        """
        self._exercise = _json("exercise", exercise)
        if thresholds is not None:
            self._thresholds = _json("thresholds", thresholds)
        super().__init__(rotation=rotation, up=up, body_height=body_height)

    def finish(self) -> ExerciseReport:
        """Ends the exercise: later frames do not affect it.

        Raises:
            ClosedError: The session is closed.
        """
        report = ctypes.POINTER(_native.ExerciseReportStruct)()
        with self._in_use() as handle:
            _native.check(_native.library().motion_finish(handle, ctypes.byref(report)))
            return _report(report.contents)


class Goniometer(MotionAnalyzer):
    """Measures the range of a movement of one person, on both sides."""

    def __init__(
        self,
        movement: str,
        *,
        rotation: Optional[int] = None,
        up: Union[str, Sequence[float]] = (0.0, -1.0, 0.0),
    ):
        """Starts a recording.

        Args:
            movement: The name of a movement (see `movements()`).
            rotation, up: As for `MotionAnalyzer`.

        Raises:
            InvalidArgumentError: The movement does not exist, or as for `MotionAnalyzer`.
        """
        if movement not in movements():
            names = ", ".join(movements())
            raise errors.InvalidArgumentError(
                f"there is no movement {movement!r}; expected one of {names}"
            )
        super().__init__(rotation=rotation, up=up)
        with self._in_use() as handle:
            _native.check(_native.library().motion_record(handle, movement.encode()))

    def range(self) -> RangeOfMotion:
        """The range of motion in the frames so far.

        Raises:
            ClosedError: The goniometer is closed.
        """
        found = ctypes.POINTER(_native.RangeStruct)()
        with self._in_use() as handle:
            _native.check(_native.library().motion_range(handle, ctypes.byref(found)))
            return _range(found.contents)


def _json(name: str, value: Union[str, Mapping[str, Any]]) -> bytes:
    """A name, JSON or a dictionary, as text for the library."""
    text = value if isinstance(value, str) else json.dumps(value)
    if "\0" in text:
        raise errors.InvalidArgumentError(f"{name} contains a zero character")
    return text.encode()


def _direction(up: Any) -> Optional[ctypes.Array[ctypes.c_double]]:
    """Up for the library; None to estimate it."""
    if isinstance(up, str) and up == "auto":
        return None
    numbers = () if isinstance(up, str) or not hasattr(up, "__iter__") else tuple(up)
    if len(numbers) != 3:
        raise errors.InvalidArgumentError(f'up must be "auto" or three numbers, got {up!r}')
    return (ctypes.c_double * 3)(*(_native.number("up", value) for value in numbers))


def _sample(
    timestamp_ms: int,
    image_size: Tuple[int, int],
    person: int,
    landmarks: Optional[bytes],
    world_landmarks: Optional[bytes],
) -> _native.PoseSampleStruct:
    """A frame for the library, which reads the landmarks."""
    library = _native.library()
    sample = _native.defaults(library.pose_sample_init, _native.PoseSampleStruct)
    sample.timestamp_ms = _native.int64("timestamp_ms", timestamp_ms)
    sample.id = _native.int32("person", person)
    width, height = (_native.int32("image_size", side) for side in image_size)
    if landmarks is not None and min(width, height) < 1:
        raise errors.InvalidArgumentError(
            f"image_size must be the image's width and height, got {image_size}"
        )
    sample.image_width, sample.image_height = width, height
    sample.landmarks = _native.address(landmarks)
    sample.world_landmarks = _native.address(world_landmarks)
    return sample


def _range(struct: Any) -> RangeOfMotion:
    return RangeOfMotion(
        movement=_native.text(struct.movement),
        normal=struct.normal,
        normal_source=_native.text(struct.normal_source),
        left=_side_range(struct.left),
        right=_side_range(struct.right),
        difference=_native.measured(struct.difference),
        difference_error=_native.measured(struct.difference_error),
    )


def _side_range(struct: Any) -> Optional[SideRange]:
    if struct.plane is None:
        return None
    values: Dict[str, Any] = {
        field.name: _native.measured(getattr(struct, field.name))
        for field in dataclasses.fields(SideRange)
    }
    return SideRange(**values)


def _point_bytes(name: str, points: Optional[NDArray[Any]]) -> Optional[bytes]:
    if points is None:
        return None
    array = np.asarray(points, np.float32)
    if array.shape != (_POINTS, 5):
        raise errors.InvalidArgumentError(
            f"{name} must have the shape ({_POINTS}, 5), got {array.shape}"
        )
    return array.tobytes()


def _state(struct: Any) -> MotionState:
    readings = {
        name: Reading(
            _native.measured(reading.value),
            _native.measured(reading.speed),
            reading.confidence,
            _READING_STATES[reading.state],
        )
        for name, reading in zip(measures(), struct.readings[: struct.reading_count])
    }
    return MotionState(
        readings,
        struct.rotation_degrees,
        (struct.up[0], struct.up[1], struct.up[2]),
        struct.count,
        _native.measured(struct.exercise_state),
        _native.measured(struct.hold),
        _native.measured(struct.best_hold),
        tuple(_event(struct.events[i]) for i in range(struct.event_count)),
    )


def _event(struct: Any) -> ExerciseEvent:
    return ExerciseEvent(
        kind=_native.text(struct.kind),
        time=struct.time,
        side=_SIDES[struct.side],
        name=_native.measured(struct.name),
        say=_native.measured(struct.say),
        value=_native.measured(struct.value),
        start=_native.measured(struct.start),
        repetition=_repetition(struct.repetition.contents) if struct.repetition else None,
        needed=_native.measured(struct.needed),
    )


def _repetition(struct: Any) -> Repetition:
    values: Dict[str, Any] = {
        field.name: _native.measured(getattr(struct, field.name))
        for field in dataclasses.fields(Repetition)
        if field.name != "faults"
    }
    values["side"] = _SIDES[struct.side]
    faults = tuple(_native.text(struct.faults[i]) for i in range(struct.fault_count))
    return Repetition(faults=faults, **values)


def _report(struct: Any) -> ExerciseReport:
    values: Dict[str, Any] = {
        field.name: _native.measured(getattr(struct, field.name))
        for field in dataclasses.fields(ExerciseReport)
        if field.name not in ("repetitions", "faults", "test_values")
    }
    faults: List[FaultCount] = [
        FaultCount(_native.text(fault.id), _native.measured(fault.say), fault.count)
        for fault in struct.faults[: struct.fault_count]
    ]
    return ExerciseReport(
        repetitions=tuple(
            _repetition(struct.repetitions[i]) for i in range(struct.repetition_count)
        ),
        faults=tuple(faults),
        test_values={
            _native.text(value.name): value.value
            for value in struct.test_values[: struct.test_value_count]
        },
        **values,
    )
