"""Messages, which run and have types: fields, lists of messages, and protobuf's methods."""

from typing import TYPE_CHECKING, Optional

import numpy as np
from google.protobuf import text_format
from typing_extensions import assert_type

from landmarkkit import solutions as mp_solutions
from landmarkkit.framework.formats import (
    classification_pb2,
    detection_pb2,
    landmark_pb2,
    location_data_pb2,
    rect_pb2,
)
from landmarkkit.framework.formats.annotation.rasterization_pb2 import Rasterization
from landmarkkit.framework.formats.landmark_pb2 import NormalizedLandmark, NormalizedLandmarkList


def nose(solution: mp_solutions.pose.Pose, image: np.ndarray) -> Optional[NormalizedLandmark]:
    result = solution.process(image)
    assert_type(result.pose_landmarks, Optional[NormalizedLandmarkList])
    assert_type(result.pose_world_landmarks, Optional[landmark_pb2.LandmarkList])
    return result.pose_landmarks.landmark[0] if result.pose_landmarks else None


points = NormalizedLandmarkList()
points.landmark.extend([NormalizedLandmark(x=0.25, y=0.5), NormalizedLandmark(x=0.75)])
added = points.landmark.add(z=-1)
assert_type(added, NormalizedLandmark)
assert_type(points.landmark[0].x, float)
assert_type(points.landmark[0].HasField("visibility"), bool)
assert_type(points.SerializeToString(), bytes)
assert_type(len(points.landmark), int)
copied = NormalizedLandmarkList()
copied.CopyFrom(points)
assert copied == points and NormalizedLandmarkList.FromString(points.SerializeToString()) == points
parsed = text_format.Parse("landmark { x: 0.5 }", NormalizedLandmarkList())
assert_type(parsed, NormalizedLandmarkList)
assert_type([point.y for point in parsed.landmark], "list[float]")

detection = detection_pb2.Detection(score=[0.5], label_id=[0])
detection.location_data.format = location_data_pb2.LocationData.RELATIVE_BOUNDING_BOX
detection.location_data.relative_bounding_box.xmin = 0.5
assert_type(detection.score[0], float)
assert_type(detection.label_id[0], int)
assert_type(detection.location_data.relative_bounding_box.width, float)
sides = classification_pb2.ClassificationList()
assert_type(sides.classification.add(label="Left").label, str)
assert_type(rect_pb2.Rect(x_center=1, y_center=2, height=3, width=4).width, int)
assert_type(Rasterization.Interval(y=1, left_x=2, right_x=3).left_x, int)

# What does not exist, or has another type, is an error.
if TYPE_CHECKING:
    points.landmark[0].w  # type: ignore[attr-defined]  # noqa: B018
    points.landmarks  # type: ignore[attr-defined]  # noqa: B018
    NormalizedLandmark(u=1)  # type: ignore[call-arg]
    added.x = "left"  # type: ignore[assignment]
    added.HasField("w")  # type: ignore[arg-type]
    points.landmark.extend([landmark_pb2.Landmark()])  # type: ignore[list-item]
    nose(mp_solutions.pose.Pose(), np.zeros(1)).x  # type: ignore[union-attr]  # noqa: B018
