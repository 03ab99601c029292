"""A video in place of cameras and of videos and images that are missing."""

import os

from . import budget, clock, record

FOOTAGE = os.environ.get("PEER_FOOTAGE", "")
# What webcams deliver unless asked for another size.
CAMERA_SIZE = (640, 480)


def install(cv2):
    """Replaces what opens cameras and files."""
    Reader, read_image = cv2.VideoCapture, cv2.imread

    class Camera:
        """The interface of cv2.VideoCapture."""

        def __init__(self, source=0, *_):
            self.open(source)

        def open(self, source=0, *_):
            self._is_live = not isinstance(source, (str, os.PathLike))
            exists = not self._is_live and os.path.exists(source)
            if not exists and not self._is_live:
                record.substituted(source)
            self._path = os.fspath(source) if exists else FOOTAGE
            self._reader = Reader(self._path)
            self._size = CAMERA_SIZE if self._is_live else None
            self._frame = None
            return self._reader.isOpened()

        def isOpened(self):
            return self._reader.isOpened()

        def read(self, *_):
            return (True, self._frame) if self.grab() else (False, None)

        def grab(self):
            clock.tick()
            if not budget.frame() and not self._is_live:
                return False
            found, frame = self._reader.read()
            if not found and self._is_live:
                self._reader = Reader(self._path)
                found, frame = self._reader.read()
            if found and self._size:
                frame = cv2.resize(frame, self._size, interpolation=cv2.INTER_AREA)
            self._frame = frame
            return found

        def retrieve(self, *_):
            return self._frame is not None, self._frame

        def set(self, property, value):
            sizes = {cv2.CAP_PROP_FRAME_WIDTH: 0, cv2.CAP_PROP_FRAME_HEIGHT: 1}
            if not self._is_live:
                return self._reader.set(property, value)
            if property in sizes and value > 0:
                size = list(self._size)
                size[sizes[property]] = int(value)
                self._size = tuple(size)
            return True

        def get(self, property):
            if self._is_live and property in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT):
                return float(self._size[property == cv2.CAP_PROP_FRAME_HEIGHT])
            if self._is_live and property == cv2.CAP_PROP_FPS:
                return 30.0
            return self._reader.get(property)

        def release(self):
            self._reader.release()

    def imread(path, *flags):
        image = read_image(path, *flags)
        if image is None and not os.path.exists(path):
            record.substituted(path)
            found, image = Reader(FOOTAGE).read()
        return image

    cv2.VideoCapture, cv2.imread = Camera, imread
