"""Drawing of landmarks and boxes with OpenCV, and plotting with Matplotlib.

Both packages are imported when a function needs them: `pip install landmarkkit[drawing]`. The
functions draw the results of tasks, and the messages of `landmarkkit.solutions`.
"""

from __future__ import annotations

import dataclasses
import importlib
import math
from typing import (
    TYPE_CHECKING,
    Any,
    Collection,
    Dict,
    Iterable,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Union,
)

import numpy as np
from numpy.typing import NDArray

from landmarkkit import errors
from landmarkkit._optional import optional

from ..components.containers.detections import Detection
from ..components.containers.landmark import NormalizedLandmark
from ._connections import Connection

# Blue, green and red, as in OpenCV.
WHITE_COLOR = (224, 224, 224)
BLACK_COLOR = (0, 0, 0)
RED_COLOR = (0, 0, 255)
GREEN_COLOR = (0, 128, 0)
BLUE_COLOR = (255, 0, 0)

_BGR_CHANNELS = 3
# Points below these are not drawn.
_PRESENCE_THRESHOLD = 0.5
_VISIBILITY_THRESHOLD = 0.5

# The landmarks of one hand, pose or face: a list, or a message with a list.
_Landmarks = Union[Sequence[NormalizedLandmark], Any]
_Connections = Collection[Union[Connection, Tuple[int, int]]]


@dataclasses.dataclass
class DrawingSpec:
    """How something is drawn: its color (blue, green, red), and in pixels the thickness of lines
    (-1 fills circles) and the radius of points."""

    color: Tuple[int, int, int] = WHITE_COLOR
    thickness: int = 2
    circle_radius: int = 2


def draw_landmarks(
    image: NDArray[Any],
    landmark_list: _Landmarks,
    connections: Optional[_Connections] = None,
    landmark_drawing_spec: Optional[Union[DrawingSpec, Mapping[int, DrawingSpec]]] = DrawingSpec(
        color=RED_COLOR
    ),
    connection_drawing_spec: Optional[
        Union[DrawingSpec, Mapping[Tuple[int, int], DrawingSpec]]
    ] = DrawingSpec(),
    is_drawing_landmarks: bool = True,
) -> None:
    """Draws landmarks and the lines between them into an image.

    Points outside the image, or with a visibility or presence below 0.5, are omitted, as are lines
    to them.

    Args:
        image: uint8 of shape (height, width, 3), blue, green and red; written to.
        landmark_list: The landmarks of one hand, pose or face; a list or a
            `NormalizedLandmarkList`.
        connections: The lines to draw, as connections or pairs of indices.
        landmark_drawing_spec: How to draw the points, or for each index; None for no points.
        connection_drawing_spec: How to draw the lines, or for each pair of indices; None for none.
        is_drawing_landmarks: Whether to draw the points.

    Raises:
        InvalidArgumentError: The image has the wrong shape, or a connection refers to a missing
            landmark.
    """
    if not landmark_list:
        return
    height, width = _checked(image)
    cv2 = _opencv()
    landmarks = _listed(landmark_list)
    places: Dict[int, Tuple[int, int]] = {}
    for index, landmark in enumerate(landmarks):
        place = _normalized_to_pixel_coordinates(landmark.x, landmark.y, width, height)
        if place is not None and _is_visible(landmark):
            places[index] = place
    if connections and connection_drawing_spec is not None:
        for line in connections:
            start, end = _ends(line, len(landmarks))
            if start in places and end in places:
                spec = _chosen(connection_drawing_spec, (start, end))
                cv2.line(image, places[start], places[end], spec.color, spec.thickness)
    if is_drawing_landmarks and landmark_drawing_spec:
        for index, place in places.items():
            spec = _chosen(landmark_drawing_spec, index)
            border = max(spec.circle_radius + 1, int(spec.circle_radius * 1.2))
            cv2.circle(image, place, border, WHITE_COLOR, spec.thickness)
            cv2.circle(image, place, spec.circle_radius, spec.color, spec.thickness)


