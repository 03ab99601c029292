"""Whether output files are complete. Other tools have a link to this file beside their own."""

import json


def boxes(content):
    """The types of an MP4 file's boxes; None if they do not end with the file."""
    types, at = [], 0
    while at < len(content):
        if len(content) - at < 8:
            return None
        size = int.from_bytes(content[at:at + 4], "big")
        types.append(content[at + 4:at + 8])
        if size == 1:
            size = int.from_bytes(content[at + 8:at + 16], "big")
        if size == 0:
            size = len(content) - at
        if size < 8 or at + size > len(content):
            return None
        at += size
    return types


def fault(name, content):
    """Why a file is not complete; None if it is."""
    if name.endswith(".jsonl"):
        if content and not content.endswith(b"\n"):
            return "its last line is not complete"
        try:
            for line in content.splitlines():
                json.loads(line)
        except ValueError:
            return "a line is not JSON"
    elif name.endswith(".json"):
        try:
            json.loads(content)
        except ValueError:
            return "it is not JSON"
    elif name.endswith(".csv"):
        if not content.endswith(b"\n"):
            return "its last line is not complete"
    elif name.endswith(".mp4"):
        types = boxes(content)
        if types is None or b"moov" not in types:
            return f"it is not a whole MP4 file: {types}"
    elif name.endswith(".png"):
        if content[-8:-4] != b"IEND":
            return "it is not a whole PNG file"
    elif name.endswith(".html"):
        if b"</html>" not in content[-64:]:
            return "it is not a whole page"
    return None
