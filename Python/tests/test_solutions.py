"""`mp.solutions`: its classes, results and errors, as in MediaPipe 0.10.21."""

from __future__ import annotations

import copy
import enum
import inspect
import os
import pickle
import threading

import numpy as np
import pytest
from conftest import footage, run_python, wait_for

import landmarkkit
from landmarkkit import Image, solutions
from landmarkkit.solutions import (
    face_detection,
    face_mesh,
    hands,
    holistic,
    objectron,
    pose,
    selfie_segmentation,
)

pytestmark = pytest.mark.usefixtures("solution_models")

# Parameters and defaults in MediaPipe's order, and the fields of results.
SIGNATURES = {
    hands.Hands: (
        "static_image_mode=False, max_num_hands=2, model_complexity=1, "
        "min_detection_confidence=0.5, min_tracking_confidence=0.5",
        "multi_hand_landmarks multi_hand_world_landmarks multi_handedness",
    ),
    pose.Pose: (
        "static_image_mode=False, model_complexity=1, smooth_landmarks=True, "
        "enable_segmentation=False, smooth_segmentation=True, "
        "min_detection_confidence=0.5, min_tracking_confidence=0.5",
        "pose_landmarks pose_world_landmarks segmentation_mask",
    ),
    face_mesh.FaceMesh: (
        "static_image_mode=False, max_num_faces=1, refine_landmarks=False, "
        "min_detection_confidence=0.5, min_tracking_confidence=0.5",
        "multi_face_landmarks",
    ),
    face_detection.FaceDetection: (
        "min_detection_confidence=0.5, model_selection=0",
        "detections",
    ),
    holistic.Holistic: (
        "static_image_mode=False, model_complexity=1, smooth_landmarks=True, "
        "enable_segmentation=False, smooth_segmentation=True, refine_face_landmarks=False, "
        "min_detection_confidence=0.5, min_tracking_confidence=0.5",
        "pose_landmarks pose_world_landmarks left_hand_landmarks right_hand_landmarks "
        "face_landmarks segmentation_mask",
    ),
    selfie_segmentation.SelfieSegmentation: ("model_selection=0", "segmentation_mask"),
}
BLACK = np.zeros((120, 160, 3), np.uint8)


@pytest.fixture(scope="module")
def bunny():
    """An image with one hand."""
    return Image.create_from_file(footage("bunny_0112.png")).numpy_view()


@pytest.mark.parametrize("kind", SIGNATURES)
def test_signatures_are_mediapipes(kind):
    parameters = list(inspect.signature(kind).parameters.values())
    assert ", ".join(f"{p.name}={p.default!r}" for p in parameters) == SIGNATURES[kind][0]
    assert all(p.kind is p.POSITIONAL_OR_KEYWORD for p in parameters)
    assert list(inspect.signature(kind.process).parameters) == ["self", "image"]
    for method in (kind.reset, kind.close, kind.__enter__):
        assert list(inspect.signature(method).parameters) == ["self"]


def test_every_public_name_is_there():
    for module in (solutions, *(getattr(solutions, name) for name in solutions.__all__)):
        for name in getattr(module, "__all__", ()):
            assert getattr(module, name) is not None
    assert set(solutions.__all__) <= set(dir(solutions))
    assert landmarkkit.solutions is solutions


