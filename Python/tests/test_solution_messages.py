"""The messages: their bytes are those of MediaPipe 0.10.21, with any protobuf."""

from __future__ import annotations

import copy
import os
import pickle

import pytest
from conftest import run_python

from landmarkkit.framework import formats
from landmarkkit.framework.formats import (
    classification_pb2,
    detection_pb2,
    landmark_pb2,
    location_data_pb2,
    rect_pb2,
)
from landmarkkit.framework.formats.annotation import rasterization_pb2
from landmarkkit.solutions import _messages
from landmarkkit.tasks.python.vision._instances import Instance


def points():
    return landmark_pb2.NormalizedLandmarkList(
        landmark=[
            landmark_pb2.NormalizedLandmark(x=0.5, y=-1, z=0, visibility=1, presence=0.25),
            landmark_pb2.NormalizedLandmark(x=2),
        ]
    )


def worlds():
    world = landmark_pb2.LandmarkList(landmark=[landmark_pb2.Landmark(x=1)])
    return landmark_pb2.LandmarkListCollection(landmark_list=[world])


def side():
    message = classification_pb2.ClassificationList()
    message.classification.add(index=1, score=0.5, label="Right", display_name="R")
    return message


def detection():
    message = detection_pb2.Detection(
        label=["face"],
        label_id=[0, 300],
        score=[0.5, 0.25],
        feature_tag="f",
        track_id="t",
        detection_id=-1,
        display_name=["n"],
        timestamp_usec=33333,
    )
    message.associated_detections.add(id=1, confidence=0.5)
    location = message.location_data
    location.format = location_data_pb2.LocationData.RELATIVE_BOUNDING_BOX
    location.relative_bounding_box.xmin = 0.5
    location.relative_bounding_box.height = 1
    location.bounding_box.width = 7
    location.mask.width = 2
    location.mask.rasterization.interval.add(y=1, left_x=2, right_x=3)
    location.relative_keypoints.add(x=0.5, y=0.25, keypoint_label="k", score=1)
    return message


def rect():
    return rect_pb2.NormalizedRect(
        x_center=0.5, y_center=0.5, height=1, width=1, rotation=0.5, rect_id=9
    )


# As MediaPipe 0.10.21 writes them.
BYTES = {
    points: "0a190d0000003f15000080bf1d00000000250000803f2d0000803e0a050d00000040",
    worlds: "0a070a050d0000803f",
    side: "0a110801150000003f1a055269676874220152",
    detection: (
        "0a0466616365120300ac021a080000003f0000803e22340802120218071a0a0d0000003f250000803f220c0802"
        "1a080a060801100218032a120d0000003f150000803e1a016b250000803f2a016632017438ffffffffffffffff"
        "ff0142070801150000003f4a016e50b58402"
    ),
    rect: "0d0000003f150000003f1d0000803f250000803f2d0000003f3009",
    lambda: rect_pb2.Rect(x_center=1, y_center=2, height=3, width=4): "0801100218032004",
}


@pytest.mark.parametrize("make", BYTES)
def test_bytes_are_mediapipes(make):
    message = make()
    assert message.SerializeToString().hex() == BYTES[make]
    assert type(message).FromString(bytes.fromhex(BYTES[make])) == message


def test_other_implementations_of_protobuf_write_the_same(monkeypatch):
    monkeypatch.setenv("PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION", "python")
    tests = os.path.dirname(__file__)
    done = run_python(f"""
        import copy, pickle, sys
        sys.path.insert(0, {tests!r})
        from google.protobuf.internal import api_implementation
        import test_solution_messages as tests
        for make, expected in tests.BYTES.items():
            assert make().SerializeToString().hex() == expected
            tests.check_copies(make())
        print(api_implementation.Type())
    """)
    assert done.stdout == "python\n", done.stderr


def check_copies(message):
    assert pickle.loads(pickle.dumps(message)) == copy.deepcopy(message) == copy.copy(message)
    assert pickle.loads(pickle.dumps(message)) == message


@pytest.mark.parametrize("make", BYTES)
def test_copies_and_pickles(make):
    check_copies(make())
    nested = detection().location_data
    check_copies(nested.relative_keypoints[0])
    check_copies(nested.mask.rasterization.interval[0])
    assert pickle.loads(pickle.dumps({"a": [nested]}))["a"][0] == nested


