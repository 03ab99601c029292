"""The lines between the landmarks of a face, as pairs of indices; left and right are the person's
own."""

from typing import FrozenSet, Tuple

from ..tasks.python.vision._connections import ends
from ..tasks.python.vision.face_landmarker import FaceLandmarksConnections as _Face

_Lines = FrozenSet[Tuple[int, int]]

FACEMESH_LIPS: _Lines = frozenset(ends(_Face.FACE_LANDMARKS_LIPS))
FACEMESH_LEFT_EYE: _Lines = frozenset(ends(_Face.FACE_LANDMARKS_LEFT_EYE))
FACEMESH_LEFT_IRIS: _Lines = frozenset(ends(_Face.FACE_LANDMARKS_LEFT_IRIS))
FACEMESH_LEFT_EYEBROW: _Lines = frozenset(ends(_Face.FACE_LANDMARKS_LEFT_EYEBROW))
FACEMESH_RIGHT_EYE: _Lines = frozenset(ends(_Face.FACE_LANDMARKS_RIGHT_EYE))
FACEMESH_RIGHT_EYEBROW: _Lines = frozenset(ends(_Face.FACE_LANDMARKS_RIGHT_EYEBROW))
FACEMESH_RIGHT_IRIS: _Lines = frozenset(ends(_Face.FACE_LANDMARKS_RIGHT_IRIS))
FACEMESH_FACE_OVAL: _Lines = frozenset(ends(_Face.FACE_LANDMARKS_FACE_OVAL))
FACEMESH_NOSE: _Lines = frozenset(ends(_Face.FACE_LANDMARKS_NOSE))
FACEMESH_TESSELATION: _Lines = frozenset(ends(_Face.FACE_LANDMARKS_TESSELATION))

# In the order in which MediaPipe joins them, which is the order of drawing.
FACEMESH_CONTOURS: _Lines = frozenset().union(
    FACEMESH_LIPS,
    FACEMESH_LEFT_EYE,
    FACEMESH_LEFT_EYEBROW,
    FACEMESH_RIGHT_EYE,
    FACEMESH_RIGHT_EYEBROW,
    FACEMESH_FACE_OVAL,
)
FACEMESH_IRISES: _Lines = frozenset().union(FACEMESH_LEFT_IRIS, FACEMESH_RIGHT_IRIS)
