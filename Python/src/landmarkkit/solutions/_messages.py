"""Makes messages from the library's results."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

import numpy as np

from ..framework.formats.classification_pb2 import ClassificationList
from ..framework.formats.detection_pb2 import Detection
from ..framework.formats.landmark_pb2 import LandmarkList, NormalizedLandmarkList
from ..framework.formats.location_data_pb2 import LocationData
from ..tasks.python.vision._instances import Instance

_NUMBERS = ("x", "y", "z", "visibility")


def _serialized(fields: Tuple[str, ...]) -> "Tuple[np.dtype[Any], Dict[str, int]]":
    """How a landmark is serialized in its list, and the bytes before its numbers."""
    layout: List[Tuple[str, str]] = [("list", "u1"), ("length", "u1")]
    # The field's number, 1, and its wire type, 2 for bytes.
    tags = {"list": 1 << 3 | 2, "length": 5 * len(fields)}
    for number, name in enumerate(fields, 1):
        layout += [(f"{name}_tag", "u1"), (name, "<f4")]
        # Wire type 5 is for 4 bytes.
        tags[f"{name}_tag"] = number << 3 | 5
    return np.dtype(layout), tags


# With and without visibility. Setting 478 landmarks one by one would take a millisecond.
_SERIALIZED = {count: _serialized(_NUMBERS[:count]) for count in (3, 4)}


def _parsed(kind: Any, points: bytes, has_visibility: bool) -> Optional[Any]:
    if not points:
        return None
    numbers = np.frombuffer(points, np.float32).reshape(-1, 5)
    layout, tags = _SERIALIZED[4 if has_visibility else 3]
    records = np.empty(len(numbers), layout)
    for name, value in tags.items():
        records[name] = value
    for column, name in enumerate(_NUMBERS[: 4 if has_visibility else 3]):
        records[name] = numbers[:, column]
    return kind.FromString(records.tobytes())


def landmarks(
    found: Optional[Instance], has_visibility: bool = False
) -> Optional[NormalizedLandmarkList]:
    """The landmarks in the image as a `NormalizedLandmarkList`; None without landmarks."""
    return found and _parsed(NormalizedLandmarkList, found.landmarks, has_visibility)


def world_landmarks(
    found: Optional[Instance], has_visibility: bool = False
) -> Optional[LandmarkList]:
    """The landmarks in the world as a `LandmarkList`; None without landmarks."""
    return found and _parsed(LandmarkList, found.world_landmarks, has_visibility)


def handedness(hand: Instance) -> ClassificationList:
    """The side of a hand as a `ClassificationList`: the side in a mirrored image, which is the
    opposite of that in the library's results."""
    side = 1 - hand.handedness
    message = ClassificationList()
    message.classification.add(
        index=side, score=hand.handedness_score, label=("Left", "Right")[side]
    )
    return message


def detection(face: Instance) -> Detection:
    """A face of the detector as a `Detection`."""
    x_center, y_center, width, height, _ = face.region
    points: List[List[float]] = np.frombuffer(face.landmarks, np.float32).reshape(-1, 5).tolist()
    return Detection(
        label_id=[0],
        score=[face.score],
        location_data=LocationData(
            format=LocationData.RELATIVE_BOUNDING_BOX,
            relative_bounding_box=LocationData.RelativeBoundingBox(
                xmin=x_center - width / 2, ymin=y_center - height / 2, width=width, height=height
            ),
            relative_keypoints=[LocationData.RelativeKeypoint(x=x, y=y) for x, y, *_ in points],
        ),
    )


def mask(found: Optional[Instance]) -> Optional[np.ndarray]:
    """A segmentation mask: read-only float32 of shape (height, width); None without a mask."""
    if found is None or found.mask is None:
        return None
    return np.frombuffer(found.mask, np.float32).reshape(found.mask_size)
