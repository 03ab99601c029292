"""How many frames a script gets, and how long it may take."""

import os
import signal
import threading

from . import record

FRAMES = int(os.environ.get("PEER_FRAMES", "60"))
SECONDS = float(os.environ.get("PEER_SECONDS", "120"))
# After its frames, a script is asked to quit by key; it is ended if it reads as many frames again.
PATIENCE = 40
# A script that catches even SystemExit is ended for good.
LAST_WORD = 3
QUIT_KEYS = (ord("q"), 27, ord("Q"), ord("x"), ord("e"), 13)

_frames = 0
_keys = 0
_refusals = 0


def start():
    """Starts the clock of the time limit."""
    signal.signal(signal.SIGALRM, lambda *_: record.leave("time limit", 124))
    signal.setitimer(signal.ITIMER_REAL, SECONDS)


def frame():
    """Counts a frame; returns whether the script may have it.

    Raises:
        SystemExit: It does not stop reading.
    """
    global _frames, _refusals
    _frames += 1
    if _frames > FRAMES + PATIENCE:
        _refusals += 1
        if _refusals >= LAST_WORD or threading.current_thread() is not threading.main_thread():
            record.leave("end of footage", 0)
        record.ended("end of footage")
        raise SystemExit(0)
    return _frames <= FRAMES


def key():
    """The key that is pressed: none at first, then those that quit."""
    global _keys
    _keys += 1
    if _frames < FRAMES and _keys <= 4 * FRAMES:
        return -1
    return QUIT_KEYS[_keys % len(QUIT_KEYS)]
