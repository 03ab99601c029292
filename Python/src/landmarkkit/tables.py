"""Tracks a whole video into a table.

The columns of a table; there is one row for each frame and hand, pose or face:

| column | type | meaning |
|---|---|---|
| frame | int32 | the frame's number in the video, from 0 |
| timestamp_ms | int64 | its time from the first frame |
| id | int32 | the hand, pose or face, from 1; it keeps its number from frame to frame |
| score | float32 | the probability that there is one |
| handedness | float32 | hands: the probability that it is a right hand |
| x, y, z | float32[n] | the landmarks in the image; x and y as fractions of the width and height |
| visibility | float32[n] | poses: the probability that nothing hides the landmark |
| presence | float32[n] | poses: the probability that it is within the image |
| world_x, world_y, world_z | float32[n] | poses and hands: the landmarks in the world, in meters |
| blendshapes | float32[52] | faces, if requested |

n is 21 for hands, 33 for poses, 478 for faces. A frame in which nothing was found has no row, or
with `empty_frames` one whose id is 0 and whose other results are NaN; in Arrow and Parquet all of
them are null.
"""

from __future__ import annotations

import hashlib
import json
import os
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Union,
)

import numpy as np
from numpy.typing import NDArray

from . import errors
from ._optional import optional
from ._version import VERSION
from .models import find_model
from .tasks import BaseOptions, vision
from .video import Source, path_of, read_video

if TYPE_CHECKING:
    import pandas
    import pyarrow

_Path = Union[str, "os.PathLike[str]"]

# The prefix of the names of each task's classes, and the number of landmarks.
_TASKS = {"hand": ("Hand", 21), "pose": ("Pose", 33), "face": ("Face", 478)}
_BLENDSHAPES = 52


class Tracks:
    """The results for a video: columns as arrays, one row for each frame and hand, pose or face.
    The columns are described at the top of `landmarkkit.tables`.

    Attributes:
        columns: The columns by name; lists of numbers are arrays of shape (rows, n).
        metadata: The origin of the table: path, sha256, frames, width, height, rate, damage, task,
            settings, version.
    """

    columns: Dict[str, NDArray[Any]]
    metadata: Dict[str, Any]

    def __init__(self, columns: Mapping[str, NDArray[Any]], metadata: Mapping[str, Any]):
        self.columns = dict(columns)
        self.metadata = dict(metadata)

    def __len__(self) -> int:
        return len(self.columns["frame"])

    def __getitem__(self, column: str) -> NDArray[Any]:
        return self.columns[column]

    @property
    def frames(self) -> int:
        """The number of frames that were processed."""
        return int(self.metadata["frames"])

    @property
    def ids(self) -> List[int]:
        """The ids of everything that was found."""
        return [int(number) for number in np.unique(self.columns["id"]) if number]

    def __repr__(self) -> str:
        return f"Tracks({len(self)} rows of {self.frames} frames of {self.metadata['path']})"

    def to_arrow(self) -> pyarrow.Table:
        """The table as a `pyarrow.Table`, with the metadata as JSON under the key `landmarkkit`.

        Raises:
            MissingDependencyError: PyArrow is not installed.
        """
        table = arrow_table(self.columns)
        return table.replace_schema_metadata({"landmarkkit": json.dumps(self.metadata)})

    def to_pandas(self) -> pandas.DataFrame:
        """The table as a `pandas.DataFrame`; a list of numbers becomes one column per number, such
        as `x_0`. The metadata is in its `attrs`.

        Raises:
            MissingDependencyError: pandas is not installed.
        """
        pd = _imported("pandas")
        flat: Dict[str, NDArray[Any]] = {}
        for name, column in self.columns.items():
            if column.ndim == 1:
                flat[name] = column
            else:
                flat.update((f"{name}_{i}", column[:, i]) for i in range(column.shape[1]))
        frame: pandas.DataFrame = pd.DataFrame(flat)
        frame.attrs.update(self.metadata)
        return frame

    def to_parquet(self, path: _Path) -> None:
        """Writes the table to a file, which is either complete or absent.

        Raises:
            MissingDependencyError: PyArrow is not installed.
            OSError: The file cannot be written.
        """
        table = self.to_arrow()
        parquet = _imported("pyarrow.parquet")
        target = os.fspath(path)
        temporary = f"{target}.{os.getpid()}.part"
        try:
            parquet.write_table(table, temporary, compression="zstd")
            os.replace(temporary, target)
        finally:
            if os.path.exists(temporary):
                os.remove(temporary)


