"""The default of values that results always have."""

from typing import Any

# None, as in MediaPipe. It is typed so that a result's `landmark.x` is a float.
UNSET: Any = None
