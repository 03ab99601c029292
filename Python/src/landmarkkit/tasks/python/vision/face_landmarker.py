"""Finds faces: 478 landmarks each, and optionally blendshapes and the head pose."""

from __future__ import annotations

import dataclasses
import enum
import functools
from typing import Callable, List, Optional, Union

import numpy as np
from numpy.typing import NDArray

from landmarkkit import _native

from ..components.containers.category import Category
from ..components.containers.landmark import NormalizedLandmark
from ..core.base_options import BaseOptions
from . import _face_connections as lines
from ._connections import Connection, Lines, chain
from ._instances import Found, InstancesResult, image_landmarks
from ._task import Landmarker
from .core.image import Image
from .core.vision_task_running_mode import VisionTaskRunningMode as RunningMode


class Blendshapes(enum.IntEnum):
    """The movements of a face, by their index; left and right are the person's own."""

    NEUTRAL = 0
    BROW_DOWN_LEFT = 1
    BROW_DOWN_RIGHT = 2
    BROW_INNER_UP = 3
    BROW_OUTER_UP_LEFT = 4
    BROW_OUTER_UP_RIGHT = 5
    CHEEK_PUFF = 6
    CHEEK_SQUINT_LEFT = 7
    CHEEK_SQUINT_RIGHT = 8
    EYE_BLINK_LEFT = 9
    EYE_BLINK_RIGHT = 10
    EYE_LOOK_DOWN_LEFT = 11
    EYE_LOOK_DOWN_RIGHT = 12
    EYE_LOOK_IN_LEFT = 13
    EYE_LOOK_IN_RIGHT = 14
    EYE_LOOK_OUT_LEFT = 15
    EYE_LOOK_OUT_RIGHT = 16
    EYE_LOOK_UP_LEFT = 17
    EYE_LOOK_UP_RIGHT = 18
    EYE_SQUINT_LEFT = 19
    EYE_SQUINT_RIGHT = 20
    EYE_WIDE_LEFT = 21
    EYE_WIDE_RIGHT = 22
    JAW_FORWARD = 23
    JAW_LEFT = 24
    JAW_OPEN = 25
    JAW_RIGHT = 26
    MOUTH_CLOSE = 27
    MOUTH_DIMPLE_LEFT = 28
    MOUTH_DIMPLE_RIGHT = 29
    MOUTH_FROWN_LEFT = 30
    MOUTH_FROWN_RIGHT = 31
    MOUTH_FUNNEL = 32
    MOUTH_LEFT = 33
    MOUTH_LOWER_DOWN_LEFT = 34
    MOUTH_LOWER_DOWN_RIGHT = 35
    MOUTH_PRESS_LEFT = 36
    MOUTH_PRESS_RIGHT = 37
    MOUTH_PUCKER = 38
    MOUTH_RIGHT = 39
    MOUTH_ROLL_LOWER = 40
    MOUTH_ROLL_UPPER = 41
    MOUTH_SHRUG_LOWER = 42
    MOUTH_SHRUG_UPPER = 43
    MOUTH_SMILE_LEFT = 44
    MOUTH_SMILE_RIGHT = 45
    MOUTH_STRETCH_LEFT = 46
    MOUTH_STRETCH_RIGHT = 47
    MOUTH_UPPER_UP_LEFT = 48
    MOUTH_UPPER_UP_RIGHT = 49
    NOSE_SNEER_LEFT = 50
    NOSE_SNEER_RIGHT = 51


def _paths(paths: List[List[int]]) -> Lines:
    return [connection for path in paths for connection in chain(*path)]


class FaceLandmarksConnections:
    """The lines to draw between the landmarks of a face; left and right are the person's own."""

    Connection = Connection

    FACE_LANDMARKS_LIPS: Lines = _paths(lines.LIPS)
    FACE_LANDMARKS_LEFT_EYE: Lines = _paths(lines.LEFT_EYE)
    FACE_LANDMARKS_LEFT_EYEBROW: Lines = _paths(lines.LEFT_EYEBROW)
    FACE_LANDMARKS_LEFT_IRIS: Lines = _paths(lines.LEFT_IRIS)
    FACE_LANDMARKS_RIGHT_EYE: Lines = _paths(lines.RIGHT_EYE)
    FACE_LANDMARKS_RIGHT_EYEBROW: Lines = _paths(lines.RIGHT_EYEBROW)
    FACE_LANDMARKS_RIGHT_IRIS: Lines = _paths(lines.RIGHT_IRIS)
    FACE_LANDMARKS_FACE_OVAL: Lines = _paths(lines.FACE_OVAL)
    # Down the bridge, along the lower edge, and around both sides of the tip.
    FACE_LANDMARKS_NOSE: Lines = chain(168, 6, 197, 195, 5, 4, 1, 19, 94, 2) + chain(
        98, 97, 2, 326, 327, 294, 278, 344, 440, 275, 4, 45, 220, 115, 48, 64, 98
    )
    FACE_LANDMARKS_CONTOURS: Lines = (
        FACE_LANDMARKS_LIPS
        + FACE_LANDMARKS_LEFT_EYE
        + FACE_LANDMARKS_LEFT_EYEBROW
        + FACE_LANDMARKS_RIGHT_EYE
        + FACE_LANDMARKS_RIGHT_EYEBROW
        + FACE_LANDMARKS_FACE_OVAL
    )
    FACE_LANDMARKS_TESSELATION: Lines = [
        connection
        for a, b, c in zip(lines.TRIANGLES[::3], lines.TRIANGLES[1::3], lines.TRIANGLES[2::3])
        for connection in chain(a, b, c, a)
    ]


