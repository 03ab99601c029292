"""Colors and lines of drawings: those of the tasks, in MediaPipe's tables.

Scripts read and change the names that begin with an underscore, so those are MediaPipe's, too.
"""

from __future__ import annotations

from typing import Any, Dict, Iterable, Mapping, Tuple

from ..tasks.python.vision import drawing_styles as _tasks
from ..tasks.python.vision.drawing_styles import (  # noqa: F401
    _BLUE,
    _CYAN,
    _GRAY,
    _GREEN,
    _MAGENTA,
    _PEACH,
    _PURPLE,
    _RED,
    _WHITE,
    _YELLOW,
)
from ..tasks.python.vision.drawing_utils import DrawingSpec
from ..tasks.python.vision.hand_landmarker import HandLandmark
from ..tasks.python.vision.pose_landmarker import PoseLandmark
from . import face_mesh_connections as _face
from . import hands_connections as _hands

__all__ = [
    "DrawingSpec",
    "get_default_face_mesh_contours_style",
    "get_default_face_mesh_iris_connections_style",
    "get_default_face_mesh_tesselation_style",
    "get_default_hand_connections_style",
    "get_default_hand_landmarks_style",
    "get_default_pose_landmarks_style",
]

_Lines = Mapping[Tuple[int, int], DrawingSpec]
# How to draw groups of landmarks or lines.
_Table = Dict[Any, DrawingSpec]


def _table(style: Mapping[Any, DrawingSpec], groups: Iterable[Any]) -> _Table:
    """The style of each group, taken from its first member."""
    return {group: style[next(iter(group))] for group in groups}


def _expanded(table: _Table) -> Dict[Any, DrawingSpec]:
    return {member: spec for group, spec in table.items() for member in group}


def _joints(first: HandLandmark) -> Tuple[HandLandmark, ...]:
    """The three joints of a finger after its first one."""
    return tuple(HandLandmark(first + number) for number in (1, 2, 3))


_RADIUS = 5
_THICKNESS_WRIST_MCP = 3
_THICKNESS_FINGER = 2
_THICKNESS_DOT = -1
_THICKNESS_TESSELATION = 1
_THICKNESS_CONTOURS = 2
_THICKNESS_POSE_LANDMARKS = 2

_FIRST_JOINTS = (
    HandLandmark.THUMB_CMC,
    HandLandmark.INDEX_FINGER_MCP,
    HandLandmark.MIDDLE_FINGER_MCP,
    HandLandmark.RING_FINGER_MCP,
    HandLandmark.PINKY_MCP,
)
_PALM_LANDMARKS = (HandLandmark.WRIST, *_FIRST_JOINTS)
(
    _THUMP_LANDMARKS,
    _INDEX_FINGER_LANDMARKS,
    _MIDDLE_FINGER_LANDMARKS,
    _RING_FINGER_LANDMARKS,
    _PINKY_FINGER_LANDMARKS,
) = _FINGERS = tuple(map(_joints, _FIRST_JOINTS))
_HAND_LANDMARK_STYLE = _table(
    _tasks.get_default_hand_landmarks_style(), (_PALM_LANDMARKS, *_FINGERS)
)
_HAND_CONNECTION_STYLE = _table(
    _tasks.get_default_hand_connections_style(),
    (
        _hands.HAND_PALM_CONNECTIONS,
        _hands.HAND_THUMB_CONNECTIONS,
        _hands.HAND_INDEX_FINGER_CONNECTIONS,
        _hands.HAND_MIDDLE_FINGER_CONNECTIONS,
        _hands.HAND_RING_FINGER_CONNECTIONS,
        _hands.HAND_PINKY_FINGER_CONNECTIONS,
    ),
)
_CONTOURS = (
    _face.FACEMESH_LIPS,
    _face.FACEMESH_LEFT_EYE,
    _face.FACEMESH_LEFT_EYEBROW,
    _face.FACEMESH_RIGHT_EYE,
    _face.FACEMESH_RIGHT_EYEBROW,
    _face.FACEMESH_FACE_OVAL,
)
_FACEMESH_CONTOURS_CONNECTION_STYLE = _table(
    _tasks.get_default_face_mesh_contours_style(), _CONTOURS
)
_FACEMESH_CONTOURS_CONNECTION_STYLE_1 = _table(
    _tasks.get_default_face_mesh_contours_style(1), (*_CONTOURS, _face.FACEMESH_NOSE)
)
_POSE_LANDMARKS_LEFT = frozenset(point for point in PoseLandmark if "LEFT" in point.name)
_POSE_LANDMARKS_RIGHT = frozenset(point for point in PoseLandmark if "RIGHT" in point.name)


def get_default_hand_landmarks_style() -> Mapping[int, DrawingSpec]:
    """How to draw each landmark of a hand."""
    return _expanded(_HAND_LANDMARK_STYLE)


def get_default_hand_connections_style() -> _Lines:
    """How to draw each line of a hand."""
    return _expanded(_HAND_CONNECTION_STYLE)


def get_default_face_mesh_contours_style(i: int = 0) -> _Lines:
    """How to draw each line of a face's contours: style 0, or 1 with the nose and more colors."""
    one = i == 1
    return _expanded(
        _FACEMESH_CONTOURS_CONNECTION_STYLE_1 if one else _FACEMESH_CONTOURS_CONNECTION_STYLE
    )


def get_default_face_mesh_tesselation_style() -> DrawingSpec:
    """How to draw the lines of a face's mesh."""
    return DrawingSpec(_GRAY, _THICKNESS_TESSELATION)


def get_default_face_mesh_iris_connections_style() -> _Lines:
    """How to draw each line around the irises."""
    return _expanded(
        {
            _face.FACEMESH_LEFT_IRIS: DrawingSpec(_GREEN, _THICKNESS_CONTOURS),
            _face.FACEMESH_RIGHT_IRIS: DrawingSpec(_RED, _THICKNESS_CONTOURS),
        }
    )


def get_default_pose_landmarks_style() -> Mapping[int, DrawingSpec]:
    """How to draw each landmark of a pose: the left side orange, the right side turquoise."""
    return {
        landmark: DrawingSpec(spec.color, _THICKNESS_POSE_LANDMARKS)
        for landmark, spec in _tasks.get_default_pose_landmarks_style().items()
    }
