"""Image files as MediaPipe decodes them, with stb_image: `pip install landmarkkit[stb]`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from landmarkkit import errors
from landmarkkit._optional import optional

_JPEG = b"\xff\xd8"


def pixels(file_name: str, content: bytes) -> NDArray[np.uint8]:
    """The pixels of an encoded image: uint8 of shape (height, width, 1, 3 or 4).

    Args:
        file_name: The name of the file in errors.
        content: The bytes of the file.

    Raises:
        ImageError: stb_image cannot decode it, or MediaPipe does not accept its number of channels.
        MissingDependencyError: libstb is not installed.
    """
    stb = optional("libstb", "libstb", "stb", 'decoder="mediapipe"')
    try:
        # MediaPipe turns JPEG files upright, and no others.
        decoded = stb.Image.open(content, orient=content[:2] == _JPEG)
    except stb.Error as error:
        raise errors.ImageError(f"{file_name}: {error}") from None
    array: NDArray[np.uint8] = np.asarray(decoded.numpy())
    if array.shape[2] == 2:
        raise errors.ImageError(
            f"{file_name} is gray with alpha: MediaPipe expects 1, 3 or 4 channels"
        )
    return array
