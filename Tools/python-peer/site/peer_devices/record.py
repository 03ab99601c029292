"""What a script did: the images it showed and wrote, its calls of devices, and the exception that ended it."""

import atexit
import hashlib
import json
import os
import sys
import threading
import traceback

FOLDER = os.environ.get("PEER_RECORD", ".")
# Of the images, every so many-th is kept as a file; of all, the digest.
EVERY = int(os.environ.get("PEER_EVERY", "5"))

_lock = threading.RLock()
_written = False
_record = {"shown": [], "written": [], "calls": [], "substituted": [], "exception": None, "ended": None}


def start():
    """Has the record written at the end of the program."""
    sys.excepthook = _except
    threading.excepthook = lambda args: _except(args.exc_type, args.exc_value, args.exc_traceback)
    atexit.register(write)


def image(kind, name, pixels):
    """Records an image of a window, or one written to a file."""
    import cv2
    import numpy as np

    pixels = np.ascontiguousarray(pixels)
    with _lock:
        images = _record[kind]
        entry = {"name": str(name), "shape": list(pixels.shape), "type": str(pixels.dtype),
                 "digest": hashlib.sha256(pixels.tobytes()).hexdigest()}
        if len(images) % EVERY == 0:
            entry["file"] = f"{kind}-{len(images):04}.png"
            shown = pixels if pixels.dtype == np.uint8 else (np.clip(pixels, 0, 1) * 255).astype(np.uint8)
            encoded, data = cv2.imencode(".png", shown)
            if encoded:
                with open(os.path.join(FOLDER, entry["file"]), "wb") as file:
                    file.write(data.tobytes())
        images.append(entry)


def call(text):
    """Records a call of a device."""
    with _lock:
        _record["calls"].append(text)


def substituted(path):
    """Records that a file was missing, and that the footage took its place."""
    with _lock:
        if str(path) not in _record["substituted"]:
            _record["substituted"].append(str(path))


def ended(reason):
    """Records that the tool ended the script."""
    _record["ended"] = _record["ended"] or reason


def write():
    """Writes the record, once."""
    global _written
    with _lock:
        if _written:
            return
        _written = True
        with open(os.path.join(FOLDER, "record.json"), "w", encoding="utf-8") as file:
            json.dump(_record, file, indent=1)


def leave(reason, code):
    """Ends the program from any thread, whatever it would catch."""
    ended(reason)
    write()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _except(kind, value, trace):
    if kind is SystemExit:
        return
    lines = traceback.format_exception(kind, value, trace)
    with _lock:
        _record["exception"] = _record["exception"] or {
            "type": kind.__name__, "message": str(value), "trace": "".join(lines)[-3000:]}
    sys.stderr.write("".join(lines))
