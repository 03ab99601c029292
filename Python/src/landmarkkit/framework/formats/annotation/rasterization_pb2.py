"""A region as runs of pixels."""

from .._messages import define

DESCRIPTOR, _classes = define("annotation/rasterization.proto", __name__)

Rasterization = _classes["Rasterization"]
