"""The library's results for an image, copied, and results that are built from them lazily."""

from __future__ import annotations

import ctypes
import os
import threading
from ctypes import string_at
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

from landmarkkit import _native
from landmarkkit._lazy import LazyFields

from ..components.containers.landmark import Landmark, NormalizedLandmark
from ..components.containers.rect import NormalizedRect

# x, y, z, visibility and presence of a point, as float32.
_POINT_NUMBERS = 5
_POINT_BYTES = 4 * _POINT_NUMBERS


class Instance(NamedTuple):
    """A hand, pose or face; numbers are the bytes of float32."""

    id: int
    score: float
    handedness: int
    handedness_score: float
    region: Tuple[float, float, float, float, float]
    landmarks: bytes
    world_landmarks: bytes
    raw_landmarks: bytes
    raw_world_landmarks: bytes
    blendshapes: Optional[bytes]
    matrix: Optional[bytes]
    mask: Optional[bytes]
    mask_size: Tuple[int, int]


def _points(address: int, count: int) -> bytes:
    return string_at(address, count * _POINT_BYTES) if address and count else b""


def _floats(address: int, count: int) -> Optional[bytes]:
    return string_at(address, count * 4) if address and count else None


# Held while a result is taken, and across forks, because nothing else would release it in the
# children. Reentrant, because a signal handler may also read a result.
_taking = threading.RLock()
os.register_at_fork(
    before=_taking.acquire, after_in_parent=_taking.release, after_in_child=_taking.release
)


class Found(ctypes.c_void_p):
    """A result of the library, freed once: when it is taken, or when nothing refers to it.

    Otherwise, most of a frame's time outside the library would go into copies that few programs
    read.
    """

    # The library's function, and the process that must call it.
    _free: Callable[[Any], None]
    _process_id: int

    @classmethod
    def nothing(cls, library: Any, process_id: int) -> Found:
        """An empty result for a call of the library to fill."""
        self = cls()
        self._free = library.result_free
        self._process_id = process_id
        return self

    def take(self) -> Tuple[Instance, ...]:
        """Copies the result and frees it; only once."""
        library = _native.library()
        instances: List[Instance] = []
        while address := library.result_instance(self, len(instances)):
            instances.append(_copy(address))
        self.free()
        return tuple(instances)

    def free(self, getpid: Callable[[], int] = os.getpid) -> None:
        """Frees the result, if this process created it."""
        if self.value is not None:
            if getpid() == self._process_id:
                self._free(self)
            self.value = None

    def __del__(self) -> None:
        self.free()


def take_instances(result: Any) -> Tuple[Instance, ...]:
    """The instances of a lazy result whose source is `Found`, which they replace."""
    with _taking:
        # Another thread may have taken it first.
        if isinstance(result._source, Found):
            result._source = result._source.take()
        instances: Tuple[Instance, ...] = result._source
        return instances


def _copy(address: int) -> Instance:
    (
        number,
        score,
        handedness,
        handedness_score,
        x_center,
        y_center,
        width,
        height,
        rotation,
        count,
        landmarks,
        world_count,
        world_landmarks,
        blendshape_count,
        blendshapes,
        matrix,
        mask,
        mask_width,
        mask_height,
        raw_landmarks,
        raw_world_landmarks,
    ) = _native.INSTANCE.unpack(string_at(address, _native.INSTANCE.size))
    return Instance(
        number,
        score,
        handedness,
        handedness_score,
        (x_center, y_center, width, height, rotation),
        _points(landmarks, count),
        _points(world_landmarks, world_count),
        _points(raw_landmarks, count),
        _points(raw_world_landmarks, world_count),
        _floats(blendshapes, blendshape_count),
        _floats(matrix, 16),
        _floats(mask, mask_width * mask_height),
        (mask_height, mask_width),
    )


class InstancesResult(LazyFields):
    """A result with data that MediaPipe's results lack: ids, probabilities, regions, and the
    landmarks as arrays. Results that a program creates itself have only the fields.

    Lists of landmark objects are created when they are first read; the arrays cost almost nothing.
    """

    _LANDMARKS: int
    _NUMBERS: int = 3

    @property
    def _instances(self) -> Tuple[Instance, ...]:
        return take_instances(self)

    def __getstate__(self) -> Dict[str, Any]:
        state = super().__getstate__()
        if hasattr(self, "_source"):
            # The arrays are made from it.
            state["_source"] = self._instances
        return state

    @property
    def ids(self) -> List[int]:
        """The id of each hand, pose or face, from 1, which stays the same from frame to frame."""
        return [instance.id for instance in self._instances]

    @property
    def presence(self) -> NDArray[np.float32]:
        """The probability, 0…1, that each is present: float32 of shape (n,)."""
        return np.array([instance.score for instance in self._instances], np.float32)

    @property
    def regions(self) -> List[NormalizedRect]:
        """The region in which the model looked for each."""
        return [NormalizedRect(*i.region, rect_id=i.id) for i in self._instances]

    @property
    def landmarks_array(self) -> NDArray[np.float32]:
        """The landmarks in the image: float32 of shape (n, landmarks, 3), x, y and z; for poses (n,
        33, 5) with visibility and presence. x and y are fractions of the width and height."""
        return self._array([instance.landmarks for instance in self._instances])

    @property
    def raw_landmarks_array(self) -> NDArray[np.float32]:
        """`landmarks_array` before smoothing."""
        return self._array([instance.raw_landmarks for instance in self._instances])

    def _array(self, points: List[bytes]) -> NDArray[np.float32]:
        array = np.frombuffer(b"".join(points), np.float32)
        return array.reshape(len(points), -1 if points else self._LANDMARKS, _POINT_NUMBERS)[
            :, :, : self._NUMBERS
        ]


class WorldInstancesResult(InstancesResult):
    """A result that also has landmarks in the world."""

    @property
    def world_landmarks_array(self) -> NDArray[np.float32]:
        """The landmarks in the world, in meters: float32 of shape (n, landmarks, 3), or for poses
        (n, 33, 5) with visibility and presence."""
        return self._array([instance.world_landmarks for instance in self._instances])

    @property
    def raw_world_landmarks_array(self) -> NDArray[np.float32]:
        """`world_landmarks_array` before smoothing."""
        return self._array([instance.raw_world_landmarks for instance in self._instances])


def image_landmarks(result: InstancesResult) -> List[List[NormalizedLandmark]]:
    """The landmarks in the image as lists of objects."""
    return [
        [NormalizedLandmark(*numbers) for numbers in row] for row in result.landmarks_array.tolist()
    ]


def world_landmarks(result: WorldInstancesResult) -> List[List[Landmark]]:
    """The landmarks in the world as lists of objects."""
    return [
        [Landmark(*numbers) for numbers in row] for row in result.world_landmarks_array.tolist()
    ]
