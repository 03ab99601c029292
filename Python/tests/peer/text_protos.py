"""Protocol buffers in text form, as far as MediaPipe's tests of vision tasks use them."""

import re
import sys
import types

TOKEN = re.compile(r'#[^\n]*|"((?:[^"\\]|\\.)*)"|([{}:,\[\]])|([^\s{}:,\[\]"#]+)')
# The repeated fields.
REPEATED = {
    "classification", "display_name", "label", "label_id", "landmark", "relative_keypoints",
    "score",
}
# In these messages, fields of the same names are not repeated.
SINGLE = {"classification", "relative_keypoints"}
TEXTS = {"display_name", "keypoint_label", "label"}


class Message:
    """A message whose fields are those that were read or set; the others have their defaults."""

    def __init__(self, parent=None, **fields):
        self.__dict__["_parent"] = parent
        self.__dict__.update({name: value for name, value in fields.items() if value is not None})
        if fields:
            self.__dict__["_parent"] = "classification"

    def HasField(self, name):  # noqa: N802
        return name in self.__dict__

    def _is_repeated(self, name):
        return name in REPEATED and self._parent not in SINGLE

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if self._is_repeated(name):
            return []
        if name in ("bounding_box", "location_data"):
            return Message(name)
        return "" if name in TEXTS else 0

    def add(self, name, value):
        """Sets a field, or adds to it."""
        if self._is_repeated(name):
            self.__dict__.setdefault(name, []).append(value)
        else:
            self.__dict__[name] = value


def parse(text, message):
    """Reads `text` into a message."""
    if isinstance(text, bytes):
        text = text.decode()
    tokens = [match.groups() for match in TOKEN.finditer(text) if not match[0].startswith("#")]
    place = 0

    def read(target):
        nonlocal place
        while place < len(tokens) and tokens[place][1] != "}":
            name = tokens[place][2]
            place += 1
            if tokens[place][1] == ":":
                place += 1
            if tokens[place][1] == "{":
                place += 1
                inner = Message(name)
                read(inner)
                place += 1
                target.add(name, inner)
            else:
                target.add(name, value_of(tokens[place]))
                place += 1

    read(message)
    return message


def value_of(token):
    """A string, number or name."""
    if token[0] is not None:
        return token[0]
    for kind in (int, float):
        try:
            return kind(token[2])
        except ValueError:
            pass
    return token[2]


def module(name, **members):
    """Makes a module, and the packages that it is in."""
    parts = name.split(".")
    for end in range(1, len(parts) + 1):
        path = ".".join(parts[:end])
        if path not in sys.modules:
            made = types.ModuleType(path)
            made.__path__ = []
            sys.modules[path] = made
            if end > 1:
                setattr(sys.modules[".".join(parts[: end - 1])], parts[end - 1], made)
    for key, value in members.items():
        setattr(sys.modules[name], key, value)


def install():
    """Installs modules in place of `google.protobuf` and MediaPipe's generated modules."""
    module("google.protobuf.text_format", Parse=parse)
    kinds = {
        "classification_pb2": ("Classification", "ClassificationList"),
        "detection_pb2": ("Detection",),
        "landmark_pb2": ("Landmark", "NormalizedLandmark", "NormalizedLandmarkList"),
    }
    for name, members in kinds.items():
        module(f"peer_protos.{name}", **{member: Message for member in members})
    location = types.SimpleNamespace(BoundingBox=Message, RelativeKeypoint=Message)
    module("peer_protos.location_data_pb2", LocationData=location)
    module("peer_protos.landmarks_detection_result_pb2", LandmarksDetectionResult=Message)
