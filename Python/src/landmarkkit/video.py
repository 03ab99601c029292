"""Reads the frames of video files with PyAV: `pip install landmarkkit[video]`."""

from __future__ import annotations

import math
import os
import queue
import threading
import weakref
from fractions import Fraction
from typing import Any, BinaryIO, Iterator, NamedTuple, Optional, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from . import errors
from ._files import is_missing
from ._optional import optional
from .tasks.python.vision.core.image import MATRICES, Image, ImageFormat

Source = Union[str, "os.PathLike[str]", BinaryIO]

# Frames that are decoded ahead of the one in use.
_AHEAD = 3

# FFmpeg's names for the matrices and ranges of YUV; other matrices are treated as BT.601.
_BT709 = 1
_BT2020 = (9, 10)
_FULL_RANGE = 2
# Three-plane formats whose chroma has half the columns and rows.
_PLANAR = ("yuv420p", "yuvj420p")


class VideoFrame(NamedTuple):
    """A frame of a video.

    Attributes:
        image: Its pixels, upright; YUV 4:2:0 stays planar, which tasks read without a conversion to
            RGB.
        timestamp_ms: Its time from the first frame of the video, in milliseconds. It always
            increases from frame to frame.
        index: Its number in the video, from 0.
    """

    image: Image
    timestamp_ms: int
    # Replaces the method of tuples.
    index: int  # type: ignore[assignment]


class VideoReader(Iterator[VideoFrame]):
    """The frames of a video, decoded a few frames ahead on a separate thread.

    It must be used from one thread, once. The thread ends with the last frame, at `close()`, when a
    `with` block ends, or when nothing refers to the reader any more.

    Attributes:
        path: The path of the file; the name of an open file.
        width, height: The size of the frames, upright.
        rate: Frames per second, on average; 0 if the file does not specify it.
        frame_count: The number of frames that the file declares; 0 if it declares none.
    """

    path: str
    width: int
    height: int
    rate: float
    frame_count: int

    def __init__(
        self,
        path: Source,
        *,
        start: float = 0,
        end: Optional[float] = None,
        stride: int = 1,
        threads: Optional[int] = None,
        ahead: Optional[int] = None,
        allow_damage: bool = False,
    ):
        if not start >= 0:
            raise errors.InvalidArgumentError(f"start must be at least 0 seconds, got {start}")
        if end is not None and not end >= start:
            raise errors.InvalidArgumentError(f"end must be at least start, {start} s, got {end}")
        if stride < 1:
            raise errors.InvalidArgumentError(f"stride must be at least 1, got {stride}")
        ahead = _AHEAD if ahead is None else ahead
        if ahead < 0:
            raise errors.InvalidArgumentError(f"ahead must be at least 0, got {ahead}")
        if threads is None:
            threads = 0 if ahead else 1
        self.path = path_of(path)
        container, stream = _opened(path, self.path, threads, allow_damage)
        self.width, self.height = stream.codec_context.width, stream.codec_context.height
        self.rate = float(stream.average_rate or 0)
        self.frame_count = stream.frames
        self._is_done = False
        self._damage = _Damage(allow_damage)
        frames = _decoded(self.path, container, stream, (start, end, stride), self._damage)
        self._decoder = _ThreadDecoder(frames, ahead) if ahead else _Decoder(frames)
        self._finalizer = weakref.finalize(self, self._decoder.stop)
        try:
            first = self._decoder.first()
        except BaseException:
            self.close()
            raise
        if first is not None:
            self.width, self.height = first.image.width, first.image.height

    @property
    def damage(self) -> int:
        """The number of damaged or missing places in the part of the video decoded so far."""
        return self._damage.places

    def __iter__(self) -> VideoReader:
        return self

    def __next__(self) -> VideoFrame:
        if self._is_done:
            raise StopIteration
        frame = self._decoder.next()
        if frame is None:
            self.close()
            raise StopIteration
        return frame

    def close(self) -> None:
        """Ends the decoding thread; there are no more frames."""
        self._is_done = True
        self._finalizer()

    def __enter__(self) -> VideoReader:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