class Tracker:
    """Tracks whole videos, one after another, with one landmarker; used from one thread.

    Args:
        task, model, options: As for `track`.

    Attributes:
        model_sha256: The hash of the bundle's content.

    Raises:
        InvalidArgumentError, ModelNotFoundError, ModelError: As `track` does.
    """

    model_sha256: str

    def __init__(self, task: str = "pose", model: Optional[_Path] = None, **options: Any):
        self._bundle = find_model(task, model)
        self._task = task
        self._options = options
        name, self._count = _TASKS[task]
        try:
            task_options = getattr(vision, f"{name}LandmarkerOptions")(
                base_options=BaseOptions(model_asset_path=self._bundle),
                running_mode=vision.RunningMode.VIDEO,
                **options,
            )
        except TypeError as error:
            raise errors.InvalidArgumentError(f"options of {task}: {error}") from None
        landmarker_class = getattr(vision, f"{name}Landmarker")
        self._landmarker = landmarker_class.create_from_options(task_options)
        self.model_sha256 = file_sha256(self._bundle)

    def run(
        self,
        path: Source,
        sink: Callable[[Dict[str, NDArray[Any]]], None],
        *,
        start: float = 0,
        end: Optional[float] = None,
        stride: int = 1,
        part_rows: Optional[int] = None,
        ahead: Optional[int] = None,
        sha256: Optional[str] = None,
        allow_damage: bool = False,
        empty_frames: bool = False,
        on_progress: Optional[Callable[[int, int], None]] = None,
    ) -> Dict[str, Any]:
        """Tracks a video, and returns the metadata of its table.

        Args:
            sink: Receives the columns in parts of `part_rows` rows or slightly more, and finally
                the rest, which may have no rows; without `part_rows`, all at once.
            ahead: How many frames are decoded ahead; see `read_video`.
            sha256: The hash of the video's content, if known.
            path, start, end, stride, allow_damage, empty_frames, on_progress: As for `track`.

        Raises:
            VideoNotFoundError, VideoError, MissingDependencyError: As `track` does; `sink` has then
                received a part of the video.
        """
        rows = self._rows(empty_frames)
        frames = 0
        self._landmarker.reset()
        with read_video(
            path, start=start, end=end, stride=stride, ahead=ahead, allow_damage=allow_damage
        ) as video:
            for image, timestamp_ms, index in video:
                found = self._landmarker.detect_for_video(image, timestamp_ms)
                rows.add(index, timestamp_ms, found)
                frames += 1
                if part_rows is not None and len(rows) >= part_rows:
                    sink(rows.columns())
                    rows = self._rows(empty_frames)
                if on_progress is not None:
                    on_progress(frames, video.frame_count)
        sink(rows.columns())
        return {
            "path": path_of(path),
            "sha256": sha256 or file_sha256(path),
            "frames": frames,
            "width": video.width,
            "height": video.height,
            "rate": video.rate,
            "damage": video.damage,
            "task": self._task,
            "settings": {
                "model": os.path.basename(self._bundle),
                "model_sha256": self.model_sha256,
                "start": start,
                "end": end,
                "stride": stride,
                "allow_damage": allow_damage,
                "empty_frames": empty_frames,
                **self._options,
            },
            "version": VERSION,
        }

    def close(self) -> None:
        """Frees the landmarker."""
        self._landmarker.close()

    def __enter__(self) -> Tracker:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _rows(self, has_empty_frames: bool) -> _Rows:
        has_blendshapes = bool(self._options.get("output_face_blendshapes"))
        return _Rows(self._task, self._count, has_blendshapes, has_empty_frames)


