"""Detected objects."""

from ._messages import define

DESCRIPTOR, _classes = define("detection.proto", __name__)

Detection = _classes["Detection"]
DetectionList = _classes["DetectionList"]