def read_video(
    path: Source,
    *,
    start: float = 0,
    end: Optional[float] = None,
    stride: int = 1,
    threads: Optional[int] = None,
    ahead: Optional[int] = None,
    allow_damage: bool = False,
) -> VideoReader:
    """Reads the frames of a video: `for image, timestamp_ms, index in read_video("a.mp4"): …`

    Frames are as they are displayed: with the rotation that the file specifies.

    Args:
        path: A video file, or an open, seekable file of bytes, such as one opened by fsspec. Its
            `name` appears in messages.
        start: The time of the first frame, in seconds from the beginning of the video. Earlier
            frames are also decoded, so that indices are exact.
        end: The time from which frames are omitted, in seconds; None for the video's end.
        stride: 2 for every second frame, and so on, counted from the first frame read.
        threads: How many threads decode; 0 for as many as there are processors, which is the
            default unless `ahead` is 0.
        ahead: How many frames are decoded ahead; 0 to decode in the iterating thread, for programs
            that distribute processors themselves.
        allow_damage: Whether a damaged video is read as far as it can be, without an error at the
            end; `damage` of the reader counts the places.

    Raises:
        VideoNotFoundError: The file does not exist.
        VideoError: The file cannot be read or has no video. Damage later in the file is raised at
            the end of the iteration, after all frames that can be decoded.
        MissingDependencyError: PyAV is not installed.
    """
    return VideoReader(
        path,
        start=start,
        end=end,
        stride=stride,
        threads=threads,
        ahead=ahead,
        allow_damage=allow_damage,
    )


def path_of(source: Source) -> str:
    """The path of a video, or the name of an open file."""
    if isinstance(source, (str, os.PathLike)):
        return os.fspath(source)
    return str(getattr(source, "name", "an open file"))


def _opened(source: Source, path: str, threads: int, allow_damage: bool) -> Tuple[Any, Any]:
    av = optional("av", "PyAV", "video", "reading video")
    is_path = isinstance(source, (str, os.PathLike))
    if is_path and is_missing(path):
        raise errors.VideoNotFoundError(f"there is no file {path}")
    try:
        container = av.open(path if is_path else source)
    except (av.error.FFmpegError, OSError, TypeError, ValueError) as error:
        raise errors.VideoError(f"cannot read {path}: {_reason(error)}") from None
    try:
        stream = container.streams.video[0]
    except IndexError:
        container.close()
        raise errors.VideoError(f"there is no video in {path}") from None
    if stream.codec_context is None:
        container.close()
        raise errors.VideoError(f"there is no decoder for the video in {path}")
    # If frames are decoded in parallel, an error also loses the intact frames of other threads.
    stream.thread_type = "SLICE" if allow_damage else "AUTO"
    stream.codec_context.thread_count = threads
    return container, stream


def _reason(error: BaseException) -> str:
    reason = getattr(error, "strerror", None) or str(error)
    return reason or ("out of memory" if isinstance(error, MemoryError) else type(error).__name__)


class _Damage:
    """The number of damaged places in a video, and whether damage is allowed."""

    def __init__(self, is_allowed: bool):
        self.is_allowed = is_allowed
        self.places = 0


def _decoded(
    path: str,
    container: Any,
    stream: Any,
    part: Tuple[float, Optional[float], int],
    damage: _Damage,
) -> Iterator[VideoFrame]:
    """The frames of a part of a video; closes the container at their end."""
    try:
        yield from _frames(path, container, stream, part, damage)
    except errors.Error:
        raise
    except Exception as error:
        raise errors.VideoError(f"cannot decode {path}: {_reason(error)}") from None
    finally:
        container.close()


def _frames(
    path: str,
    container: Any,
    stream: Any,
    part: Tuple[float, Optional[float], int],
    damage: _Damage,
) -> Iterator[VideoFrame]:
    (start, start_unit), (end, end_unit) = _ratio(part[0]), _ratio(part[1])
    stride = part[2]
    # Times are exact integers in units of 1/`unit` s, so that milliseconds are rounded as by other
    # readers. (Fractions would take a large part of the decoding time.)
    origin: Optional[Tuple[int, int]] = None
    last: Optional[int] = None
    taken = 0
    rate = stream.average_rate or Fraction(30)
    for index, frame in enumerate(_all_frames(container, stream, damage)):
        # Frames without times are timed at a constant rate.
        base = frame.time_base
        if frame.pts is not None and base:
            time, unit = frame.pts * base.numerator, base.denominator
        else:
            time, unit = index * rate.denominator, rate.numerator
        if origin is None:
            origin = time, unit
        if origin[1] == unit:
            time -= origin[0]
        else:
            time, unit = time * origin[1] - origin[0] * unit, unit * origin[1]
        if time * end_unit >= end * unit:
            return
        timestamp = (2000 * time + unit) // (2 * unit)
        if last is not None and timestamp <= last:
            timestamp = last + 1
        last = timestamp
        if time * start_unit < start * unit:
            continue
        if taken % stride == 0:
            yield VideoFrame(_image(frame), timestamp, index)
        taken += 1
    if last is None:
        raise errors.VideoError(f"no frame of {path} can be decoded")
    if damage.places and not damage.is_allowed:
        raise errors.VideoError(
            f"{path} is damaged in {damage.places} places; {index + 1} frames could be decoded"
        )


def _ratio(seconds: Optional[float]) -> Tuple[int, int]:
    """A number as a ratio of integers; 1 to 0 for None and infinity."""
    if seconds is None or math.isinf(seconds):
        return 1, 0
    return Fraction(seconds).as_integer_ratio()


