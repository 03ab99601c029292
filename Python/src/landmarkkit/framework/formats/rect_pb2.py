"""Rotated rectangles, in pixels or as fractions of the image."""

from ._messages import define

DESCRIPTOR, _classes = define("rect.proto", __name__)

NormalizedRect = _classes["NormalizedRect"]
Rect = _classes["Rect"]
