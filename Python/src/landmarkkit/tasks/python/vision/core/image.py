"""An image: pixels that a task can process."""

from __future__ import annotations

import ctypes
import enum
import os
from typing import Any, Dict, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from landmarkkit import _native, errors
from landmarkkit._files import is_missing


class ImageFormat(enum.IntEnum):
    """The format of a pixel. Tasks accept SRGB, SRGBA, SBGRA and GRAY8; masks are VEC32F1."""

    UNKNOWN = 0
    SRGB = 1
    SRGBA = 2
    GRAY8 = 3
    GRAY16 = 4
    SRGB48 = 7
    SRGBA64 = 8
    VEC32F1 = 9
    SBGRA = 11
    VEC32F2 = 12
    VEC32F4 = 13

    # MediaPipe's prints its name. That of an `IntEnum` depends on Python's version.
    __str__ = enum.Enum.__str__

    def __format__(self, format_spec: str) -> str:
        return format(int(self) if format_spec.endswith("d") else str(self), format_spec)


# For each format: itself, the type and the number of a pixel's channels, the library's format, and
# the type's name in NumPy's array interface.
_BYTE = np.dtype(np.uint8)
_LAYOUTS: "Dict[ImageFormat, Tuple[ImageFormat, np.dtype[Any], int, Optional[int], str]]" = {
    layout[0]: (*layout, layout[1].str)
    for layout in (
        (ImageFormat.SRGB, _BYTE, 3, _native.RGB24),
        (ImageFormat.SRGBA, _BYTE, 4, _native.RGBA32),
        (ImageFormat.SBGRA, _BYTE, 4, _native.BGRA32),
        (ImageFormat.GRAY8, _BYTE, 1, _native.GRAY8),
        (ImageFormat.GRAY16, np.dtype(np.uint16), 1, None),
        (ImageFormat.SRGB48, np.dtype(np.uint16), 3, None),
        (ImageFormat.SRGBA64, np.dtype(np.uint16), 4, None),
        (ImageFormat.VEC32F1, np.dtype(np.float32), 1, None),
        (ImageFormat.VEC32F2, np.dtype(np.float32), 2, None),
        (ImageFormat.VEC32F4, np.dtype(np.float32), 4, None),
    )
}

# The format of the pixels that the library returns.
_FORMATS = {native: layout for layout, _, _, native, _ in _LAYOUTS.values() if native is not None}

# The color matrices of planes, and the library's values for them.
MATRICES = {"bt601": 0, "bt709": 1, "bt2020": 2}
_MAXIMUM_SIDE = 65535