def test_enumerations_and_connections():
    assert [len(kind) for kind in (hands.HandLandmark, pose.PoseLandmark)] == [21, 33]
    assert issubclass(hands.HandLandmark, enum.IntEnum)
    assert holistic.PoseLandmark is pose.PoseLandmark
    assert face_detection.FaceKeyPoint.LEFT_EAR_TRAGION == 5
    assert (face_mesh.FACEMESH_NUM_LANDMARKS, face_mesh.FACEMESH_NUM_LANDMARKS_WITH_IRISES) == (
        468,
        478,
    )
    counts = {
        name: len(getattr(face_mesh, name))
        for name in dir(face_mesh)
        if name.startswith("FACEMESH_") and isinstance(getattr(face_mesh, name), frozenset)
    }
    assert counts == {
        "FACEMESH_CONTOURS": 124,
        "FACEMESH_FACE_OVAL": 36,
        "FACEMESH_IRISES": 8,
        "FACEMESH_LEFT_EYE": 16,
        "FACEMESH_LEFT_EYEBROW": 8,
        "FACEMESH_LEFT_IRIS": 4,
        "FACEMESH_LIPS": 40,
        "FACEMESH_NOSE": 25,
        "FACEMESH_RIGHT_EYE": 16,
        "FACEMESH_RIGHT_EYEBROW": 8,
        "FACEMESH_RIGHT_IRIS": 4,
        "FACEMESH_TESSELATION": 2556,
    }
    assert (len(hands.HAND_CONNECTIONS), len(pose.POSE_CONNECTIONS)) == (21, 35)
    assert solutions.hands_connections.HAND_PALM_CONNECTIONS[0] == (0, 1)
    # Drawing goes through a set in its own order, which MediaPipe's has, too.
    assert list(hands.HAND_CONNECTIONS)[:4] == [(3, 4), (0, 5), (17, 18), (0, 17)]
    assert len(objectron.BOX_CONNECTIONS) == 12 and (3, 7) in objectron.BOX_CONNECTIONS


def test_hands(bunny):
    with hands.Hands(static_image_mode=True) as solution:
        result = solution.process(bunny)
        nothing = solution.process(BLACK)
    assert result._fields == tuple(SIGNATURES[hands.Hands][1].split())
    assert [len(getattr(result, name)) for name in result._fields] == [1, 1, 1]
    wrist = result.multi_hand_landmarks[0].landmark[hands.HandLandmark.WRIST]
    # Measured with MediaPipe 0.10.21, as the other numbers here.
    assert np.allclose((wrist.x * 1280, wrist.y * 720), (298.8, 421.4), atol=6)
    assert not wrist.HasField("visibility") and not wrist.HasField("presence")
    assert len(result.multi_hand_world_landmarks[0].landmark) == 21
    side = result.multi_handedness[0].classification[0]
    assert (side.index, side.label) == (0, "Left") and side.score > 0.9
    assert not side.HasField("display_name")
    assert all(getattr(nothing, name) is None for name in nothing._fields)


def test_pose(pixels):
    with pose.Pose(static_image_mode=True, enable_segmentation=True) as solution:
        result = solution.process(pixels)
        nothing = solution.process(BLACK)
    with pose.Pose(static_image_mode=True) as solution:
        assert solution.process(pixels).segmentation_mask is None
    nose = result.pose_landmarks.landmark[pose.PoseLandmark.NOSE]
    assert np.allclose((nose.x * 512, nose.y * 512), (222.7, 128.0), atol=4)
    assert nose.visibility == pytest.approx(0.9993, abs=1e-3)
    world = result.pose_world_landmarks.landmark[pose.PoseLandmark.LEFT_SHOULDER]
    assert np.allclose((world.x, world.y, world.z), (0.202, -0.460, -0.051), atol=0.02)
    assert not nose.HasField("presence") and not world.HasField("presence")
    mask = result.segmentation_mask
    assert (mask.shape, mask.dtype) == ((512, 512), np.float32)
    assert mask[128, 222] > 0.9 and mask[:20, :20].max() < 0.1
    with pytest.raises(ValueError, match="read-only"):
        mask[0, 0] = 1
    assert all(getattr(nothing, name) is None for name in nothing._fields)


def test_face_detection(pixels):
    with face_detection.FaceDetection(min_detection_confidence=0.5) as solution:
        (face,) = solution.process(pixels).detections
        assert solution.process(BLACK).detections is None
    assert list(face.label_id) == [0] and face.score[0] == pytest.approx(0.92174, abs=1e-4)
    box = face.location_data.relative_bounding_box
    found = [box.xmin, box.ymin, box.width, box.height]
    assert np.allclose(found, [0.346807, 0.161858, 0.186219, 0.186219], atol=1e-5)
    nose = face_detection.get_key_point(face, face_detection.FaceKeyPoint.NOSE_TIP)
    assert np.allclose([nose.x, nose.y], [0.430526, 0.248558], atol=1e-5)
    assert not nose.HasField("score")
    assert face_detection.get_key_point(None, 0) is None
    with pytest.raises(IndexError):
        face_detection.get_key_point(face, 6)


