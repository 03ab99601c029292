"""Colors and lines of drawings, in MediaPipe's style."""

from __future__ import annotations

from typing import Dict, Iterable, List, Mapping, Tuple

from ._connections import Connection
from .drawing_utils import DrawingSpec
from .face_landmarker import FaceLandmarksConnections as Face
from .hand_landmarker import HandLandmark
from .hand_landmarker import HandLandmarksConnections as Hand
from .pose_landmarker import PoseLandmark

# Blue, green and red.
_RED = (48, 48, 255)
_GREEN = (48, 255, 48)
_BLUE = (192, 101, 21)
_YELLOW = (0, 204, 255)
_GRAY = (128, 128, 128)
_PURPLE = (128, 64, 128)
_PEACH = (180, 229, 255)
_WHITE = (224, 224, 224)
_CYAN = (192, 255, 48)
_MAGENTA = (192, 48, 255)
_ORANGE = (0, 138, 255)
_TURQUOISE = (231, 217, 0)

_Lines = Mapping[Tuple[int, int], DrawingSpec]

# The color of each finger, whose first joint has that of the palm.
_FINGER_COLORS = [
    (HandLandmark.THUMB_CMC, _PEACH, Hand.HAND_THUMB_CONNECTIONS),
    (HandLandmark.INDEX_FINGER_MCP, _PURPLE, Hand.HAND_INDEX_FINGER_CONNECTIONS),
    (HandLandmark.MIDDLE_FINGER_MCP, _YELLOW, Hand.HAND_MIDDLE_FINGER_CONNECTIONS),
    (HandLandmark.RING_FINGER_MCP, _GREEN, Hand.HAND_RING_FINGER_CONNECTIONS),
    (HandLandmark.PINKY_MCP, _BLUE, Hand.HAND_PINKY_FINGER_CONNECTIONS),
]


def _lines(
    styles: Iterable[Tuple[List[Connection], Tuple[int, int, int]]], thickness: int
) -> _Lines:
    return {
        (line.start, line.end): DrawingSpec(color, thickness)
        for lines, color in styles
        for line in lines
    }


def get_default_hand_landmarks_style() -> Mapping[int, DrawingSpec]:
    """How to draw each landmark of a hand."""

    def dot(color: Tuple[int, int, int]) -> DrawingSpec:
        return DrawingSpec(color, thickness=-1, circle_radius=5)

    style: Dict[int, DrawingSpec] = {HandLandmark.WRIST: dot(_RED)}
    for first, color, _ in _FINGER_COLORS:
        style[first] = dot(_RED)
        for joint in range(first + 1, first + 4):
            style[HandLandmark(joint)] = dot(color)
    return style


def get_default_hand_connections_style() -> _Lines:
    """How to draw each line of a hand."""
    fingers = [(lines, color) for _, color, lines in _FINGER_COLORS]
    return {
        **_lines([(Hand.HAND_PALM_CONNECTIONS, _GRAY)], 3),
        **_lines(fingers, 2),
    }


def get_default_face_mesh_contours_style(i: int = 0) -> _Lines:
    """How to draw each line of a face's contours: style 0, or 1 with the nose and more colors."""
    if i == 1:
        colors = (_BLUE, _CYAN, _GREEN, _MAGENTA, _RED, _WHITE)
        nose = [(Face.FACE_LANDMARKS_NOSE, _YELLOW)]
    else:
        colors = (_WHITE, _GREEN, _GREEN, _RED, _RED, _WHITE)
        nose = []
    parts = (
        Face.FACE_LANDMARKS_LIPS,
        Face.FACE_LANDMARKS_LEFT_EYE,
        Face.FACE_LANDMARKS_LEFT_EYEBROW,
        Face.FACE_LANDMARKS_RIGHT_EYE,
        Face.FACE_LANDMARKS_RIGHT_EYEBROW,
        Face.FACE_LANDMARKS_FACE_OVAL,
    )
    return _lines([*zip(parts, colors), *nose], 2)


def get_default_face_mesh_tesselation_style() -> DrawingSpec:
    """How to draw the lines of a face's mesh."""
    return DrawingSpec(_GRAY, thickness=1)


def get_default_face_mesh_iris_connections_style() -> _Lines:
    """How to draw each line around the irises."""
    return _lines(
        [(Face.FACE_LANDMARKS_LEFT_IRIS, _GREEN), (Face.FACE_LANDMARKS_RIGHT_IRIS, _RED)], 2
    )


def get_default_pose_landmarks_style() -> Mapping[int, DrawingSpec]:
    """How to draw each landmark of a pose: the left side orange, the right side turquoise."""
    style: Dict[int, DrawingSpec] = {}
    for landmark in PoseLandmark:
        color = _ORANGE if "LEFT" in landmark.name else _TURQUOISE
        style[landmark] = DrawingSpec(_WHITE if landmark is PoseLandmark.NOSE else color)
    return style
