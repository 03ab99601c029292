"""Drawing into images, with OpenCV."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import landmarkkit
from landmarkkit import InvalidArgumentError
from landmarkkit.tasks import vision
from landmarkkit.tasks.components import containers

draw = vision.drawing_utils
Point = containers.NormalizedLandmark


@pytest.fixture
def image():
    pytest.importorskip("cv2")
    return np.zeros((100, 200, 3), np.uint8)


def test_points_and_lines(image):
    points = [Point(0.25, 0.5), Point(0.75, 0.5), Point(1.5, 0.5), Point(0.5, 0.9, visibility=0.1)]
    line = vision.HandLandmarksConnections.Connection
    draw.draw_landmarks(image, points, [line(0, 1), line(1, 2), line(0, 3)])
    assert image[50, 100].tolist() == list(draw.WHITE_COLOR)
    # Neither to what is outside nor to what is hidden.
    assert not image[:, 160:].any() and not image[60:].any()
    assert (image[50, 48:53] == draw.RED_COLOR).all(1).any()
    with pytest.raises(InvalidArgumentError, match="no line from landmark 0 to 9 among 4"):
        draw.draw_landmarks(image, points, [line(0, 9)])


def test_styles(image):
    points = [Point(0.3 + i / 50, 0.5) for i in range(21)]
    styles = vision.drawing_styles
    draw.draw_landmarks(
        image,
        points,
        vision.HandLandmarksConnections.HAND_CONNECTIONS,
        styles.get_default_hand_landmarks_style(),
        styles.get_default_hand_connections_style(),
    )
    colors = {tuple(color) for row in image.tolist() for color in row}
    assert (48, 48, 255) in colors and (180, 229, 255) in colors
    before = image.copy()
    draw.draw_landmarks(image, points, None, None)
    draw.draw_landmarks(image, [])
    assert np.array_equal(image, before)


def test_detections(image):
    detection = containers.Detection(
        containers.BoundingBox(20, 10, 100, 60), [], [containers.NormalizedKeypoint(0.3, 0.4)]
    )
    draw.draw_detection(image, detection)
    assert image[10, 70].tolist() == list(draw.WHITE_COLOR)
    assert image[40, 60:65].any() and not image[90:].any()


def test_axes(image):
    draw.draw_axis(image, np.eye(3), np.array([0.0, 0.0, -1.0]), axis_length=0.5)
    # The x axis is red and points right, the y axis is green and points up.
    assert image[50, 120].tolist() == list(draw.RED_COLOR)
    assert image[40, 100].tolist() == list(draw.GREEN_COLOR)


def test_wrong_images_are_errors():
    for shape in ((10, 10), (10, 10, 4)):
        with pytest.raises(InvalidArgumentError, match=r"\(height, width, 3\)"):
            draw.draw_landmarks(np.zeros(shape, np.uint8), [Point(0.5, 0.5)])


def test_without_opencv_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "cv2", None)
    with pytest.raises(landmarkkit.MissingDependencyError, match=r"landmarkkit\[drawing\]"):
        draw.draw_landmarks(np.zeros((9, 9, 3), np.uint8), [Point(0.5, 0.5)])
