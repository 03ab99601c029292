"""Hands, poses and faces in images and video."""

from . import (
    core,
    drawing_styles,
    drawing_utils,
    face_detector,
    face_landmarker,
    hand_landmarker,
    pose_landmarker,
)
from .core.image_processing_options import ImageProcessingOptions
from .core.vision_task_running_mode import VisionTaskRunningMode as RunningMode
from .face_detector import FaceDetector, FaceDetectorOptions, FaceDetectorResult
from .face_landmarker import (
    Blendshapes,
    FaceLandmarker,
    FaceLandmarkerOptions,
    FaceLandmarkerResult,
    FaceLandmarksConnections,
)
from .hand_landmarker import (
    HandLandmark,
    HandLandmarker,
    HandLandmarkerOptions,
    HandLandmarkerResult,
    HandLandmarksConnections,
)
from .pose_landmarker import (
    PoseLandmark,
    PoseLandmarker,
    PoseLandmarkerOptions,
    PoseLandmarkerResult,
    PoseLandmarksConnections,
)

__all__ = [
    "Blendshapes",
    "FaceDetector",
    "FaceDetectorOptions",
    "FaceDetectorResult",
    "FaceLandmarker",
    "FaceLandmarkerOptions",
    "FaceLandmarkerResult",
    "FaceLandmarksConnections",
    "HandLandmark",
    "HandLandmarker",
    "HandLandmarkerOptions",
    "HandLandmarkerResult",
    "HandLandmarksConnections",
    "ImageProcessingOptions",
    "PoseLandmark",
    "PoseLandmarker",
    "PoseLandmarkerOptions",
    "PoseLandmarkerResult",
    "PoseLandmarksConnections",
    "RunningMode",
    "core",
    "drawing_styles",
    "drawing_utils",
    "face_detector",
    "face_landmarker",
    "hand_landmarker",
    "pose_landmarker",
]
