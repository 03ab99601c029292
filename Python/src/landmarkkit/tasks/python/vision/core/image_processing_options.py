"""How to process an image."""

from __future__ import annotations

import dataclasses
from typing import Optional

from landmarkkit import _native, errors

from ...components.containers.rect import RectF


@dataclasses.dataclass
class ImageProcessingOptions:
    """How to process an image.

    Attributes:
        region_of_interest: Not supported by the tasks of this package, nor by MediaPipe's hand,
            pose and face tasks; setting it is an error.
        rotation_degrees: The clockwise rotation that makes the image upright, a multiple of 90.
            Results are in the coordinates of the unrotated image.
    """

    region_of_interest: Optional[RectF] = None
    rotation_degrees: int = 0

    @property
    def _rotation(self) -> int:
        """The rotation as 0, 90, 180 or 270."""
        if self.region_of_interest is not None:
            raise errors.InvalidArgumentError("this task does not support a region_of_interest")
        degrees = _native.int64("rotation_degrees", self.rotation_degrees)
        if degrees % 90:
            raise errors.InvalidArgumentError(
                f"rotation_degrees must be a multiple of 90, got {degrees}"
            )
        return degrees % 360