def test_full_range_face_detection(pixels):
    with face_detection.FaceDetection(0.5, 1) as solution:
        (face,) = solution.process(pixels).detections
    assert face.score[0] == pytest.approx(0.912, abs=0.01)
    assert face.location_data.relative_bounding_box.xmin == pytest.approx(0.3392, abs=0.005)


@pytest.mark.parametrize("refine, count", [(False, 468), (True, 478)])
def test_face_mesh(pixels, refine, count):
    with face_mesh.FaceMesh(True, refine_landmarks=refine) as solution:
        (face,) = solution.process(pixels).multi_face_landmarks
        assert solution.process(BLACK).multi_face_landmarks is None
    assert len(face.landmark) == count
    assert np.allclose((face.landmark[1].x * 512, face.landmark[1].y * 512), (224.1, 131.2), atol=2)


@pytest.mark.parametrize("model", [0, 1])
def test_selfie_segmentation(pixels, model):
    with selfie_segmentation.SelfieSegmentation(model) as solution:
        mask = solution.process(pixels).segmentation_mask
    assert (mask.shape, mask.dtype) == ((512, 512), np.float32)
    assert mask[128, 222] > 0.9 and mask[:20, :20].max() < 0.1
    assert not mask.flags.writeable


@pytest.mark.parametrize("refine, count", [(False, 468), (True, 478)])
def test_holistic(pixels, refine, count):
    options = {"enable_segmentation": True, "refine_face_landmarks": refine}
    with holistic.Holistic(True, **options) as solution:
        result = solution.process(pixels)
        nothing = solution.process(BLACK)
    assert result._fields == tuple(SIGNATURES[holistic.Holistic][1].split())
    assert len(result.pose_landmarks.landmark) == len(result.pose_world_landmarks.landmark) == 33
    assert len(result.face_landmarks.landmark) == count
    assert result.segmentation_mask.shape == (512, 512)
    assert all(getattr(nothing, name) is None for name in nothing._fields)


def test_results_are_objects(pixels):
    with pose.Pose(True) as solution:
        result, again = solution.process(pixels), solution.process(pixels)
    # Those of earlier calls, and of closed solutions, stay valid.
    assert result.pose_landmarks == again.pose_landmarks and result == again
    assert pickle.loads(pickle.dumps(result)) == copy.deepcopy(result) == result
    result.pose_landmarks = None
    assert result.pose_landmarks is None and "pose_world_landmarks=landmark" in repr(result)


@pytest.mark.parametrize("kind", SIGNATURES)
def test_results_have_their_fields_as_attributes(kind, pixels):
    with kind() as solution:
        result, other = solution.process(pixels), solution.process(pixels)
    fields = SIGNATURES[kind][1].split()
    assert list(vars(result)) == fields and set(fields) <= set(dir(other))
    assert all(vars(result)[name] is getattr(result, name) for name in fields)
    assert type(result)(**vars(result)) == result
    with pytest.raises(TypeError, match="unhashable"):
        hash(result)


def test_attributes_of_results_can_change(pixels):
    with pose.Pose(True) as solution:
        result = solution.process(pixels)
    result.note = "mine"
    vars(result)["pose_landmarks"] = None
    result.segmentation_mask = 3
    for found in (result, copy.copy(result), pickle.loads(pickle.dumps(result))):
        assert (found.note, found.pose_landmarks, found.segmentation_mask) == ("mine", None, 3)
        assert set(vars(found)) == {*result._fields, "note"}
    del result.note
    assert "note" not in vars(result) and not hasattr(result, "note")
    # As of any object.
    with pytest.raises(AttributeError, match="'PoseOutputs' object has no attribute 'left'"):
        result.left  # noqa: B018
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(result, protocol)) == result
    created = pose.PoseOutputs(None, None, None)
    assert vars(created) == dict.fromkeys(result._fields) and copy.deepcopy(created) == created


