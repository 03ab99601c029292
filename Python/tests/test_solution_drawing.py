"""Drawing of messages: the same pixels as for the landmarks of tasks."""

from __future__ import annotations

import numpy as np
import pytest

import landmarkkit
from landmarkkit.framework.formats import detection_pb2, landmark_pb2
from landmarkkit.solutions import (
    drawing_styles,
    drawing_utils,
    face_mesh_connections,
    hands_connections,
    pose_connections,
)
from landmarkkit.tasks import vision
from landmarkkit.tasks.components import containers
from landmarkkit.tasks.python.vision.drawing_utils import Connection

SIZE = (120, 200)


@pytest.fixture(autouse=True)
def image():
    pytest.importorskip("cv2")
    return np.zeros((*SIZE, 3), np.uint8)


def random_points(count):
    """The same points as a message, and as landmarks of a task."""
    random = np.random.default_rng(3)
    message = landmark_pb2.NormalizedLandmarkList()
    for x, y, z in random.uniform(-0.1, 1.1, (count, 3)):
        point = message.landmark.add(x=x, y=y, z=z)
        if random.random() < 0.3:
            point.visibility = random.random()
        if random.random() < 0.2:
            point.presence = random.random()
    landmarks = [
        containers.NormalizedLandmark(
            point.x,
            point.y,
            point.z,
            *(getattr(point, f) if point.HasField(f) else None for f in ("visibility", "presence")),
        )
        for point in message.landmark
    ]
    return message, landmarks


@pytest.mark.parametrize(
    "count, lines, point_style, line_style",
    [
        (
            21,
            hands_connections.HAND_CONNECTIONS,
            drawing_styles.get_default_hand_landmarks_style(),
            drawing_styles.get_default_hand_connections_style(),
        ),
        (
            33,
            pose_connections.POSE_CONNECTIONS,
            drawing_styles.get_default_pose_landmarks_style(),
            drawing_utils.DrawingSpec(),
        ),
        (
            478,
            face_mesh_connections.FACEMESH_CONTOURS,
            None,
            drawing_styles.get_default_face_mesh_contours_style(),
        ),
        (
            478,
            face_mesh_connections.FACEMESH_TESSELATION,
            None,
            drawing_styles.get_default_face_mesh_tesselation_style(),
        ),
        (
            478,
            face_mesh_connections.FACEMESH_IRISES,
            None,
            drawing_styles.get_default_face_mesh_iris_connections_style(),
        ),
    ],
)
def test_messages_are_drawn_as_landmarks_are(image, count, lines, point_style, line_style):
    message, landmarks = random_points(count)
    other = image.copy()
    drawing_utils.draw_landmarks(image, message, lines, point_style, line_style)
    connections = [Connection(*line) for line in lines]
    vision.drawing_utils.draw_landmarks(other, landmarks, connections, point_style, line_style)
    assert image.any() and np.array_equal(image, other)
    # The field of a message, and lists as pairs, or with more than the ends, which are ignored.
    for extra in ([], [999]):
        other[:] = 0
        pairs = [[*line, *extra] for line in lines]
        drawing_utils.draw_landmarks(other, message.landmark, pairs, point_style, line_style)
        assert np.array_equal(image, other)


def test_hidden_points(image):
    message = landmark_pb2.NormalizedLandmarkList()
    message.landmark.add(x=0.5, y=0.5, visibility=0.49)
    message.landmark.add(x=0.5, y=0.5, presence=0.49)
    message.landmark.add(x=1.01, y=0.5)
    drawing_utils.draw_landmarks(image, message)
    assert not image.any()
    drawing_utils.draw_landmarks(image, None)
    message.landmark.add(x=0.5, y=0.5, visibility=0.5)
    drawing_utils.draw_landmarks(image, message, is_drawing_landmarks=False)
    assert not image.any()
    drawing_utils.draw_landmarks(image, message)
    # Red in a white circle.
    assert image[60, 102].tolist() == [0, 0, 255] and image[60, 104].tolist() == [224, 224, 224]


