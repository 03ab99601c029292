"""The lines between the landmarks of a pose, as pairs of indices."""

from ..tasks.python.vision._connections import ends
from ..tasks.python.vision.pose_landmarker import PoseLandmarksConnections as _Pose

POSE_CONNECTIONS = frozenset(ends(_Pose.POSE_LANDMARKS))
