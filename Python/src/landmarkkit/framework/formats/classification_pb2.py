"""Classes with scores, such as the side of a hand."""

from ._messages import define

DESCRIPTOR, _classes = define("classification.proto", __name__)

Classification = _classes["Classification"]
ClassificationList = _classes["ClassificationList"]
ClassificationListCollection = _classes["ClassificationListCollection"]
