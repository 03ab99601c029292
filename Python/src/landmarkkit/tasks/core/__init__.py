"""What all tasks share."""

from . import base_options

__all__ = ["base_options"]