def draw_detection(
    image: NDArray[Any],
    detection: Union[Detection, Any],
    keypoint_drawing_spec: DrawingSpec = DrawingSpec(color=RED_COLOR),
    bbox_drawing_spec: DrawingSpec = DrawingSpec(),
) -> None:
    """Draws the box and the keypoints of a detection into an image.

    Args:
        image: uint8 of shape (height, width, 3), blue, green and red; written to.
        detection: The detection of a task, or a `Detection` message with a relative box.
        keypoint_drawing_spec: How to draw the keypoints.
        bbox_drawing_spec: How to draw the box.

    Raises:
        InvalidArgumentError: The image has the wrong shape, or a message has no relative box.
    """
    height, width = _checked(image)
    if isinstance(detection, Detection):
        keypoints, box = detection.keypoints or [], detection.bounding_box
        start = (box.origin_x, box.origin_y)
        corners = [start, (box.origin_x + box.width, box.origin_y + box.height)]
    else:
        keypoints = detection.location_data.relative_keypoints
        corners = _corners(detection.location_data, width, height)
    cv2 = _opencv()
    for keypoint in keypoints:
        place = _normalized_to_pixel_coordinates(keypoint.x, keypoint.y, width, height)
        if place is not None:
            spec = keypoint_drawing_spec
            cv2.circle(image, place, spec.circle_radius, spec.color, spec.thickness)
    if corners:
        cv2.rectangle(image, *corners, bbox_drawing_spec.color, bbox_drawing_spec.thickness)


def _corners(location: Any, width: int, height: int) -> List[Tuple[int, int]]:
    """The upper left and the lower right corner, in pixels, of a message's box if it has one. They
    may be outside the image."""
    if location.format != location.RELATIVE_BOUNDING_BOX:
        name = location.Format.Name(location.format)
        raise errors.InvalidArgumentError(
            f"LocationData must be relative to be drawn: expected RELATIVE_BOUNDING_BOX, got {name}"
        )
    if not location.HasField("relative_bounding_box"):
        return []
    box = location.relative_bounding_box
    points = ((box.xmin, box.ymin), (box.xmin + box.width, box.ymin + box.height))
    return [
        # A corner on the edge of the image is at its last pixel, as in MediaPipe.
        _normalized_to_pixel_coordinates(x, y, width, height)
        or (math.floor(x * width), math.floor(y * height))
        for x, y in points
    ]


def draw_axis(
    image: NDArray[Any],
    rotation: NDArray[Any],
    translation: NDArray[Any],
    focal_length: Tuple[float, float] = (1.0, 1.0),
    principal_point: Tuple[float, float] = (0.0, 0.0),
    axis_length: float = 0.1,
    axis_drawing_spec: DrawingSpec = DrawingSpec(),
) -> None:
    """Draws the axes of an object into an image: x red, y green, z blue.

    Args:
        image: uint8 of shape (height, width, 3), blue, green and red; written to.
        rotation: The rotation from the object's axes to the camera's, of shape (3, 3).
        translation: The object's position in front of the camera, of shape (3,).
        focal_length: The camera's focal length, where 1 is half the image.
        principal_point: The middle of the camera's image, where the image spans -1…1.
        axis_length: In the units of the translation.
        axis_drawing_spec: Its thickness is that of the lines.

    Raises:
        InvalidArgumentError: The image has the wrong shape.
    """
    height, width = _checked(image)
    cv2 = _opencv()
    # In this order and precision, so that the ends are at the same pixels as MediaPipe's.
    ends = axis_length * np.vstack([np.zeros(3), np.eye(3)]).astype(np.float32)
    x, y, depth = (np.matmul(rotation, ends.T).T + translation).T
    depth = depth + 1e-5  # not 0
    across = np.clip(-focal_length[0] * x / depth + principal_point[0], -1, 1)
    up = np.clip(-focal_length[1] * y / depth + principal_point[1], -1, 1)
    columns = ((1 + across) * 0.5 * width).astype(int).tolist()
    rows = ((1 - up) * 0.5 * height).astype(int).tolist()
    origin, *tips = zip(columns, rows)
    for tip, color in zip(tips, (RED_COLOR, GREEN_COLOR, BLUE_COLOR)):
        cv2.arrowedLine(image, origin, tip, color, axis_drawing_spec.thickness)