def test_what_scripts_do_with_messages():
    made = landmark_pb2.NormalizedLandmarkList()
    made.landmark.extend([landmark_pb2.NormalizedLandmark(x=0.5, y=0.25)])
    made.landmark.add(x=1, z=-1).visibility = 0.75
    first, second = made.landmark
    assert (first.HasField("y"), first.HasField("z"), second.HasField("y")) == (True, False, False)
    assert (first.z, second.visibility) == (0, 0.75)
    first.CopyFrom(second)
    assert first == second
    first.ClearField("visibility")
    assert str(first) in ("x: 1\nz: -1\n", "x: 1.0\nz: -1.0\n")
    del made.landmark[1]
    assert len(made.landmark) == 1
    with pytest.raises(AttributeError):
        first.w = 1


def test_json_and_text():
    from google.protobuf import text_format
    from google.protobuf.json_format import MessageToDict, MessageToJson, Parse

    assert MessageToDict(side()) == {
        "classification": [{"index": 1, "score": 0.5, "label": "Right", "displayName": "R"}]
    }
    written = MessageToDict(detection(), preserving_proto_field_name=True)
    assert written["location_data"]["format"] == "RELATIVE_BOUNDING_BOX"
    assert Parse(MessageToJson(points()), landmark_pb2.NormalizedLandmarkList()) == points()
    parsed = text_format.Parse(text_format.MessageToString(detection()), detection_pb2.Detection())
    assert parsed == detection()


def test_types_and_enumerations():
    location = location_data_pb2.LocationData
    assert location.Format.Value("MASK") == location.MASK == 3
    assert location.Format.Name(1) == "BOUNDING_BOX"
    assert isinstance(detection().location_data, location)
    assert isinstance(location().relative_keypoints.add(), location.RelativeKeypoint)
    assert detection_pb2.Detection.DESCRIPTOR.full_name == "mediapipe.Detection"
    assert landmark_pb2.DESCRIPTOR.name == "mediapipe/framework/formats/landmark.proto"
    assert rect_pb2.NormalizedRect().rotation == 0
    assert not rect_pb2.Rect(x_center=1).IsInitialized()
    assert rasterization_pb2.Rasterization.Interval.DESCRIPTOR.name == "Interval"
    for name in formats.__all__:
        assert getattr(formats, name) is not None


def test_other_definitions_of_the_same_names_do_no_harm():
    done = run_python("""
        from google.protobuf import descriptor_pb2, descriptor_pool
        # As another version of MediaPipe has it.
        file = descriptor_pb2.FileDescriptorProto(
            name="mediapipe/framework/formats/landmark.proto", package="mediapipe")
        field = file.message_type.add(name="Landmark").field.add(name="x", number=7)
        field.type, field.label = field.TYPE_FLOAT, field.LABEL_OPTIONAL
        descriptor_pool.Default().AddSerializedFile(file.SerializeToString())
        from landmarkkit.framework.formats import landmark_pb2
        print(landmark_pb2.Landmark(x=1).SerializeToString().hex())
    """)
    assert done.stdout == "0d0000803f\n", done.stderr


def instance(**fields):
    empty = dict.fromkeys(Instance._fields, b"")
    return Instance(**{**empty, "mask": None, **fields})


def test_messages_of_results():
    floats = bytes.fromhex("0000003f 000080bf 00000000 0000803f 0000803e".replace(" ", ""))
    found = instance(landmarks=floats * 2, world_landmarks=floats)
    image = _messages.landmarks(found, has_visibility=True)
    assert image == landmark_pb2.NormalizedLandmarkList(
        landmark=[landmark_pb2.NormalizedLandmark(x=0.5, y=-1, z=0, visibility=1)] * 2
    )
    world = _messages.world_landmarks(found)
    assert world == landmark_pb2.LandmarkList(landmark=[landmark_pb2.Landmark(x=0.5, y=-1, z=0)])
    # Fields of 0 are set, too.
    assert world.landmark[0].HasField("z")
    assert _messages.landmarks(instance()) is None and _messages.landmarks(None) is None
    assert _messages.mask(None) is None and _messages.mask(instance()) is None
    mirrored = _messages.handedness(instance(handedness=0, handedness_score=0.75))
    assert mirrored.SerializeToString().hex() == "0a0e0801150000403f1a055269676874"
    face = instance(score=0.5, region=(0.5, 0.5, 0.5, 0.25, 0.0), landmarks=floats)
    found = _messages.detection(face)
    box = found.location_data.relative_bounding_box
    assert (box.xmin, box.ymin, box.width, box.height) == (0.25, 0.375, 0.5, 0.25)
    assert [point.x for point in found.location_data.relative_keypoints] == [0.5]
    assert not found.label and not found.location_data.relative_keypoints[0].HasField("score")
