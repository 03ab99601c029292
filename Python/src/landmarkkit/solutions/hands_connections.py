"""The lines between the landmarks of a hand, as pairs of indices."""

from typing import FrozenSet, Tuple

from ..tasks.python.vision._connections import ends
from ..tasks.python.vision.hand_landmarker import HandLandmarksConnections as _Hand

HAND_PALM_CONNECTIONS = ends(_Hand.HAND_PALM_CONNECTIONS)
HAND_THUMB_CONNECTIONS = ends(_Hand.HAND_THUMB_CONNECTIONS)
HAND_INDEX_FINGER_CONNECTIONS = ends(_Hand.HAND_INDEX_FINGER_CONNECTIONS)
HAND_MIDDLE_FINGER_CONNECTIONS = ends(_Hand.HAND_MIDDLE_FINGER_CONNECTIONS)
HAND_RING_FINGER_CONNECTIONS = ends(_Hand.HAND_RING_FINGER_CONNECTIONS)
HAND_PINKY_FINGER_CONNECTIONS = ends(_Hand.HAND_PINKY_FINGER_CONNECTIONS)

# Lines are drawn in the order of the set, so it is built as in MediaPipe: where lines cross, the
# same line is on top.
HAND_CONNECTIONS: FrozenSet[Tuple[int, int]] = frozenset().union(
    HAND_PALM_CONNECTIONS,
    HAND_THUMB_CONNECTIONS,
    HAND_INDEX_FINGER_CONNECTIONS,
    HAND_MIDDLE_FINGER_CONNECTIONS,
    HAND_RING_FINGER_CONNECTIONS,
    HAND_PINKY_FINGER_CONNECTIONS,
)