def plot_landmarks(
    landmark_list: _Landmarks,
    connections: Optional[_Connections] = None,
    landmark_drawing_spec: DrawingSpec = DrawingSpec(color=RED_COLOR, thickness=5),
    connection_drawing_spec: DrawingSpec = DrawingSpec(color=BLACK_COLOR, thickness=5),
    elevation: int = 10,
    azimuth: int = 10,
) -> None:
    """Plots landmarks in 3D with Matplotlib; those that are probably hidden are omitted.

    Args:
        landmark_list: The landmarks of one hand, pose or face; a list or a
            `NormalizedLandmarkList`.
        connections: The lines to draw, as connections or pairs of indices.
        landmark_drawing_spec: How to draw the points.
        connection_drawing_spec: How to draw the lines.
        elevation: The viewing angle from above, in degrees.
        azimuth: The viewing angle around the vertical axis, in degrees.

    Raises:
        InvalidArgumentError: A connection refers to a missing landmark.
    """
    if not landmark_list:
        return
    plt = _pyplot()
    plt.figure(figsize=(10, 10))
    axes = plt.axes(projection="3d")
    axes.view_init(elev=elevation, azim=azimuth)
    landmarks = _listed(landmark_list)
    places = {
        index: (-(landmark.z or 0), landmark.x or 0, -(landmark.y or 0))
        for index, landmark in enumerate(landmarks)
        if _is_visible(landmark)
    }
    for x, y, z in places.values():
        axes.scatter3D(
            xs=[x],
            ys=[y],
            zs=[z],
            color=_normalize_color(landmark_drawing_spec.color[::-1]),
            linewidth=landmark_drawing_spec.thickness,
        )
    for line in connections or []:
        start, end = _ends(line, len(landmarks))
        if start in places and end in places:
            xs, ys, zs = (list(pair) for pair in zip(places[start], places[end]))
            axes.plot3D(
                xs=xs,
                ys=ys,
                zs=zs,
                color=_normalize_color(connection_drawing_spec.color[::-1]),
                linewidth=connection_drawing_spec.thickness,
            )
    plt.show()


def _normalize_color(color: Iterable[int]) -> Tuple[float, ...]:
    """A color with values in 0…1. Scripts use it, by MediaPipe's name."""
    return tuple(value / 255 for value in color)


def _listed(landmarks: _Landmarks) -> Sequence[NormalizedLandmark]:
    listed: Sequence[NormalizedLandmark] = getattr(landmarks, "landmark", landmarks)
    return listed


def _is_visible(landmark: Any) -> bool:
    return (
        _value(landmark, "visibility") >= _VISIBILITY_THRESHOLD
        and _value(landmark, "presence") >= _PRESENCE_THRESHOLD
    )


def _value(landmark: Any, name: str) -> float:
    """A probability of a landmark; 1 if it has none."""
    has_field = getattr(landmark, "HasField", None)
    value = getattr(landmark, name) if has_field is None or has_field(name) else None
    return 1.0 if value is None else value


def _normalized_to_pixel_coordinates(
    normalized_x: Optional[float],
    normalized_y: Optional[float],
    image_width: int,
    image_height: int,
) -> Optional[Tuple[int, int]]:
    """The pixel at a position, or None outside the image. Scripts import this function from
    MediaPipe, where it has the same name."""
    if normalized_x is None or normalized_y is None:
        return None
    if not all(0 <= v < 1 or math.isclose(v, 1) for v in (normalized_x, normalized_y)):
        return None
    return (
        min(math.floor(normalized_x * image_width), image_width - 1),
        min(math.floor(normalized_y * image_height), image_height - 1),
    )


def _chosen(specs: Any, key: Any) -> DrawingSpec:
    """The one for a landmark or line, or the one for all."""
    spec: DrawingSpec = specs[key] if isinstance(specs, Mapping) else specs
    return spec


def _ends(line: Union[Connection, Tuple[int, int]], count: int) -> Tuple[int, int]:
    """The indices of the landmarks at the ends of a line, which must be below `count`."""
    # As in MediaPipe, a line may have more than its ends.
    start, end = (line.start, line.end) if isinstance(line, Connection) else line[:2]
    if not (0 <= start < count and 0 <= end < count):
        raise errors.InvalidArgumentError(
            "Landmark index is out of range: there is no line from landmark "
            f"{start} to {end} among {count} landmarks"
        )
    return start, end


def _checked(image: NDArray[Any]) -> Tuple[int, int]:
    if image.ndim != 3 or image.shape[2] != _BGR_CHANNELS:
        kind = errors.DimensionsError if image.ndim < 3 else errors.InvalidArgumentError
        raise kind(
            "Input image must contain three channel bgr data: expected (height, width, 3), "
            f"got {image.shape}"
        )
    return image.shape[0], image.shape[1]


def _opencv() -> Any:
    return _imported("cv2", "OpenCV")


def _pyplot() -> Any:
    return _imported("matplotlib.pyplot", "Matplotlib")


def _imported(module: str, name: str) -> Any:
    return optional(module, name, "drawing", "drawing")


# Type checkers must not see it, or they would accept any name.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        # What MediaPipe's module imports, scripts find in it, too.
        if name == "cv2":
            return _opencv()
        if name == "plt":
            return _pyplot()
        if name in ("detection_pb2", "landmark_pb2", "location_data_pb2"):
            return importlib.import_module(f"landmarkkit.framework.formats.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
