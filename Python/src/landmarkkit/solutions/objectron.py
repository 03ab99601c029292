"""The names of MediaPipe's 3D object detector, which LandmarkKit does not have."""

from __future__ import annotations

import enum
from typing import Optional, Tuple

from .. import errors

__all__ = ["BOX_CONNECTIONS", "BoxLandmark", "Objectron"]

_MODELS = ("Shoe", "Chair", "Cup", "Camera")


class BoxLandmark(enum.IntEnum):
    """The center and the corners of a box, by their index."""

    CENTER = 0
    BACK_BOTTOM_LEFT = 1
    FRONT_BOTTOM_LEFT = 2
    BACK_TOP_LEFT = 3
    FRONT_TOP_LEFT = 4
    BACK_BOTTOM_RIGHT = 5
    FRONT_BOTTOM_RIGHT = 6
    BACK_TOP_RIGHT = 7
    FRONT_TOP_RIGHT = 8


# The corners are numbered in binary: front, top and right add 1, 2 and 4. An edge joins two of
# which one adds a number that the other lacks.
BOX_CONNECTIONS = frozenset(
    (BoxLandmark(corner + 1), BoxLandmark(corner + side + 1))
    for corner in range(8)
    for side in (1, 2, 4)
    if not corner & side
)


class Objectron:
    """MediaPipe's 3D object detector; it cannot be created."""

    def __init__(
        self,
        static_image_mode: bool = False,
        max_num_objects: int = 5,
        min_detection_confidence: float = 0.5,
        min_tracking_confidence: float = 0.99,
        model_name: str = "Shoe",
        focal_length: Tuple[float, float] = (1.0, 1.0),
        principal_point: Tuple[float, float] = (0.0, 0.0),
        image_size: Optional[Tuple[int, int]] = None,
    ):
        """Raises an error.

        Raises:
            InvalidArgumentError: MediaPipe has no such model either.
            NotAvailableError: Otherwise.
        """
        if model_name not in _MODELS:
            raise errors.InvalidArgumentError(
                f"model_name must be one of {', '.join(_MODELS)}, got {model_name!r}"
            )
        raise errors.NotAvailableError(
            "Objectron is not available in LandmarkKit, which has no SSD object detector and no "
            "3D boxes; MediaPipe's package does not contain the networks for them either"
        )
