"""`landmarkkit.tasks.python.components` under a shorter name."""

from .python.components import *  # noqa: F403
from .python.components import __all__ as __all__
