"""The messages of MediaPipe 0.10.21 that the solutions return and scripts create.

A field is written as its label, type, name, number and default; `packed` fields are repeated.
"""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Sequence

FOLDER = "mediapipe/framework/formats/"


class Message(NamedTuple):
    """A message: its fields, and the types defined in it. Values of enumerations count from 0."""

    fields: Sequence[str]
    messages: "Dict[str, Message]" = {}
    enumerations: Dict[str, List[str]] = {}


class File(NamedTuple):
    """A file of messages, and the files whose messages it refers to."""

    messages: Dict[str, Message]
    imports: Sequence[str] = ()


def _point() -> Message:
    names = ("x", "y", "z", "visibility", "presence")
    return Message([f"optional float {name} {i}" for i, name in enumerate(names, 1)])


def _list(field: str, kind: str) -> Message:
    return Message([f"repeated {kind} {field} 1"])


def _box(kind: str) -> Message:
    names = ("xmin", "ymin", "width", "height")
    return Message([f"optional {kind} {name} {i}" for i, name in enumerate(names, 1)])


def _rect(kind: str) -> Message:
    names = ("x_center", "y_center", "height", "width")
    return Message(
        [
            *(f"required {kind} {name} {i}" for i, name in enumerate(names, 1)),
            "optional float rotation 5 0",
            "optional int64 rect_id 6",
        ]
    )


# Each file after those that it imports.
FILES: Dict[str, File] = {
    "landmark.proto": File(
        {
            "Landmark": _point(),
            "LandmarkList": _list("landmark", "Landmark"),
            "LandmarkListCollection": _list("landmark_list", "LandmarkList"),
            "NormalizedLandmark": _point(),
            "NormalizedLandmarkList": _list("landmark", "NormalizedLandmark"),
            "NormalizedLandmarkListCollection": _list("landmark_list", "NormalizedLandmarkList"),
        }
    ),
    "classification.proto": File(
        {
            "Classification": Message(
                [
                    "optional int32 index 1",
                    "optional float score 2",
                    "optional string label 3",
                    "optional string display_name 4",
                ]
            ),
            "ClassificationList": _list("classification", "Classification"),
            "ClassificationListCollection": _list("classification_list", "ClassificationList"),
        }
    ),
    "rect.proto": File({"Rect": _rect("int32"), "NormalizedRect": _rect("float")}),
    "annotation/rasterization.proto": File(
        {
            "Rasterization": Message(
                ["repeated Rasterization.Interval interval 1"],
                {
                    "Interval": Message(
                        [
                            "required int32 y 1",
                            "required int32 left_x 2",
                            "required int32 right_x 3",
                        ]
                    )
                },
            )
        }
    ),
    "location_data.proto": File(
        {
            "LocationData": Message(
                [
                    "optional enum:LocationData.Format format 1",
                    "optional LocationData.BoundingBox bounding_box 2",
                    "optional LocationData.RelativeBoundingBox relative_bounding_box 3",
                    "optional LocationData.BinaryMask mask 4",
                    "repeated LocationData.RelativeKeypoint relative_keypoints 5",
                ],
                {
                    "BoundingBox": _box("int32"),
                    "RelativeBoundingBox": _box("float"),
                    "BinaryMask": Message(
                        [
                            "optional int32 width 1",
                            "optional int32 height 2",
                            "optional Rasterization rasterization 3",
                        ]
                    ),
                    "RelativeKeypoint": Message(
                        [
                            "optional float x 1",
                            "optional float y 2",
                            "optional string keypoint_label 3",
                            "optional float score 4",
                        ]
                    ),
                },
                {"Format": ["GLOBAL", "BOUNDING_BOX", "RELATIVE_BOUNDING_BOX", "MASK"]},
            )
        },
        ["annotation/rasterization.proto"],
    ),
    "detection.proto": File(
        {
            "Detection": Message(
                [
                    "repeated string label 1",
                    "packed int32 label_id 2",
                    "packed float score 3",
                    "optional LocationData location_data 4",
                    "optional string feature_tag 5",
                    "optional string track_id 6",
                    "optional int64 detection_id 7",
                    "repeated Detection.AssociatedDetection associated_detections 8",
                    "repeated string display_name 9",
                    "optional int64 timestamp_usec 10",
                ],
                {
                    "AssociatedDetection": Message(
                        ["optional int32 id 1", "optional float confidence 2"]
                    )
                },
            ),
            "DetectionList": _list("detection", "Detection"),
        },
        ["location_data.proto"],
    ),
}
