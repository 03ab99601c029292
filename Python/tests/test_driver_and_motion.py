"""A driver's state, angles and exercises."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

import landmarkkit
from landmarkkit import ClosedError, DriverMonitor, InvalidArgumentError, motion, read_video
from landmarkkit.tasks import BaseOptions, vision


@pytest.fixture(scope="module")
def frames(clip):
    pytest.importorskip("av")
    return list(read_video(clip))


def test_a_driver(face_model, frames):
    with DriverMonitor(face_model) as monitor:
        states = [monitor.process(image, timestamp) for image, timestamp, _ in frames]
        monitor.set_speed(80)
        monitor.set_speed(None)
        monitor.acknowledge()
        monitor.reset()
        again = monitor.process(frames[0].image, 0)
    assert again.timestamp_ms == 0
    assert sum(state.is_face_present for state in states) > 110
    last = states[-1]
    assert last.is_usable and 0 <= last.openness <= 1
    assert last.closure_seconds is None
    assert -60 < last.head_yaw < 60
    assert last.calibration in ("uncalibrated", "provisional", "frozen")
    assert last.rotation_degrees == 0 and last.alerts == ()
    with pytest.raises(ClosedError):
        monitor.process(frames[0].image, 1)


def test_a_drivers_hands(face_model, hand_model, frames):
    with DriverMonitor(face_model, hand_model=hand_model) as monitor:
        states = [monitor.process(image, timestamp) for image, timestamp, _ in frames[:10]]
    assert states[-1].is_face_present
    with pytest.raises(ClosedError):
        monitor.reset()


@pytest.mark.parametrize("device", ["cpu", "openvino", "gpu", "neural-engine", "automatic"])
def test_a_driver_monitor_on_another_device(device, face_model, hand_model, astronaut):
    with DriverMonitor(face_model) as monitor:
        expected = monitor.process(astronaut, 0)
    assert expected.device.startswith("cpu (")
    with DriverMonitor(face_model, hand_model=hand_model, device=device) as monitor:
        found = monitor.process(astronaut, 0)
    other = "openvino" if device == "automatic" else device
    assert found.device in (expected.device, other), "the processor stands in for what is not there"
    assert found.is_face_present and abs(found.head_yaw - expected.head_yaw) < 1


def test_a_closed_eye_is_an_event(face_model, astronaut, pixels):
    blank = landmarkkit.Image(landmarkkit.ImageFormat.SRGB, np.zeros_like(pixels))
    with DriverMonitor(face_model) as monitor:
        for timestamp in range(0, 3000, 100):
            monitor.process(astronaut, timestamp)
        states = [monitor.process(blank, timestamp) for timestamp in range(3000, 9000, 100)]
    assert not states[-1].is_face_present
    events = [event for state in states for event in state.events]
    assert events, "no one before the camera is noticed"
    assert events[0].kind and events[0].fire_ms >= events[0].start_ms
    assert states[-1].openness is None


def test_wrong_arguments_of_a_driver(face_model, hand_model, astronaut, tmp_path):
    for arguments in (
        {"microsleep_duration": math.nan},
        {"microsleep_duration": 9.0},
        {"threads": -1},
        {"learning_speed": -1.0},
    ):
        [name] = arguments
        with pytest.raises(InvalidArgumentError, match=f"^{name} must be within "):
            DriverMonitor(face_model, **arguments)
    with pytest.raises(TypeError, match="^microsleep_duration must be a number, got 'long'$"):
        DriverMonitor(face_model, microsleep_duration="long")
    for arguments, message in (
        ({"attention_times": (3, 2, 11)}, "^prompt_time must be within 3.0…3600.0, not 2.0$"),
        ({"attention_times": (3, 5)}, "^attention_times: expected 3 numbers, got 2$"),
        ({"lock_out": (-1, 30)}, "^max_terminal_alerts must be within "),
        ({"lock_out": (3,)}, "^lock_out: expected 2 numbers, got 1$"),
        ({"rules": {"gazeZones": []}}, "gazeZones: no zone is the road"),
        ({"rules": {"zones": []}}, "unknown member “zones”; expected microsleepDuration, gazeZones"),
        ({"rules": {"fatigueSpeed": math.nan}}, "^rules cannot be written as JSON: "),
        ({"rules": {}, "learning_speed": 5.0}, "^rules and learning_speed cannot be combined$"),
    ):
        with pytest.raises(InvalidArgumentError, match=message):
            DriverMonitor(face_model, **arguments)
    with pytest.raises(TypeError, match="^lock_out must be 2 numbers, got 3$"):
        DriverMonitor(face_model, lock_out=3)
    zones = [{"name": "road", "yaw": [-15, 15], "pitch": [-10, 90], "isRoad": True}]
    DriverMonitor(face_model, rules={"gazeZones": zones, "lockOut": None}).close()
    for lock_out in ((0, 30), (3, 0), (0, 0)):
        DriverMonitor(face_model, lock_out=lock_out).close()
    for arguments, message in (
        ({"device": "tpu"}, "^device must be one of cpu, openvino, .*'tpu'"),
        ({"precision": "double"}, "^precision must be one of single, half, .*'double'"),
        ({"device": "gpu", "precision": "half"}, "^precision must be single for the device gpu"),
    ):
        with pytest.raises(InvalidArgumentError, match=message):
            DriverMonitor(face_model, **arguments)
    with pytest.raises(landmarkkit.ModelError):
        DriverMonitor(hand_model)
    with pytest.raises(FileNotFoundError):
        DriverMonitor(tmp_path / "face.task")
    with open(face_model, "rb") as file, DriverMonitor(file.read()) as monitor:
        monitor.process(astronaut, 5)
        with pytest.raises(landmarkkit.TimestampError):
            monitor.process(astronaut, 5)
        with pytest.raises(InvalidArgumentError, match="expected a landmarkkit.Image"):
            monitor.process("image", 6)


def test_names():
    measures = motion.measures()
    assert measures["kneeFlexion.left"] == "degrees"
    assert "squat" in motion.exercises()


def pose(knee):
    """A standing person seen from the side, with the knees bent by `knee` degrees: landmarks and
    world landmarks."""
    world = np.zeros((33, 5), np.float32)
    world[:, 3:] = 1
    bend = math.radians(knee)
    hip, knee_point = np.array([0.0, 0.0]), np.array([0.4 * math.sin(bend / 2), 0.4])
    knee_point[1] = 0.4 * math.cos(bend / 2)
    ankle = knee_point + 0.4 * np.array([-math.sin(bend / 2), math.cos(bend / 2)])
    # Facing to the right, so that the right side is near the camera.
    for side, z in ((0, 0.1), (1, -0.1)):
        for index, point in ((23, hip), (25, knee_point), (27, ankle), (11, hip - [0, 0.5])):
            world[index + side, :2] = point
            world[index + side, 2] = z
        world[29 + side, :3] = [*(ankle + [-0.05, 0.05]), z]
        world[31 + side, :3] = [*(ankle + [0.15, 0.05]), z]
        for index in (13, 15, 17, 19, 21):
            world[index + side, :3] = [0.0, -0.2, z]
    world[:11, 1] = -0.7
    landmarks = world.copy()
    landmarks[:, :2] = 0.5 + world[:, :2] / 3
    return landmarks, world


def test_angles():
    with motion.MotionAnalyzer() as analyzer:
        for index in range(30):
            state = analyzer.update_arrays(*pose(60), index * 33, (900, 900))
        for side in ("left", "right"):
            reading = state.readings[f"kneeFlexion.{side}"]
            assert reading.state == "measured"
            assert reading.value == pytest.approx(60, abs=3)
        assert state.exercise_state is None and state.count == 0
        missing = analyzer.update_arrays(None, None, 5000, (900, 900))
        reading = missing.readings["kneeFlexion.left"]
        assert (reading.value, reading.state) == (None, "missing")
        assert set(state.readings) == set(motion.measures())
    with pytest.raises(ClosedError):
        analyzer.update(None, 6000, (900, 900))


def test_an_exercise_counts():
    with motion.ExerciseSession("squat") as session:
        kinds = []
        for index in range(400):
            knee = 50 - 50 * math.cos(2 * math.pi * index / 100)
            state = session.update_arrays(*pose(knee), index * 33, (900, 900))
            kinds += [event.kind for event in state.events]
        report = session.finish()
    assert state.count >= 3
    assert kinds.count("repetition") == state.count == len(report.repetitions)
    assert report.exercise == "squat"
    assert report.repetitions[0].range_of_motion == pytest.approx(95, abs=10)
    assert report.repetitions[0].number == 1
    assert report.duration == pytest.approx(399 * 0.033, abs=0.1)


def test_a_goniometer_measures_a_range():
    with motion.Goniometer("knee-flexion") as goniometer:
        for index in range(300):
            knee = 50 - 50 * math.cos(2 * math.pi * index / 100)
            goniometer.update_arrays(*pose(knee), index * 33, (900, 900))
        found = goniometer.range()
    assert (found.movement, found.normal, found.normal_source) == ("knee-flexion", 135, "AAOS 1965")
    for side in (found.left, found.right):
        assert side.peak == pytest.approx(100, abs=3)
        assert side.start == pytest.approx(0, abs=3)
        assert side.repetitions == 3 and side.plane == "image"
        assert side.error == pytest.approx(7, abs=0.1) and side.measured_share > 0.9
        assert 80 < side.plateau < side.peak
    assert found.difference == pytest.approx(0, abs=0.1)
    with motion.Goniometer("knee-extension") as goniometer:
        assert goniometer.range().left is None
    with pytest.raises(InvalidArgumentError, match="no movement 'knee'"):
        motion.Goniometer("knee")
    assert "shoulder-abduction" in motion.movements()


def test_knees_have_a_sign():
    with motion.MotionAnalyzer() as analyzer:
        for index in range(30):
            state = analyzer.update_arrays(*pose(-10), index * 33, (900, 900))
        for name in ("kneeFlexion.left", "kneeFlexion2D.right"):
            assert state.readings[name].value == pytest.approx(-10, abs=1)


def test_a_person_has_thresholds_of_their_own():
    own = {"exercises": {"squat": {"bottom": 70, "faults": {"shallow": {"below": 130}}}}}
    deep = {"note": "no one bends so far", "exercises": {"squat": {"bottom": 120}}}
    for given, count, faults in (
        (None, 2, set()),
        (own, 2, {"shallow"}),
        (json.dumps(own), 2, {"shallow"}),
        (deep, 0, set()),
    ):
        with motion.ExerciseSession("squat", thresholds=given) as session:
            for index in range(300):
                knee = 50 - 50 * math.cos(2 * math.pi * index / 100)
                session.update_arrays(*pose(knee), index * 33, (900, 900))
            found = session.finish().repetitions
        assert (len(found) >= count) if count else not found
        assert {fault for each in found for fault in each.faults} & {"shallow"} == faults
    for mistake, words in (
        ({"exercises": {"squat": {"botom": 1}}}, "exercises.squat.botom"),
        ({"exercises": {"lunge": {}}}, "exercises.squat"),
        ("{", "thresholds"),
        ("a\0", "zero"),
    ):
        with pytest.raises(landmarkkit.Error, match=words):
            motion.ExerciseSession("squat", thresholds=mistake)


def test_lengths_are_scaled_to_the_height_of_the_body():
    lengths = []
    for height in (None, 1.6, 1.8):
        with motion.MotionAnalyzer(body_height=height) as analyzer:
            for index in range(20):
                state = analyzer.update_arrays(*pose(60), index * 33, (900, 900))
        lengths.append(state.readings["heelForward.left"].value)
    assert lengths[1] == pytest.approx(lengths[2] * 1.6 / 1.8, rel=1e-6)
    assert lengths[0] != pytest.approx(lengths[1], rel=1e-3)
    for height in (0, -1, 0.3, 175, math.nan, math.inf):
        with pytest.raises(InvalidArgumentError):
            motion.MotionAnalyzer(body_height=height)
    with pytest.raises(TypeError, match="body_height"):
        motion.MotionAnalyzer(body_height="tall")


def test_an_attempt_says_what_it_needed():
    with motion.ExerciseSession("squat") as session:
        events = []
        for index in range(300):
            knee = 25 - 25 * math.cos(2 * math.pi * index / 100)
            state = session.update_arrays(*pose(knee), index * 33, (900, 900))
            events += [event for event in state.events if event.kind == "incomplete"]
    assert len(events) >= 2 and all(event.needed == 60 for event in events)
    assert all(event.value == pytest.approx(50, abs=4) for event in events)


def test_a_pose_landmarkers_results_are_measured(pose_model, frames):
    options = vision.PoseLandmarkerOptions(BaseOptions(pose_model), vision.RunningMode.VIDEO)
    with vision.PoseLandmarker.create_from_options(options) as landmarker:
        with motion.MotionAnalyzer() as analyzer, motion.MotionAnalyzer() as other:
            for image, timestamp, _ in frames[:20]:
                result = landmarker.detect_for_video(image, timestamp)
                size = (image.width, image.height)
                state = analyzer.update(result, timestamp, size)
                absent = other.update(result, timestamp, size, person=7)
    assert any(reading.state == "measured" for reading in state.readings.values())
    assert all(reading.state == "missing" for reading in absent.readings.values())


def test_images_are_turned_and_cameras_are_tilted():
    landmarks, world = pose(0)
    for array, middle in ((landmarks, 0.5), (world, 0.0)):
        array[:, :2] = 2 * middle - array[:, :2]
    for rotation, expected in ((None, 0), (180, 0), (0, 180)):
        with motion.MotionAnalyzer(rotation=rotation) as analyzer:
            for index in range(3):
                state = analyzer.update_arrays(landmarks, world, index * 33, (900, 900))
            found = state.readings["trunk.inclination"].value
            assert found == pytest.approx(expected, abs=1)
            assert state.rotation == (180 if rotation is None else rotation)
            assert state.up == (0, -1, 0)

    landmarks, world = pose(0)
    turn = math.radians(20)
    turned = world.copy()
    turned[:, 1] = world[:, 1] * math.cos(turn) - world[:, 2] * math.sin(turn)
    turned[:, 2] = world[:, 1] * math.sin(turn) + world[:, 2] * math.cos(turn)
    stated = (0, -math.cos(turn), -math.sin(turn))
    tiny, huge = ([size * value for value in stated] for size in (1e-200, 1e200))
    for up, expected in (((0, -1, 0), 20), ("auto", 0), (stated, 0), (tiny, 0), (huge, 0)):
        with motion.MotionAnalyzer(up=up) as analyzer:
            for index in range(90):
                state = analyzer.update_arrays(landmarks, turned, index * 33, (900, 900))
            found = state.readings["trunk.inclination"].value
            assert found == pytest.approx(expected, abs=1)
            if expected == 0:
                assert state.up == pytest.approx(stated, abs=0.02)


def test_the_most_prominent_person_is_measured():
    class Person:
        def __init__(self, number, knee, scale):
            landmarks, world = pose(knee)
            landmarks[:, :2] = [0.5, 0.5] + scale * (landmarks[:, :2] - 0.5)
            self.id = number
            self.raw_landmarks = np.ascontiguousarray(landmarks).tobytes()
            self.raw_world_landmarks = np.ascontiguousarray(world).tobytes()

    class Result:
        _instances = (Person(3, 20, 0.3), Person(4, 60, 0.9))

    with motion.MotionAnalyzer() as analyzer, motion.MotionAnalyzer() as other:
        for index in range(40):
            state = analyzer.update(Result, index * 33, (900, 900))
            named = other.update(Result, index * 33, (900, 900), person=3)
    assert state.readings["kneeFlexion.left"].value == pytest.approx(60, abs=3)
    assert named.readings["kneeFlexion.left"].value == pytest.approx(20, abs=3)


def test_wrong_arguments_of_motion():
    for options in (
        {"rotation": 45},
        {"rotation": -1},
        {"up": "down"},
        {"up": None},
        {"up": (0, 1)},
        {"up": (0, 0, 0)},
        {"up": (0, math.nan, 1)},
    ):
        with pytest.raises(InvalidArgumentError):
            motion.ExerciseSession("squat", **options)
    with pytest.raises(TypeError, match="^up must be a number, got 'a'$"):
        motion.MotionAnalyzer(up=(0, "a", 1))
    with pytest.raises(InvalidArgumentError, match="nope"):
        motion.ExerciseSession("nope")
    with pytest.raises(landmarkkit.Error):
        motion.ExerciseSession("{")
    with pytest.raises(landmarkkit.Error):
        motion.ExerciseSession({"name": 3})
    with pytest.raises(InvalidArgumentError, match="zero"):
        motion.ExerciseSession("a\0")
    with motion.MotionAnalyzer() as analyzer:
        landmarks, world = pose(10)
        with pytest.raises(InvalidArgumentError, match=r"shape \(33, 5\), got \(32, 5\)"):
            analyzer.update_arrays(landmarks[:32], world, 0, (10, 10))
        analyzer.update_arrays(landmarks, world, 10, (10, 10))
        with pytest.raises(landmarkkit.TimestampError):
            analyzer.update_arrays(landmarks, world, 10, (10, 10))
        with pytest.raises(InvalidArgumentError, match=r"^image_size must be .*, got \(0, 10\)$"):
            analyzer.update_arrays(landmarks, world, 20, (0, 10))
        with pytest.raises(InvalidArgumentError, match="world_landmarks is None$"):
            analyzer.update_arrays(landmarks, None, 30, (10, 10))
        with pytest.raises(InvalidArgumentError, match="; landmarks is None$"):
            analyzer.update_arrays(None, world, 30, (10, 10))
