"""The default of values that results always have."""

from typing import Any

# None, as in MediaPipe. It has the type of no value, so that a result's `landmark.x` is a float.
UNSET: Any = None