def test_scripts_may_change_what_begins_with_an_underscore(image, monkeypatch):
    message = landmark_pb2.NormalizedLandmarkList()
    message.landmark.add(x=0.5, y=0.5, visibility=0.6)
    monkeypatch.setattr(drawing_utils, "_VISIBILITY_THRESHOLD", 0.7)
    drawing_utils.draw_landmarks(image, message)
    assert not image.any()
    monkeypatch.setattr(drawing_styles, "_THICKNESS_POSE_LANDMARKS", 7)
    assert drawing_styles.get_default_pose_landmarks_style()[0].thickness == 7
    assert [len(group) for group in drawing_styles._HAND_LANDMARK_STYLE] == [6, 3, 3, 3, 3, 3]
    monkeypatch.setitem(
        drawing_styles._HAND_LANDMARK_STYLE,
        drawing_styles._PALM_LANDMARKS,
        drawing_utils.DrawingSpec(drawing_styles._CYAN, 1, drawing_styles._RADIUS),
    )
    assert drawing_styles.get_default_hand_landmarks_style()[17].color == (192, 255, 48)
    style = drawing_styles._FACEMESH_CONTOURS_CONNECTION_STYLE
    assert style[face_mesh_connections.FACEMESH_LEFT_EYE].color == drawing_styles._GREEN


@pytest.mark.parametrize(
    "name", [name for name in dir(drawing_styles) if name.startswith("get_default_")]
)
def test_styles_are_those_of_the_tasks(name):
    assert getattr(drawing_styles, name)() == getattr(vision.drawing_styles, name)()


def test_lines_without_landmarks_are_errors(image):
    message = landmark_pb2.NormalizedLandmarkList(landmark=[{"x": 0.5, "y": 0.5}])
    with pytest.raises(ValueError, match="no line from landmark 0 to 1 among 1"):
        drawing_utils.draw_landmarks(image, message, [(0, 1)])
    with pytest.raises(ValueError, match=r"\(height, width, 3\), got \(9, 9, 4\)"):
        drawing_utils.draw_landmarks(np.zeros((9, 9, 4), np.uint8), message)
    with pytest.raises(IndexError, match=r"got \(9, 9\)"):
        drawing_utils.draw_landmarks(np.zeros((9, 9), np.uint8), message)


def face(xmin=0.2):
    message = detection_pb2.Detection(score=[0.5])
    location = message.location_data
    location.format = location.RELATIVE_BOUNDING_BOX
    box = location.relative_bounding_box
    box.xmin, box.ymin, box.width, box.height = xmin, 0.1, 0.5, 0.5
    location.relative_keypoints.add(x=0.4, y=0.3)
    location.relative_keypoints.add(x=-0.4, y=0.3)
    return message


def test_detections(image):
    drawing_utils.draw_detection(image, face())
    assert image[12, 80].tolist() == image[40, 40].tolist() == [224, 224, 224]
    assert image[36, 78:83].any() and not image[:10].any()
    # A face at the edge of the image: only what is in it is drawn.
    image[:] = 0
    drawing_utils.draw_detection(image, face(-0.2))
    assert image[12, 30].tolist() == [224, 224, 224] and not image[:10].any()
    other = face()
    other.location_data.format = other.location_data.BOUNDING_BOX
    with pytest.raises(landmarkkit.InvalidArgumentError, match="got BOUNDING_BOX"):
        drawing_utils.draw_detection(image, other)
    other = face()
    other.location_data.ClearField("relative_bounding_box")
    image[:] = 0
    drawing_utils.draw_detection(image, other)
    assert image[36, 78:83].any() and not image[12].any()


@pytest.mark.parametrize(
    "place, pixel",
    [
        ((0, 0), (0, 0)),
        ((1, 1), (9, 19)),
        ((1 + 1e-10, 0.5), (9, 10)),
        ((1 + 1e-8, 0.5), None),
        ((-1e-12, 0.5), None),
        ((0.999, float("nan")), None),
    ],
)
def test_pixels(place, pixel):
    assert drawing_utils._normalized_to_pixel_coordinates(*place, 10, 20) == pixel


def test_plots(monkeypatch):
    pytest.importorskip("matplotlib").use("Agg")
    from matplotlib import pyplot

    monkeypatch.setattr(pyplot, "show", lambda: None)
    message, landmarks = random_points(33)
    images = []
    for points in (message, landmarks):
        drawing_utils.plot_landmarks(points, pose_connections.POSE_CONNECTIONS)
        canvas = pyplot.gcf().canvas
        canvas.draw()
        images.append(np.asarray(canvas.buffer_rgba()).copy())
        pyplot.close()
    assert np.array_equal(*images)
