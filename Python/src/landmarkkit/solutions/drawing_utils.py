"""Drawing of the solutions' results: the module of the tasks under another name, so that values
that scripts set in it, such as `_PRESENCE_THRESHOLD`, take effect."""

import sys

from ..tasks.python.vision import drawing_utils
from ..tasks.python.vision.drawing_utils import *  # noqa: F403

sys.modules[__name__] = drawing_utils
