"""Parts that the tasks have in common."""

from . import containers

__all__ = ["containers"]
