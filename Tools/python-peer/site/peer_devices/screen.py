"""A record in place of windows, and of image and video files beside those that are written."""

from . import budget, record

# Functions of windows that do nothing, with what they return.
NOTHING = {
    "namedWindow": None, "destroyAllWindows": None, "destroyWindow": None, "moveWindow": None,
    "resizeWindow": None, "setWindowProperty": None, "setWindowTitle": None, "setMouseCallback": None,
    "createTrackbar": None, "setTrackbarPos": None, "startWindowThread": 0, "getTrackbarPos": 0,
    "getWindowProperty": 1.0, "getWindowImageRect": (0, 0, 640, 480), "selectROI": (100, 100, 200, 200),
}


def install(cv2):
    """Replaces windows and keys, and records what is written."""
    write, Writer = cv2.imwrite, cv2.VideoWriter

    def imshow(name, image):
        if image is None or getattr(image, "size", 0) == 0:
            raise cv2.error("imshow: the image is empty")
        record.image("shown", name, image)

    def imwrite(path, image, *parameters):
        record.image("written", path, image)
        return write(path, image, *parameters)

    class Recorder:
        """The interface of cv2.VideoWriter."""

        def __init__(self, *arguments, **options):
            self._writer = Writer(*arguments, **options)

        def write(self, image):
            record.image("written", "video", image)
            self._writer.write(image)

        def __getattr__(self, name):
            return getattr(self._writer, name)

    Recorder.fourcc = staticmethod(cv2.VideoWriter_fourcc)
    cv2.imshow, cv2.imwrite, cv2.VideoWriter = imshow, imwrite, Recorder
    cv2.waitKey = cv2.waitKeyEx = lambda *_: budget.key()
    cv2.pollKey = budget.key
    for name, value in NOTHING.items():
        setattr(cv2, name, lambda *_, value=value, **__: value)
