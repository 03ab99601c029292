"""What `import mediapipe` finds in programs that `landmarkkit.run` starts."""

import sys

import landmarkkit

# This module is in the place that the stand-in takes, and Python then returns the one it finds
# there.
del sys.modules[__name__]
landmarkkit.install_as_mediapipe()