@functools.lru_cache(maxsize=None)
def _blendshape_names() -> List[str]:
    library = _native.library()
    return [_native.text(library.blendshape_name(index)) for index in range(len(Blendshapes))]


@dataclasses.dataclass
class FaceLandmarkerResult(InstancesResult):
    """The faces in an image; each list has one entry per face.

    Attributes:
        face_landmarks: 478 landmarks in the image.
        face_blendshapes: 52 movements, 0…1; empty unless requested.
        facial_transformation_matrixes: Arrays (4, 4), from the canonical face in centimeters to the
            camera's space; empty unless requested.
    """

    face_landmarks: List[List[NormalizedLandmark]]
    face_blendshapes: List[List[Category]]
    facial_transformation_matrixes: List[NDArray[np.float32]]

    _LANDMARKS = 478

    @property
    def blendshapes_array(self) -> NDArray[np.float32]:
        """The movements as float32 of shape (n, 52); (n, 0) unless requested."""
        scores = [instance.blendshapes or b"" for instance in self._instances]
        return np.frombuffer(b"".join(scores), np.float32).reshape(len(scores), -1 if scores else 0)


@dataclasses.dataclass
class FaceLandmarkerOptions:
    """Options of a face landmarker.

    Attributes:
        base_options: The model, a face bundle.
        running_mode: How it receives its images.
        num_faces: The maximum number of faces to find.
        min_face_detection_confidence: The minimum probability for a face to be detected, 0…1.
        min_face_presence_confidence: The minimum probability for a face to be kept, 0…1.
        min_tracking_confidence: The minimum overlap of regions in successive frames that count as
            the same face, 0…1.
        output_face_blendshapes: Whether to measure blendshapes.
        output_facial_transformation_matrixes: Whether to compute transformation matrices.
        result_callback: Receives the results of a live stream: the result, the image, its
            timestamp.
        threads: How many threads share the work of a call; 0 for as many as are useful.
        smoothing: "mediapipe" (only while `num_faces` is 1), "off" or "on" (each by itself).
        smoothing_min_cutoff: The cutoff of smoothing at rest, in hertz.
        smoothing_beta: How much the cutoff grows with speed, in face sizes per second.
        track_retention: How long a face out of sight keeps its id, in seconds.
        detection_interval: How often the detector searches video for more faces while some are
            tracked: the interval in frames (by default 1, as in MediaPipe), or "adaptive", which is
            every fifth frame while nothing changes.
        precision: "single" as in MediaPipe, the default, or "half" for 16-bit floats in the landmark
            model, on ARM processors with FEAT_FP16; an error elsewhere. "fine" and "fast", for x86
            processors with VNNI, change nothing for faces.
    """

    base_options: BaseOptions
    running_mode: RunningMode = RunningMode.IMAGE
    num_faces: int = 1
    min_face_detection_confidence: float = 0.5
    min_face_presence_confidence: float = 0.5
    min_tracking_confidence: float = 0.5
    output_face_blendshapes: bool = False
    output_facial_transformation_matrixes: bool = False
    result_callback: Optional[Callable[[FaceLandmarkerResult, Image, int], None]] = None
    threads: int = 0
    smoothing: Optional[str] = None
    smoothing_min_cutoff: Optional[float] = None
    smoothing_beta: Optional[float] = None
    track_retention: Optional[float] = None
    detection_interval: Union[int, str, None] = None
    precision: Optional[str] = None


class FaceLandmarker(Landmarker[FaceLandmarkerOptions, FaceLandmarkerResult]):
    """Finds faces in images and video."""

    _TASK = _native.FACE
    _OPTIONS = FaceLandmarkerOptions
    _COUNT = "num_faces"
    _KIND = "face"

    def _configure(self, struct: _native.OptionsStruct, options: FaceLandmarkerOptions) -> None:
        super()._configure(struct, options)
        struct.blendshapes = bool(options.output_face_blendshapes)
        struct.transformation_matrices = bool(options.output_facial_transformation_matrixes)

    def _make_result(self, found: Found, image: Image) -> FaceLandmarkerResult:
        return FaceLandmarkerResult._lazily(_MAKERS, found)


def _blendshapes(result: FaceLandmarkerResult) -> List[List[Category]]:
    return [
        [
            Category(index, score, None, name)
            for index, (score, name) in enumerate(zip(scores, _blendshape_names()))
        ]
        for scores in result.blendshapes_array.tolist()
        if scores
    ]


def _matrices(result: FaceLandmarkerResult) -> List[NDArray[np.float32]]:
    return [
        np.frombuffer(face.matrix, np.float32).reshape(4, 4).copy()
        for face in result._instances
        if face.matrix is not None
    ]


_MAKERS = {
    "face_landmarks": image_landmarks,
    "face_blendshapes": _blendshapes,
    "facial_transformation_matrixes": _matrices,
}
