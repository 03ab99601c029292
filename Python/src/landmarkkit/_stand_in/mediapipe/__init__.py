"""The module that `import mediapipe` finds in programs started by `landmarkkit.run`."""

import sys

import landmarkkit

# The stand-in takes the place of this module, and Python then returns the module that it finds
# there.
del sys.modules[__name__]
landmarkkit.install_as_mediapipe()
