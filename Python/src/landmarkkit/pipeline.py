"""The steps of a task, for a landmark model that runs elsewhere: in batches on a server, for example.

A landmarker finds the regions of hands, poses or faces and samples them as inputs of the landmark
model; some other runtime, such as ONNX Runtime, runs the model on the inputs of many images at once;
and the landmarker decodes the outputs. `export_onnx` writes the model for it.
"""

from __future__ import annotations

import ctypes
import os
from typing import Any, Generic, Optional, Sequence, TypeVar, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native, errors
from .tasks.python.vision._instances import Found
from .tasks.python.vision._task import Landmarker, _packed
from .tasks.python.vision.core.image import Image
from .tasks.python.vision.core.image_processing_options import ImageProcessingOptions

__all__ = ["Steps", "export_onnx"]

_Result = TypeVar("_Result")
# A region: x and y of its center, width, height, rotation.
_NUMBERS = 5


class Steps(Generic[_Result]):
    """The steps of `detect` of a hand, pose or face landmarker.

    With the model's own outputs, `decode` returns the same as `detect`. The steps work in every
    running mode, and neither use nor change tracking state. They may be called from any thread, and
    wait for each other; to work in parallel, use one landmarker per thread.

    Args:
        landmarker: A hand, pose or face landmarker, which must stay open.
    """

    def __init__(self, landmarker: Landmarker[Any, _Result]):
        if not isinstance(landmarker, Landmarker):
            raise errors.InvalidArgumentError(
                f"expected a landmarker of hands, poses or faces, got {type(landmarker).__name__}"
            )
        self._landmarker = landmarker
        width, height = ctypes.c_int32(), ctypes.c_int32()
        _native.check(landmarker._call(landmarker._library.input_size, width, height))
        self._size = width.value, height.value

    @property
    def input_size(self) -> tuple[int, int]:
        """Width and height of the landmark model's input, in pixels."""
        return self._size

    def regions(
        self, image: Image, options: Optional[ImageProcessingOptions] = None
    ) -> NDArray[np.float32]:
        """Runs the detector.

        Returns:
            For each hand, pose or face, best first and at most as many as the landmarker's options
            allow: x and y of the center, width and height as shares of the image's, and the rotation
            in radians, clockwise. The shape is (n, 5).

        Raises:
            InvalidArgumentError: The image's format or the rotation is not supported.
            ClosedError: The landmarker is closed.
        """
        packed, count = _packed(image, options), ctypes.c_size_t()
        capacity = 16
        while True:
            regions: NDArray[np.float32] = np.empty((capacity, _NUMBERS), np.float32)
            task = self._landmarker
            _native.check(
                task._call(
                    task._library.regions, packed, regions.ctypes.data, capacity, count
                )
            )
            if count.value <= capacity:
                found: NDArray[np.float32] = regions[: count.value].copy()
                return found
            capacity = count.value

    def inputs(
        self,
        image: Image,
        regions: ArrayLike,
        options: Optional[ImageProcessingOptions] = None,
    ) -> NDArray[np.float32]:
        """Samples regions of an image.

        Args:
            image: The image.
            regions: Regions as `regions` returns them, of shape (n, 5).
            options: The image's rotation.

        Returns:
            The inputs of the landmark model, RGB in 0…1, of shape (n, height, width, 3).

        Raises:
            InvalidArgumentError: `regions` has another shape, or a region has no area.
        """
        array = _regions(regions)
        width, height = self._size
        values = np.empty((len(array), height, width, 3), np.float32)
        task = self._landmarker
        _native.check(
            task._call(
                task._library.sample_regions,
                _packed(image, options),
                array.ctypes.data,
                len(array),
                values.ctypes.data,
                values.size,
            )
        )
        return values

    def decode(
        self,
        image: Image,
        regions: ArrayLike,
        outputs: Sequence[ArrayLike],
        options: Optional[ImageProcessingOptions] = None,
    ) -> _Result:
        """Makes the result of an image from the outputs of the landmark model.

        Args:
            image: The image. Only its size matters.
            regions: The image's regions, of shape (n, 5).
            outputs: All outputs of the model, in its order; the first dimension of each is n.
            options: The image's rotation.

        Returns:
            The landmarker's result, as from `detect`: regions in which nothing was found are left
            out.

        Raises:
            InvalidArgumentError: An argument has another shape, or a region has no area.
            InferenceError: The outputs are not those of the model.
        """
        array = _regions(regions)
        values = [np.ascontiguousarray(output, np.float32) for output in outputs]
        for position, output in enumerate(values):
            if output.ndim == 0 or len(output) != len(array):
                raise errors.InvalidArgumentError(
                    f"output {position} must have {len(array)} rows, one for each region, "
                    f"got the shape {output.shape}"
                )
        structs = (_native.OutputStruct * len(values))(
            *(_native.OutputStruct(output.ctypes.data, output.size) for output in values)
        )
        task = self._landmarker
        found = Found.nothing(task._library, task._process_id)
        _native.check(
            task._call(
                task._library.decode,
                _packed(image, options),
                array.ctypes.data,
                len(array),
                structs,
                len(values),
                found,
            )
        )
        return task._make_result(found, image)


def _regions(regions: ArrayLike) -> NDArray[np.float32]:
    array = np.ascontiguousarray(regions, np.float32)
    if array.ndim != 2 or array.shape[1] != _NUMBERS:
        raise errors.InvalidArgumentError(
            f"regions must have the shape (n, {_NUMBERS}), got {array.shape}"
        )
    return array


def export_onnx(
    model: Union[str, "os.PathLike[str]"],
    network: str,
    path: Union[str, "os.PathLike[str]"],
    *,
    batch: Optional[int] = None,
    precision: str = "f32",
) -> None:
    """Writes a network of a model bundle as ONNX, with operators of version 18.

    Inputs and outputs have the model's names and shapes; the dimensions of images are batch, rows,
    columns and channels. The file appears when it is complete.

    Args:
        model: The path of a bundle (`.task`).
        network: The network's name, such as "hand_landmarks_detector", with or without ".tflite".
        path: Where the file goes.
        batch: The number of samples at a time; None for any.
        precision: "f32", or "f16" for weights and arithmetic in 16-bit floats.

    Raises:
        ModelError: The bundle cannot be read, or has no such network.
        InferenceError: The network has operators that ONNX lacks.
        InvalidArgumentError: The file cannot be written, or an argument is out of range.
        TypeError: `network` is not a string, or `batch` not an integer.
    """
    if not isinstance(network, str):
        raise TypeError(f"network must be a string, got {network!r}")
    if precision not in ("f32", "f16"):
        raise errors.InvalidArgumentError(f"precision must be f32 or f16, got {precision!r}")
    if isinstance(batch, bool):
        raise TypeError(f"batch must be an integer, got {batch!r}")
    samples = 0 if batch is None else _native.int32("batch", batch)
    if batch is not None and samples < 1:
        raise errors.InvalidArgumentError(f"batch must be at least 1, got {samples}")
    _native.check(
        _native.library().export_onnx(
            _native.encoded_path(model, "model"),
            network.removesuffix(".tflite").encode(),
            samples,
            precision == "f16",
            _native.encoded_path(path, "file"),
        )
    )
