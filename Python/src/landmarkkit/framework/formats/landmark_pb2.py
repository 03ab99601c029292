"""Points of a hand, pose or face, and lists of them."""

from ._messages import define

DESCRIPTOR, _classes = define("landmark.proto", __name__)

Landmark = _classes["Landmark"]
LandmarkList = _classes["LandmarkList"]
LandmarkListCollection = _classes["LandmarkListCollection"]
NormalizedLandmark = _classes["NormalizedLandmark"]
NormalizedLandmarkList = _classes["NormalizedLandmarkList"]
NormalizedLandmarkListCollection = _classes["NormalizedLandmarkListCollection"]
