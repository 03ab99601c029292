"""A clock that advances with frames, so that two runs see and print the same times."""

import time

START = 1_700_000_000.0
STEP = 1 / 30

_now = 0.0


def tick(seconds=STEP):
    """Advances the clock."""
    global _now
    _now += seconds


def install():
    """Replaces the functions of `time` for modules that are imported from now on."""
    def read():
        # Two readings differ, for scripts that divide by the difference.
        tick(1e-6)
        return _now

    time.time = lambda: START + read()
    time.perf_counter = time.monotonic = read
    time.time_ns = lambda: int((START + read()) * 1e9)
    time.sleep = tick


def install_ticks(cv2):
    """Replaces OpenCV's clock."""
    cv2.getTickCount, cv2.getTickFrequency = time.time_ns, lambda: 1e9