def _all_frames(container: Any, stream: Any, damage: _Damage) -> Iterator[Any]:
    """All frames that can be decoded; counts those that cannot be decoded, or not correctly."""
    from av.error import FFmpegError

    for packet in container.demux(stream):
        damage.places += packet.is_corrupt
        try:
            frames = packet.decode()
        except FFmpegError as error:
            # If memory is lacking, the video is not at fault.
            if isinstance(error, MemoryError):
                raise
            damage.places += 1
            continue
        for frame in frames:
            damage.places += frame.is_corrupt
            yield frame


class _Decoder:
    """Decodes in the calling thread."""

    def __init__(self, frames: Iterator[VideoFrame]):
        self._frames = frames
        self._first: Optional[VideoFrame] = None
        self._process_id = os.getpid()

    def first(self) -> Optional[VideoFrame]:
        """The first frame, which `next` returns again; None if there is none."""
        self._first = self.next()
        return self._first

    def next(self) -> Optional[VideoFrame]:
        """The next frame, or None after the last one."""
        if os.getpid() != self._process_id:
            raise errors.ForkError("a video that is being read cannot be used after a fork")
        if self._first is not None:
            frame, self._first = self._first, None
            return frame
        return self._take()

    def stop(self) -> None:
        """Ends the decoding, unless this process is a fork of the one that started it."""
        if os.getpid() == self._process_id:
            self._end()

    def _take(self) -> Optional[VideoFrame]:
        return next(self._frames, None)

    def _end(self) -> None:
        self._frames.close()  # type: ignore[attr-defined]


class _ThreadDecoder(_Decoder):
    """Decodes on a separate thread into a short queue."""

    def __init__(self, frames: Iterator[VideoFrame], ahead: int):
        super().__init__(frames)
        # Frames, then None or an error.
        self._queue: "queue.Queue[Union[VideoFrame, errors.Error, None]]" = queue.Queue(ahead)
        self._is_stopped = threading.Event()
        self._has_ended = False
        self._thread = threading.Thread(target=self._run, name="video decoder", daemon=True)
        self._thread.start()

    def _take(self) -> Optional[VideoFrame]:
        if self._has_ended:
            return None
        item = self._queue.get()
        if isinstance(item, VideoFrame):
            return item
        self._has_ended = True
        if item is not None:
            raise item
        return None

    def _end(self) -> None:
        self._is_stopped.set()
        # The garbage collector may call this on any thread.
        if threading.current_thread() is self._thread:
            return
        # The thread may be waiting for room.
        while self._thread.is_alive():
            try:
                self._queue.get_nowait()
            except queue.Empty:
                pass
            self._thread.join(0.01)

    def _run(self) -> None:
        end: Optional[errors.Error] = None
        try:
            for frame in self._frames:
                if self._is_stopped.is_set():
                    break
                self._queue.put(frame)
        except errors.Error as error:
            end = error
        finally:
            self._frames.close()  # type: ignore[attr-defined]
        if not self._is_stopped.is_set():
            self._queue.put(end)


def _image(frame: Any) -> Image:
    """The pixels of a decoded frame, upright."""
    # How many quarter turns counterclockwise the frame must be rotated.
    quarters = round(frame.rotation / 90) % 4
    is_even = frame.width % 2 == 0 and frame.height % 2 == 0
    name = frame.format.name
    planes = frame.planes if name in _PLANAR and (is_even or not quarters) else ()
    if not planes or any([plane.line_size <= 0 for plane in planes]):
        pixels = frame.to_ndarray(format="rgb24")
        return Image(ImageFormat.SRGB, np.rot90(pixels, quarters) if quarters else pixels)
    colorspace = int(frame.colorspace)
    matrix = "bt709" if colorspace == _BT709 else "bt2020" if colorspace in _BT2020 else "bt601"
    is_full = name == "yuvj420p" or int(frame.color_range) == _FULL_RANGE
    if not quarters:
        # The decoder's memory, which the planes keep alive.
        return Image._of_planes(
            planes,
            tuple([plane.buffer_ptr for plane in planes]),
            tuple([plane.line_size for plane in planes]),
            (frame.width, frame.height),
            MATRICES[matrix],
            is_full,
        )
    half = (frame.height // 2, frame.width // 2)
    sizes = ((frame.height, frame.width), half, half)
    turned = [np.rot90(_plane(plane, *size), quarters) for plane, size in zip(planes, sizes)]
    return Image.create_from_planes(turned, matrix=matrix, full_range=is_full)


def _plane(plane: Any, height: int, width: int) -> NDArray[Any]:
    """A decoder's plane as an array, which keeps the decoder's memory alive."""
    rows = np.frombuffer(plane, np.uint8)
    return rows[: height * plane.line_size].reshape(height, plane.line_size)[:, :width]
