"""The names, fields and methods are those of MediaPipe 1.2.2."""

from __future__ import annotations

import dataclasses
import inspect
import textwrap

import pytest
from conftest import run_python

import landmarkkit
from landmarkkit.tasks import BaseOptions, vision
from landmarkkit.tasks.components import containers

COMMON = ("base_options", "running_mode")
FIELDS = {
    vision.HandLandmarkerOptions: (
        *COMMON,
        "num_hands",
        "min_hand_detection_confidence",
        "min_hand_presence_confidence",
        "min_tracking_confidence",
        "result_callback",
    ),
    vision.PoseLandmarkerOptions: (
        *COMMON,
        "num_poses",
        "min_pose_detection_confidence",
        "min_pose_presence_confidence",
        "min_tracking_confidence",
        "output_segmentation_masks",
        "result_callback",
    ),
    vision.FaceLandmarkerOptions: (
        *COMMON,
        "num_faces",
        "min_face_detection_confidence",
        "min_face_presence_confidence",
        "min_tracking_confidence",
        "output_face_blendshapes",
        "output_facial_transformation_matrixes",
        "result_callback",
    ),
    vision.FaceDetectorOptions: (
        *COMMON,
        "min_detection_confidence",
        "min_suppression_threshold",
        "result_callback",
    ),
    vision.HandLandmarkerResult: ("handedness", "hand_landmarks", "hand_world_landmarks"),
    vision.PoseLandmarkerResult: ("pose_landmarks", "pose_world_landmarks", "segmentation_masks"),
    vision.FaceLandmarkerResult: (
        "face_landmarks",
        "face_blendshapes",
        "facial_transformation_matrixes",
    ),
    vision.FaceDetectorResult: ("detections",),
    vision.ImageProcessingOptions: ("region_of_interest", "rotation_degrees"),
    BaseOptions: ("model_asset_path", "model_asset_buffer", "delegate"),
    containers.Landmark: ("x", "y", "z", "visibility", "presence", "name"),
    containers.NormalizedLandmark: ("x", "y", "z", "visibility", "presence", "name"),
    containers.Category: ("index", "score", "display_name", "category_name"),
    containers.Detection: ("bounding_box", "categories", "keypoints"),
    containers.BoundingBox: ("origin_x", "origin_y", "width", "height"),
    containers.NormalizedKeypoint: ("x", "y", "label", "score"),
    containers.NormalizedRect: ("x_center", "y_center", "width", "height", "rotation", "rect_id"),
    containers.Rect: ("left", "top", "bottom", "right"),
    containers.RectF: ("left", "top", "bottom", "right"),
    containers.LandmarksDetectionResult: ("landmarks", "categories", "world_landmarks", "rect"),
    containers.Classifications: ("categories", "head_index", "head_name"),
    containers.ClassificationResult: ("classifications", "timestamp_ms"),
    vision.drawing_utils.DrawingSpec: ("color", "thickness", "circle_radius"),
}
METHODS = {
    "create_from_model_path": ["model_path"],
    "create_from_options": ["options"],
    "detect": ["self", "image", "image_processing_options"],
    "detect_for_video": ["self", "image", "timestamp_ms", "image_processing_options"],
    "detect_async": ["self", "image", "timestamp_ms", "image_processing_options"],
    "close": ["self"],
    "__enter__": ["self"],
    "__exit__": ["self", "exc_type", "exc_value", "traceback"],
}
TASKS = (vision.HandLandmarker, vision.PoseLandmarker, vision.FaceLandmarker, vision.FaceDetector)


@pytest.mark.parametrize("kind", FIELDS, ids=lambda kind: kind.__name__)
def test_fields_come_first_and_in_order(kind):
    names = tuple(field.name for field in dataclasses.fields(kind))
    assert names[: len(FIELDS[kind])] == FIELDS[kind]
    assert all(
        field.default is not dataclasses.MISSING
        for field in dataclasses.fields(kind)[len(FIELDS[kind]) :]
    )


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.__name__)
@pytest.mark.parametrize("method", METHODS)
def test_methods_take_the_same_arguments(task, method):
    assert list(inspect.signature(getattr(task, method)).parameters) == METHODS[method]


def test_defaults_are_mediapipes():
    for kind, count in (("hand", "hands"), ("pose", "poses"), ("face", "faces")):
        options = getattr(vision, f"{kind.capitalize()}LandmarkerOptions")(BaseOptions())
        assert getattr(options, f"num_{count}") == 1
        assert getattr(options, f"min_{kind}_detection_confidence") == 0.5
        assert getattr(options, f"min_{kind}_presence_confidence") == 0.5
        assert options.min_tracking_confidence == 0.5
        assert options.running_mode is vision.RunningMode.IMAGE
    assert vision.FaceDetectorOptions(BaseOptions()).min_suppression_threshold == 0.3


