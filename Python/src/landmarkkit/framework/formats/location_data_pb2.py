"""Where a detected object is: its box and keypoints."""

from ._messages import define

DESCRIPTOR, _classes = define("location_data.proto", __name__)

LocationData = _classes["LocationData"]
