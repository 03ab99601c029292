"""What a script finds in place of a camera, a screen, a clock and devices; it need not be changed."""

import random

from . import budget, camera, clock, record, screen, sinks


def install():
    """Replaces the devices, and has a record written when the script ends."""
    record.start()
    budget.start()
    clock.install()
    sinks.install()
    random.seed(0)
    try:
        import cv2
        import numpy
    except ImportError:
        return
    numpy.random.seed(0)
    clock.install_ticks(cv2)
    camera.install(cv2)
    screen.install(cv2)