def test_imports_of_mediapipe_work_with_the_name_replaced():
    import landmarkkit.tasks.python.vision.core.image
    from landmarkkit.tasks import python
    from landmarkkit.tasks.python import vision as aliased
    from landmarkkit.tasks.python.components.containers import landmark
    from landmarkkit.tasks.python.vision import hand_landmarker

    assert python.BaseOptions is BaseOptions
    assert aliased is vision
    assert landmark.Landmark is containers.Landmark
    assert hand_landmarker.HandLandmarker is vision.HandLandmarker
    assert landmarkkit.tasks.vision is vision
    assert landmarkkit.Image is landmarkkit.tasks.python.vision.core.image.Image
    assert landmarkkit.ImageFormat.SRGB == 1


def test_a_class_is_one_by_whichever_name_it_is_imported_first():
    done = run_python("""
        from landmarkkit.tasks.vision import FaceDetector
        from landmarkkit.tasks.components import containers
        import landmarkkit
        from landmarkkit.tasks.python import vision
        from landmarkkit.tasks.python.components.containers.rect import Rect

        assert vision.FaceDetector is FaceDetector and containers.Rect is Rect
        assert FaceDetector.__module__ == "landmarkkit.tasks.python.vision.face_detector"
        try:
            import landmarkkit.tasks.python.vision.gestures
        except ModuleNotFoundError as error:
            print(error)
        try:
            vision.GestureRecognizer
        except AttributeError as error:
            print(error)
    """)
    assert done.stdout.splitlines() == [
        "No module named 'landmarkkit.tasks.python.vision.gestures'",
        "module 'landmarkkit.tasks.python.vision' has no attribute 'GestureRecognizer'",
    ], done.stderr


def test_every_public_name_is_there():
    for module in (landmarkkit, vision, containers, landmarkkit.tasks):
        for name in module.__all__:
            assert getattr(module, name) is not None
    assert set(landmarkkit.__all__) <= set(dir(landmarkkit))
    with pytest.raises(AttributeError, match="nothing"):
        landmarkkit.nothing  # noqa: B018


def test_connections():
    hand, pose, face = (
        vision.HandLandmarksConnections,
        vision.PoseLandmarksConnections,
        vision.FaceLandmarksConnections,
    )
    assert (len(hand.HAND_CONNECTIONS), len(pose.POSE_LANDMARKS)) == (21, 35)
    assert len(face.FACE_LANDMARKS_CONTOURS) == 124
    assert len(face.FACE_LANDMARKS_TESSELATION) == 2556
    assert len(face.FACE_LANDMARKS_NOSE) == 25
    assert hand.HAND_CONNECTIONS[0] == hand.Connection(0, 1)
    used = {index for line in hand.HAND_CONNECTIONS for index in (line.start, line.end)}
    assert used == set(range(21))


def test_enumerations():
    assert (len(vision.HandLandmark), len(vision.PoseLandmark), len(vision.Blendshapes)) == (
        21,
        33,
        52,
    )
    assert vision.PoseLandmark.RIGHT_KNEE == 26
    assert vision.Blendshapes.JAW_OPEN == 25


def test_errors_are_of_the_builtin_kinds():
    assert issubclass(landmarkkit.InvalidArgumentError, ValueError)
    assert issubclass(landmarkkit.WrongModeError, ValueError)
    assert issubclass(landmarkkit.TimestampError, ValueError)
    assert issubclass(landmarkkit.ModelNotFoundError, FileNotFoundError)
    assert issubclass(landmarkkit.ModelNotFoundError, landmarkkit.ModelError)
    assert issubclass(landmarkkit.ClosedError, RuntimeError)
    assert issubclass(landmarkkit.ForkError, RuntimeError)
    assert issubclass(landmarkkit.MissingDependencyError, ImportError)


def test_drawing_styles():
    styles = vision.drawing_styles
    assert set(styles.get_default_hand_landmarks_style()) == set(range(21))
    assert len(styles.get_default_hand_connections_style()) == 21
    assert set(styles.get_default_pose_landmarks_style()) == set(range(33))
    assert len(styles.get_default_face_mesh_contours_style()) == 124
    assert len(styles.get_default_face_mesh_contours_style(1)) == 149
    assert len(styles.get_default_face_mesh_iris_connections_style()) == 8
    assert styles.get_default_face_mesh_tesselation_style().thickness == 1


def test_an_optional_package_is_missing_or_broken(tmp_path):
    code = """
        from landmarkkit._optional import optional
        for name in ("landmarkkit_lacks_this", "broken", "broken_inside"):
            try:
                optional(name, name, "extra", "drawing")
            except ImportError as error:
                print(type(error).__name__, error)
    """
    (tmp_path / "broken.py").write_text("raise ImportError('broken requires NumPy 2.0')")
    (tmp_path / "broken_inside.py").write_text("import landmarkkit_lacks_that")
    done = run_python(f"import sys; sys.path.append({str(tmp_path)!r})\n" + textwrap.dedent(code))
    assert done.stdout.splitlines() == [
        "MissingDependencyError drawing requires landmarkkit_lacks_this: "
        "pip install landmarkkit[extra]",
        "MissingDependencyError drawing requires broken, which cannot be imported: "
        "broken requires NumPy 2.0",
        "MissingDependencyError drawing requires broken_inside, which cannot be imported: "
        "No module named 'landmarkkit_lacks_that'",
    ], done.stderr
