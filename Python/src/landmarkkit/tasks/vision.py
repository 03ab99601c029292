"""`landmarkkit.tasks.python.vision` under a shorter name."""

from .python.vision import *  # noqa: F403
from .python.vision import __all__ as __all__