def track(
    path: Source,
    task: str = "pose",
    model: Optional[_Path] = None,
    *,
    start: float = 0,
    end: Optional[float] = None,
    stride: int = 1,
    allow_damage: bool = False,
    empty_frames: bool = False,
    on_progress: Optional[Callable[[int, int], None]] = None,
    **options: Any,
) -> Tracks:
    """Detects and tracks hands, poses or faces in a video.

    Args:
        path: A video file, or an open one, as for `read_video`.
        task: "pose", "hand" or "face".
        model: The path of the bundle; if None, it is searched for in the folder
            `LANDMARKKIT_MODELS` and in `models` in the working directory.
        start, end, stride: The part of the video, as for `read_video`.
        allow_damage: Whether a damaged video is tracked as far as it can be decoded; the metadata
            then has the number of damaged places.
        empty_frames: Whether frames in which nothing was found also have a row.
        on_progress: Called after each frame with the number of frames so far, and the number that
            the file declares (0 if it declares none).
        options: Any other options of the task, such as `num_poses=2` or `smoothing="on"`.

    Raises:
        InvalidArgumentError: The task or option does not exist, or its value is out of range.
        ModelNotFoundError, ModelError: The model is missing or damaged.
        VideoNotFoundError, VideoError: The file is missing or damaged.
        MissingDependencyError: PyAV is not installed.
    """
    parts: List[Dict[str, NDArray[Any]]] = []
    with Tracker(task, model, **options) as tracker:
        metadata = tracker.run(
            path,
            parts.append,
            start=start,
            end=end,
            stride=stride,
            allow_damage=allow_damage,
            empty_frames=empty_frames,
            on_progress=on_progress,
        )
    return Tracks(parts[0], metadata)


def file_sha256(path: Source) -> str:
    """The SHA-256 of the content of a file, by path or already open, in hexadecimal digits."""
    if isinstance(path, (str, os.PathLike)):
        with open(path, "rb") as file:
            return file_sha256(file)
    digest = hashlib.sha256()
    path.seek(0)
    while block := path.read(1 << 20):
        digest.update(block)
    path.seek(0)
    return digest.hexdigest()


class _Rows:
    """Collects results and turns them into columns."""

    def __init__(self, task: str, count: int, has_blendshapes: bool, has_empty_frames: bool):
        self._task = task
        self._count = count
        self._has_blendshapes = has_blendshapes
        self._has_empty_frames = has_empty_frames
        # For each landmark in the image, and in the world.
        self._values = 5 if task == "pose" else 3
        self._heads: List[Tuple[int, int, int, float, float]] = []
        self._parts: Dict[str, List[NDArray[Any]]] = {"image": [], "world": [], "blendshapes": []}

    def add(self, frame: int, timestamp_ms: int, result: Any) -> None:
        """Adds the instances found in a frame."""
        for instance in result._instances:
            score, side = instance.score, instance.handedness_score
            right = side if instance.handedness == 1 else 1 - side
            self._heads.append((frame, timestamp_ms, instance.id, score, right))
        if result._instances:
            self._parts["image"].append(result.landmarks_array)
            if self._task != "face":
                self._parts["world"].append(result.world_landmarks_array)
            if self._has_blendshapes:
                self._parts["blendshapes"].append(result.blendshapes_array)
        elif self._has_empty_frames:
            self._heads.append((frame, timestamp_ms, 0, np.nan, np.nan))
            for name, part in self._parts.items():
                part.append(np.full((1, *self._shape(name)), np.nan, np.float32))

    def __len__(self) -> int:
        return len(self._heads)

    def columns(self) -> Dict[str, NDArray[Any]]:
        """The columns of all rows."""
        heads = list(zip(*self._heads)) or [()] * 5
        columns: Dict[str, NDArray[Any]] = {
            "frame": np.array(heads[0], np.int32),
            "timestamp_ms": np.array(heads[1], np.int64),
            "id": np.array(heads[2], np.int32),
            "score": np.array(heads[3], np.float32),
        }
        if self._task == "hand":
            columns["handedness"] = np.array(heads[4], np.float32)
        names = ["x", "y", "z", "visibility", "presence"][: self._values]
        image = self._joined("image")
        columns.update((name, image[:, :, i].copy()) for i, name in enumerate(names))
        if self._task != "face":
            world = self._joined("world")
            columns.update((f"world_{name}", world[:, :, i].copy()) for i, name in enumerate("xyz"))
        if self._has_blendshapes:
            columns["blendshapes"] = self._joined("blendshapes")
        return columns

    def _shape(self, part: str) -> Tuple[int, ...]:
        """The shape of one instance's numbers."""
        return (_BLENDSHAPES,) if part == "blendshapes" else (self._count, self._values)

    def _joined(self, part: str) -> NDArray[Any]:
        return np.concatenate([np.empty((0, *self._shape(part)), np.float32), *self._parts[part]])


