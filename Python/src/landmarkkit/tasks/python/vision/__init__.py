"""Hands, poses and faces in images and video."""

from typing import TYPE_CHECKING

from landmarkkit._imports import lazily

if TYPE_CHECKING:
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

_HOMES = {
    "Blendshapes": "face_landmarker",
    "FaceDetector": "face_detector",
    "FaceDetectorOptions": "face_detector",
    "FaceDetectorResult": "face_detector",
    "FaceLandmarker": "face_landmarker",
    "FaceLandmarkerOptions": "face_landmarker",
    "FaceLandmarkerResult": "face_landmarker",
    "FaceLandmarksConnections": "face_landmarker",
    "HandLandmark": "hand_landmarker",
    "HandLandmarker": "hand_landmarker",
    "HandLandmarkerOptions": "hand_landmarker",
    "HandLandmarkerResult": "hand_landmarker",
    "HandLandmarksConnections": "hand_landmarker",
    "ImageProcessingOptions": "core.image_processing_options",
    "PoseLandmark": "pose_landmarker",
    "PoseLandmarker": "pose_landmarker",
    "PoseLandmarkerOptions": "pose_landmarker",
    "PoseLandmarkerResult": "pose_landmarker",
    "PoseLandmarksConnections": "pose_landmarker",
    "RunningMode": "core.vision_task_running_mode",
    "core": "",
    "drawing_styles": "",
    "drawing_utils": "",
    "face_detector": "",
    "face_landmarker": "",
    "hand_landmarker": "",
    "pose_landmarker": "",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, _HOMES)
