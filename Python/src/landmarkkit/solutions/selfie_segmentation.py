"""Separates people from the background."""

from __future__ import annotations

import dataclasses
from typing import ClassVar, Optional

import numpy as np

from .. import _native
from ..tasks.python.vision._instances import take_instances
from . import _messages
from ._solution import SolutionBase, SolutionOutputs, choice

__all__ = ["SelfieSegmentation", "SelfieSegmentationOutputs"]

_MODELS = ("selfie_segmentation.tflite", "selfie_segmentation_landscape.tflite")


@dataclasses.dataclass
class SelfieSegmentationOutputs(SolutionOutputs):
    """The people in an image.

    Attributes:
        segmentation_mask: The probability that each pixel belongs to a person: read-only float32 of
            shape (height, width).
    """

    segmentation_mask: Optional[np.ndarray]

    _fields: ClassVar = ("segmentation_mask",)


class SelfieSegmentation(SolutionBase):
    """Separates people from the background in images."""

    _TASK = _native.SEGMENTER

    def __init__(self, model_selection: int = 0):
        """Creates the solution.

        Args:
            model_selection: 0 for the general model, 1 for the faster one for landscape images.

        Raises:
            InvalidArgumentError: The argument is neither 0 nor 1.
            ModelNotFoundError: The models are not installed.
        """
        model = _MODELS[choice("model_selection", model_selection, len(_MODELS))]
        super().__init__(model, is_video=False)

    def process(self, image: np.ndarray) -> SelfieSegmentationOutputs:
        """Finds the people in an image.

        Args:
            image: RGB, uint8 of shape (height, width, 3).

        Raises:
            InvalidArgumentError: The image has another shape or type.
            ClosedSolutionError: The solution is closed.
        """
        return SelfieSegmentationOutputs._lazily(_MAKERS, self._found(image))


def _mask(result: SelfieSegmentationOutputs) -> Optional[np.ndarray]:
    return _messages.mask(take_instances(result)[0])


_MAKERS = {"segmentation_mask": _mask}