def arrow_table(
    columns: Mapping[str, NDArray[Any]], constants: Mapping[str, str] = {}
) -> pyarrow.Table:
    """Columns as a `pyarrow.Table`, after one column for each of `constants`. Missing values of an
    empty frame are null.

    Raises:
        MissingDependencyError: PyArrow is not installed.
    """
    pa = _imported("pyarrow")
    rows = len(next(iter(columns.values())))
    indices = arrow_numbers(np.zeros(rows, np.int8))
    arrays = {
        name: pa.DictionaryArray.from_arrays(indices, arrow_strings([value]))
        for name, value in constants.items()
    }
    is_found = columns["id"] != 0
    for name, column in columns.items():
        is_valid = None if name in ("frame", "timestamp_ms") else is_found
        if column.ndim > 1:
            numbers = arrow_numbers(column.reshape(-1))
            kind = pa.list_(numbers.type, column.shape[1])
            validity = [_validity(is_valid)]
            arrays[name] = pa.Array.from_buffers(kind, rows, validity, children=[numbers])
        else:
            arrays[name] = arrow_numbers(column, is_valid)
    return pa.Table.from_arrays(list(arrays.values()), names=list(arrays))


# `pyarrow.array` would import pandas, which takes longer than building a table of many videos.


def arrow_numbers(
    numbers: NDArray[Any], is_valid: Optional[NDArray[Any]] = None
) -> pyarrow.Array:
    """A one-dimensional array as a `pyarrow.Array`, which shares its memory if possible; where
    `is_valid` is false, it is null.

    Raises:
        MissingDependencyError: PyArrow is not installed.
    """
    pa = _imported("pyarrow")
    buffers = [_validity(is_valid), pa.py_buffer(np.ascontiguousarray(numbers))]
    return pa.Array.from_buffers(pa.from_numpy_dtype(numbers.dtype), len(numbers), buffers)


def arrow_strings(values: Sequence[Optional[str]]) -> pyarrow.StringArray:
    """Strings or None as a `pyarrow.StringArray`.

    Raises:
        MissingDependencyError: PyArrow is not installed.
    """
    pa = _imported("pyarrow")
    encoded = [(value or "").encode() for value in values]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
    is_valid = np.array([value is not None for value in values], bool)
    buffers = (pa.py_buffer(content) for content in (ends, b"".join(encoded)))
    return pa.StringArray.from_buffers(len(values), *buffers, _validity(is_valid))


def _validity(is_valid: Optional[NDArray[Any]]) -> Any:
    """The buffer that marks which values of a `pyarrow.Array` are not null; None if no value is
    null."""
    if is_valid is None or is_valid.all():
        return None
    return _imported("pyarrow").py_buffer(np.packbits(is_valid, bitorder="little"))


def _imported(module: str) -> Any:
    return optional(module, module.partition(".")[0], "tables")
