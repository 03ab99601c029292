"""Colors and lines of drawings: those of the tasks."""

from ..tasks.python.vision.drawing_styles import (
    get_default_face_mesh_contours_style,
    get_default_face_mesh_iris_connections_style,
    get_default_face_mesh_tesselation_style,
    get_default_hand_connections_style,
    get_default_hand_landmarks_style,
    get_default_pose_landmarks_style,
)

__all__ = [
    "get_default_face_mesh_contours_style",
    "get_default_face_mesh_iris_connections_style",
    "get_default_face_mesh_tesselation_style",
    "get_default_hand_connections_style",
    "get_default_hand_landmarks_style",
    "get_default_pose_landmarks_style",
]