def test_video_is_tracked_and_smoothed(clip):
    frames = [image.numpy_view().copy() for image, _, _ in landmarkkit.read_video(clip, end=0.5)]
    noses = {}
    for smooth in (True, False):
        with pose.Pose(smooth_landmarks=smooth) as solution:
            found = [solution.process(frame).pose_landmarks.landmark[0].x for frame in frames]
            solution.reset()
            # As if it were the first one.
            first = solution.process(frames[0]).pose_landmarks.landmark[0].x
        assert first == pytest.approx(found[0], abs=1e-6)
        noses[smooth] = np.array(found)
    assert not np.array_equal(noses[True], noses[False])
    assert np.abs(np.diff(noses[True])).sum() < np.abs(np.diff(noses[False])).sum()


def test_frames_may_change_their_size(bunny):
    with hands.Hands(max_num_hands=1) as solution:
        for frame in (bunny, bunny[::2, ::2], bunny, np.ascontiguousarray(bunny[::3, ::3])):
            (hand,) = solution.process(frame).multi_hand_landmarks
            assert hand.landmark[0].x * 1280 == pytest.approx(298.8, abs=12)


@pytest.mark.parametrize(
    "change",
    [
        lambda image: image[:, :, ::-1][:, :, ::-1],
        np.asfortranarray,
        lambda image: np.repeat(image, 2, axis=1)[:, ::2],
        lambda image: image.view(type("Own", (np.ndarray,), {})),
        lambda image: image.astype(">u1"),
    ],
)
def test_any_layout_in_memory_gives_the_same_result(pixels, change):
    read_only = pixels.copy()
    read_only.flags.writeable = False
    with pose.Pose(True) as solution:
        assert solution.process(change(read_only)) == solution.process(pixels)


@pytest.mark.parametrize(
    "image, kind, message",
    [
        (BLACK[:, :, 0], IndexError, r"got \(120, 160\)"),
        (BLACK[:, :, :1], ValueError, "Input image must contain three channel rgb data"),
        (np.zeros((120, 160, 4), np.uint8), ValueError, r"got \(120, 160, 4\)"),
        (BLACK[None], ValueError, r"got \(1, 120, 160, 3\)"),
        (BLACK.astype(np.float32), TypeError, "must be uint8 with 0…255, got float32"),
        (BLACK.astype(np.uint16), TypeError, "got uint16"),
        (None, AttributeError, "got NoneType: was the image read"),
        (BLACK.tolist(), AttributeError, "got list"),
        (BLACK[:0], RuntimeError, r"has no pixels: its shape is \(0, 160, 3\)"),
    ],
)
def test_wrong_images_are_errors_of_mediapipes_kinds(image, kind, message):
    with face_detection.FaceDetection() as solution:
        with pytest.raises(kind, match=message) as caught:
            solution.process(image)
        assert isinstance(caught.value, landmarkkit.Error)
        assert solution.process(BLACK).detections is None
        assert solution.process(BLACK.astype(bool)).detections is None


@pytest.mark.parametrize(
    "create, kind, message",
    [
        (lambda: hands.Hands(max_num_hands="2"), TypeError, "max_num_hands must be an integer"),
        (lambda: hands.Hands(max_num_hands=2.0), TypeError, "got 2.0"),
        (lambda: hands.Hands(max_num_hands=0), ValueError, "at least 1, got 0"),
        (lambda: hands.Hands(max_num_hands=2**40), ValueError, "out of range"),
        (lambda: hands.Hands(model_complexity=2), ValueError, "must be 0 or 1, got 2"),
        (lambda: pose.Pose(model_complexity=3), ValueError, "must be 0, 1 or 2, got 3"),
        (lambda: pose.Pose(False, 1, None), TypeError, "smooth_landmarks must be True or False"),
        # In the order of an early version.
        (lambda: pose.Pose(False, 1, True, 0.5), TypeError, "enable_segmentation must be True or"),
        (lambda: face_mesh.FaceMesh(False, 1, 0.5), TypeError, "refine_landmarks must be True or"),
        (lambda: hands.Hands(min_detection_confidence="0.5"), TypeError, "must be a number"),
        (lambda: hands.Hands(min_tracking_confidence=50), ValueError, "must be in 0…1, got 50"),
        (lambda: face_detection.FaceDetection(None), TypeError, "must be a number, got None"),
        (lambda: selfie_segmentation.SelfieSegmentation(2), ValueError, "must be 0 or 1, got 2"),
        (lambda: hands.Hands(upper_body=True), TypeError, "unexpected keyword"),
        (lambda: objectron.Objectron(model_name="Hat"), ValueError, "Shoe, Chair, Cup, Camera"),
        (lambda: objectron.Objectron(), NotImplementedError, "Objectron is not available"),
    ],
)
def test_wrong_arguments_are_errors(create, kind, message):
    with pytest.raises(kind, match=message):
        create()


