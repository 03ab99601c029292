"""Python imports this before a script: it gives the script a video as camera, and a record as screen."""

import os

if "PEER_RECORD" in os.environ:
    import peer_devices

    peer_devices.install()