class Image:
    """An image, top row first.

    The pixels of an array are not copied if the bytes of each row are contiguous: the image shows
    what the array holds at the time of a call, and keeps it alive. Arrays in another order (such as
    `frame[:, :, ::-1]`) are copied once, here.

    An image may be used from any thread, and by several landmarkers at the same time.
    """

    __slots__ = (
        "_owner",
        "_array",
        "_format",
        "_native_format",
        "_width",
        "_height",
        "_addresses",
        "_rows",
        "_yuv",
        "__weakref__",
    )

    # The owner of the pixels' memory, and the pixels as an array once they are requested.
    _owner: Any
    _array: Optional[NDArray[Any]]
    _format: ImageFormat
    # The library's value for the format; None if tasks do not accept it.
    _native_format: Optional[int]
    _width: int
    _height: int
    # The address of each plane, and the bytes from one row to the next; only the first is used
    # unless the image is planar.
    _addresses: Tuple[int, int, int]
    _rows: Tuple[int, int, int]
    # The matrix and the range of planes.
    _yuv: Tuple[int, bool]

    def __init__(self, image_format: ImageFormat, data: NDArray[Any]):
        """Creates an image from an array.

        Args:
            image_format: The format of a pixel.
            data: Pixels of shape (height, width, channels), or (height, width) for one channel;
                uint8 for SRGB, SRGBA, SBGRA and GRAY8, uint16 for GRAY16, SRGB48 and SRGBA64,
                float32 for VEC32F….

        Raises:
            InvalidArgumentError: The type or shape is wrong, or the array is empty or too large.
        """
        try:
            image_format, dtype, channels, native, kind = _LAYOUTS[image_format]
        except (KeyError, TypeError):
            raise errors.InvalidArgumentError(
                f"image_format is not a pixel format: {image_format!r}"
            ) from None
        self._format = image_format
        self._native_format = native
        self._yuv = (0, False)
        if type(data) is np.ndarray:
            # Contiguous arrays, the usual kind, are queried once for everything: after a call of
            # the library, nothing of Python is left in the CPU's caches.
            interface = data.__array_interface__
            if interface["strides"] is None and interface["typestr"] == kind:
                shape = interface["shape"]
                if (
                    len(shape) == 3
                    and shape[2] == channels
                    and 0 < shape[0] <= _MAXIMUM_SIDE
                    and 0 < shape[1] <= _MAXIMUM_SIDE
                ):
                    self._owner = data
                    self._array = None
                    self._height, self._width = shape[:2]
                    self._addresses = (interface["data"][0], 0, 0)
                    self._rows = (shape[1] * channels * dtype.itemsize, 0, 0)
                    return
        self._owner = self._array = pixels = _checked(data, dtype, channels, image_format)
        self._height, self._width, _ = pixels.shape
        self._addresses = (_address(pixels), 0, 0)
        self._rows = (_row_bytes(pixels), 0, 0)

    @classmethod
    def create_from_file(
        cls, file_name: "Union[str, os.PathLike[str]]", *, decoder: Optional[str] = None
    ) -> Image:
        """Reads a JPEG or PNG file, or another format for which the system has a library. The image
        is turned upright as the file specifies. It is GRAY8 if the file has gray pixels without
        alpha, SRGBA if it has alpha, and SRGB otherwise.

        Args:
            file_name: The path of the file.
            decoder: None decodes JPEG with libjpeg-turbo, as OpenCV does. "mediapipe" decodes with
                stb_image, which gives exactly the pixels that MediaPipe's `create_from_file` gives.
                It may accept damaged files, and is not for untrusted files.

        Raises:
            ImageNotFoundError: The file does not exist.
            ImageError: The file is damaged or of an unknown kind.
            InvalidArgumentError: The decoder does not exist.
            MissingDependencyError: libstb, which `decoder="mediapipe"` needs, is not installed.
        """
        if decoder is not None:
            return cls._decoded(file_name, decoder)
        pixels = ctypes.c_void_p()
        library = _native.library()
        status = library.pixels_read(_native.encoded_path(file_name, "image"), pixels)
        try:
            _native.check(status)
        except errors.ImageError:
            if is_missing(file_name):
                raise errors.ImageNotFoundError(f"there is no file {file_name}") from None
            raise
        return cls._taking(pixels)

    @classmethod
    def _decoded(cls, file_name: "Union[str, os.PathLike[str]]", decoder: str) -> Image:
        if decoder != "mediapipe":
            raise errors.InvalidArgumentError(
                f'decoder must be "mediapipe" or None, got {decoder!r}'
            )
        from . import _stb

        try:
            with open(_native.encoded_path(file_name, "image"), "rb") as file:
                content = file.read()
        except FileNotFoundError:
            raise errors.ImageNotFoundError(f"there is no file {file_name}") from None
        except OSError as error:
            raise errors.ImageError(f"cannot read {file_name}: {error.strerror}") from None
        array = _stb.pixels(str(file_name), content)
        formats = {1: ImageFormat.GRAY8, 3: ImageFormat.SRGB, 4: ImageFormat.SRGBA}
        return cls(formats[array.shape[2]], array)

    @classmethod
    def create_from_planes(
        cls,
        planes: Sequence[NDArray[Any]],
        *,
        matrix: str = "bt601",
        full_range: bool = False,
    ) -> Image:
        """Creates an image from YUV 4:2:0 planes, as video decoders return them. Tasks read them
        directly, which saves the conversion to RGB.

        Args:
            planes: Three uint8 arrays: luma (height, width), and Cb and Cr with half the columns
                and rows, rounded up.
            matrix: "bt601", "bt709" or "bt2020".
            full_range: Whether luma is in 0…255 instead of 16…235.

        Raises:
            InvalidArgumentError: A plane has the wrong type or shape, or the matrix is unknown.
        """
        if len(planes) != 3:
            raise errors.InvalidArgumentError(f"expected 3 planes, got {len(planes)}")
        if matrix not in MATRICES:
            raise errors.InvalidArgumentError(
                f"matrix must be one of {', '.join(MATRICES)}, got {matrix!r}"
            )
        luma = _checked(planes[0], _BYTE, 1, "luma")
        height, width = luma.shape[:2]
        half = ((height + 1) // 2, (width + 1) // 2)
        checked = (luma, *(_checked(plane, _BYTE, 1, "chroma") for plane in planes[1:]))
        for plane in checked[1:]:
            if plane.shape[:2] != half:
                raise errors.InvalidArgumentError(
                    f"the chroma planes of {height} × {width} pixels are {half[0]} × {half[1]}, "
                    f"got {plane.shape[0]} × {plane.shape[1]}"
                )
        addresses, rows = tuple(map(_address, checked)), tuple(map(_row_bytes, checked))
        return cls._of_planes(
            checked, addresses, rows, (width, height), MATRICES[matrix], bool(full_range)
        )

    @classmethod
    def _of_planes(
        cls,
        owner: Any,
        addresses: Tuple[int, ...],
        rows: Tuple[int, ...],
        size: Tuple[int, int],
        matrix: int,
        full_range: bool,
    ) -> Image:
        """An image of YUV 4:2:0 planes in the memory of `owner`."""
        self = cls.__new__(cls)
        self._owner = owner
        self._array = None
        self._format = ImageFormat.SRGB
        self._native_format = _native.I420
        self._width, self._height = size
        self._addresses = addresses  # type: ignore[assignment]
        self._rows = rows  # type: ignore[assignment]
        self._yuv = (matrix, full_range)
        return self

    @classmethod
    def _taking(cls, pixels: ctypes.c_void_p) -> Image:
        """An image of the library's pixels, which it frees."""
        library = _native.library()
        try:
            struct = library.pixels_image(pixels).contents
            image_format = _FORMATS[struct.format]
            channels = _LAYOUTS[image_format][2]
            height, stride = struct.height, struct.bytes_per_row[0]
            content = ctypes.string_at(
                struct.planes[0], (height - 1) * stride + struct.width * channels
            )
            array = np.ndarray(
                (height, struct.width, channels), np.uint8, content, 0, (stride, channels, 1)
            )
        finally:
            library.pixels_free(pixels)
        return cls(image_format, array)

    def _packed(self, rotation: int) -> bytes:
        """The image for a call of the library, with the rotation that makes it upright."""
        if self._native_format is None:
            raise errors.InvalidArgumentError(
                f"tasks take SRGB, SRGBA, SBGRA and GRAY8 images, got {self._format.name}"
            )
        return _native.IMAGE.pack(
            _native.IMAGE.size,
            self._native_format,
            self._width,
            self._height,
            *self._addresses,
            *self._rows,
            rotation,
            *self._yuv,
        )

    def _copied(self) -> Image:
        """An image with its own pixels."""
        if self._native_format != _native.I420:
            return Image(self._format, self._pixels().copy())
        half = ((self._height + 1) // 2, (self._width + 1) // 2)
        planes = []
        for address, row, (height, width) in zip(
            self._addresses, self._rows, ((self._height, self._width), half, half)
        ):
            content = ctypes.string_at(address, (height - 1) * row + width)
            planes.append(np.ndarray((height, width), np.uint8, content, 0, (row, 1)))
        copy = Image.create_from_planes(planes)
        copy._yuv = self._yuv
        return copy

    def _pixels(self) -> NDArray[Any]:
        if self._array is None:
            if self._native_format == _native.I420:
                pixels = ctypes.c_void_p()
                _native.check(_native.library().pixels_convert(self._packed(0), pixels))
                self._array = Image._taking(pixels)._pixels()
            else:
                # A new array, because the owner's shape may have changed since.
                _, dtype, channels, *_ = _LAYOUTS[self._format]
                self._array = np.ndarray((self._height, self._width, channels), dtype, self._owner)
        return self._array

    def numpy_view(self) -> NDArray[Any]:
        """The pixels as a read-only array of shape (height, width, channels). Planes are converted
        to RGB, once."""
        view: NDArray[Any] = self._pixels().view()
        view.flags.writeable = False
        return view

    def __getitem__(self, key: Tuple[int, ...]) -> Union[int, float]:
        """A value of a pixel: `image[row, column, channel]`, or `image[row, column]` with one
        channel.

        Raises:
            InvalidArgumentError: There are too few or too many indices.
            IndexError: An index is outside the image.
        """
        pixels = self._pixels()
        if not isinstance(key, tuple) or len(key) not in ((2, 3) if self.channels == 1 else (3,)):
            raise errors.InvalidArgumentError(
                f"expected a row, a column and a channel, got {key!r}"
            )
        if any(not 0 <= index < side for index, side in zip(key, pixels.shape)):
            raise IndexError(f"{key} is outside {pixels.shape}")
        value: Union[int, float] = pixels[key if len(key) == 3 else (*key, 0)].item()
        return value

    def uses_gpu(self) -> bool:
        """Whether the pixels are in GPU memory, which is never the case."""
        return False

    def is_contiguous(self) -> bool:
        """Whether each row starts where the previous one ends."""
        return bool(self._pixels().flags.c_contiguous)

    def is_empty(self) -> bool:
        """Whether the image has no pixels, which is never the case."""
        return False

    def is_aligned(self, alignment_boundary: int) -> bool:
        """Whether each row starts at a multiple of `alignment_boundary`, which is 1 or a power of
        2."""
        if alignment_boundary < 1 or alignment_boundary & (alignment_boundary - 1):
            raise errors.InvalidArgumentError(
                f"alignment_boundary must be 1 or a power of 2, got {alignment_boundary}"
            )
        address: int = self._pixels().__array_interface__["data"][0]
        return (address | self.step) % alignment_boundary == 0

    @property
    def step(self) -> int:
        """The number of bytes from one row to the next."""
        return _row_bytes(self._pixels())

    @property
    def width(self) -> int:
        """The number of columns."""
        return self._width

    @property
    def height(self) -> int:
        """The number of rows."""
        return self._height

    @property
    def channels(self) -> int:
        """The number of channels."""
        return _LAYOUTS[self._format][2]

    @property
    def image_format(self) -> ImageFormat:
        """The format of a pixel; SRGB for planes, to which `numpy_view` converts them."""
        return self._format

    def __repr__(self) -> str:
        return f"Image({self._width} × {self._height}, {self._format.name})"

    def __reduce__(self) -> Tuple[Any, ...]:
        return Image, (self._format, np.ascontiguousarray(self._pixels()))


def _checked(data: Any, dtype: np.dtype[Any], channels: int, name: Any) -> NDArray[Any]:
    """Pixels of shape (height, width, channels) in rows without gaps inside."""
    if not isinstance(data, np.ndarray):
        if not hasattr(data, "__array__"):
            raise errors.InvalidArgumentError(
                f"data must be a numpy.ndarray, got {type(data).__name__}"
            )
        data = np.asarray(data)
    shape = data.shape
    if channels == 1 and len(shape) == 2:
        data = data[:, :, np.newaxis]
    if data.ndim != 3 or data.shape[2] != channels:
        expected = "(height, width)" if channels == 1 else f"(height, width, {channels})"
        raise errors.InvalidArgumentError(f"{_named(name)} has the shape {expected}, got {shape}")
    if data.dtype != dtype:
        raise errors.InvalidArgumentError(f"{_named(name)} has the type {dtype}, got {data.dtype}")
    height, width, _ = data.shape
    if not height or not width:
        raise errors.InvalidArgumentError(f"{_named(name)} has no pixels: its shape is {shape}")
    if max(height, width) > _MAXIMUM_SIDE:
        raise errors.InvalidArgumentError(
            f"{_named(name)} is too large: its shape is {shape}, at most {_MAXIMUM_SIDE} a side"
        )
    size = data.itemsize
    row, column, channel = data.strides
    is_usable = (
        (channel == size or channels == 1)
        and (column == size * channels or width == 1)
        and (row >= size * channels * width or height == 1)
    )
    # A new view, so that assigning to the shape of the array does not change the image.
    return data.view(np.ndarray) if is_usable else np.ascontiguousarray(data)


def _named(name: Any) -> str:
    return name.name if isinstance(name, ImageFormat) else str(name)


def _row_bytes(pixels: NDArray[Any]) -> int:
    height, width, channels = pixels.shape
    return int(pixels.strides[0]) if height > 1 else width * channels * pixels.itemsize


def _address(pixels: NDArray[Any]) -> int:
    return pixels.__array_interface__["data"][0]  # type: ignore[no-any-return]