def test_arguments_that_mediapipe_accepts():
    accepted = [
        hands.Hands(1, np.int64(1), True, None, -1),
        hands.Hands(min_detection_confidence=np.float32(0.4), min_tracking_confidence=1),
        pose.Pose(static_image_mode="yes", smooth_landmarks=1, enable_segmentation=np.bool_(False)),
        face_detection.FaceDetection(0.5, "short"),
    ]
    for solution in accepted:
        solution.process(BLACK)
        solution.close()


def test_closing():
    solution = hands.Hands()
    assert solution.__enter__() is solution
    solution.close()
    for call in (solution.close, lambda: solution.process(BLACK), lambda: solution.process(None)):
        with pytest.raises(ValueError, match="this Hands is closed") as caught:
            call()
        assert isinstance(caught.value, landmarkkit.ClosedError)
    solution.reset()
    with pytest.raises(ValueError, match="closed already"), hands.Hands() as solution:
        solution.close()


def test_a_closed_and_an_open_solution_at_exit():
    done = run_python("""
        import numpy as np
        from landmarkkit import solutions
        a, b = solutions.hands.Hands(), solutions.hands.Hands()
        a.close()
        print(b.process(np.zeros((9, 9, 3), np.uint8)).multi_hand_landmarks)
    """)
    assert (done.stdout, done.stderr, done.returncode) == ("None\n", "", 0)


def test_threads_share_a_solution(pixels):
    results = []
    with pose.Pose() as solution:

        def work():
            for _ in range(5):
                results.append(solution.process(pixels).pose_landmarks)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(results) == 20
    noses = np.array([[found.landmark[0].x, found.landmark[0].y] for found in results])
    assert np.ptp(noses, axis=0).max() < 0.01


def test_a_forked_child_creates_its_own(pixels):
    solution = face_detection.FaceDetection()
    expected = solution.process(pixels)
    child = os.fork()
    if child == 0:
        status = 1
        try:
            solution.process(pixels)
        except landmarkkit.ForkError:
            with face_detection.FaceDetection() as own:
                status = 0 if own.process(pixels) == expected else 2
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(wait_for(child)) == 0
    assert solution.process(pixels) == expected
    solution.close()


def test_missing_packages_are_named():
    done = run_python("""
        import sys
        sys.modules["landmarkkit_models"] = None
        import landmarkkit
        try:
            landmarkkit.solutions.hands.Hands()
        except landmarkkit.ModelNotFoundError as error:
            print(error)
        sys.modules["google.protobuf"] = None
        for name in [name for name in sys.modules if "_pb2" in name or "_messages" in name]:
            del sys.modules[name]
        try:
            import landmarkkit.framework.formats.landmark_pb2
        except ImportError as error:
            print(type(error).__name__, error)
    """)
    first, second = done.stdout.splitlines()
    assert "no hands_full.task" in first and 'pip install "landmarkkit[solutions]"' in first
    assert second.startswith("MissingDependencyError messages require protobuf: pip install")


def test_importing_the_package_imports_no_solution():
    done = run_python("""
        import sys
        import landmarkkit
        landmarkkit.solutions, landmarkkit.python.solutions
        names = [name for name in sys.modules if name.startswith("landmarkkit.solutions.")]
        print(names, "google" in sys.modules, "numpy" in sys.modules)
    """)
    assert done.stdout == "[] False False\n", done.stderr
