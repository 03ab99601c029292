"""Compares two records of a script: what it printed, drew, wrote and sent to devices."""

import itertools
import json
import re
from pathlib import Path

import cv2
import numpy as np

NUMBER = re.compile(r"[-+]?\d+\.?\d*(?:[eE][-+]?\d+)?")


def load(folder):
    """The record in a folder."""
    return json.loads((folder / "record.json").read_text(encoding="utf-8"))


def texts(one, other):
    """How two texts differ: "", or by how much their numbers do, or where the rest does."""
    if one == other:
        return ""
    lines, others = one.splitlines(), other.splitlines()
    for number, (line, second) in enumerate(zip(lines, others), 1):
        if NUMBER.sub("#", line) != NUMBER.sub("#", second):
            return f"line {number}: {_brief(line)} instead of {_brief(second)}"
    if len(lines) != len(others):
        return f"{len(lines)} lines instead of {len(others)}"
    pairs = zip(NUMBER.findall(one), NUMBER.findall(other))
    return f"numbers by {max(abs(float(a) - float(b)) for a, b in pairs):.2g} at most"


def images(folder, other_folder, kind):
    """How the images of two records differ: by how much on average, in kept images of the same place."""
    records = load(folder).get(kind, []), load(other_folder).get(kind, [])
    if not any(records):
        return "", ""
    same = sum(a["digest"] == b["digest"] for a, b in zip(*records))
    counts = f"{len(records[0])}" if len(records[0]) == len(records[1]) else f"{len(records[0])}, not {len(records[1])}"
    differences = []
    for a, b in zip(*records):
        if "file" in a and "file" in b:
            pixels = [cv2.imread(str(place / entry["file"])) for place, entry in ((folder, a), (other_folder, b))]
            if pixels[0] is None or pixels[1] is None or pixels[0].shape != pixels[1].shape:
                return counts, f"sizes {a['shape']} and {b['shape']}"
            differences.append(float(np.mean(cv2.absdiff(*pixels))))
    if not differences:
        return counts, "nothing to compare"
    if not max(differences):
        return counts, "the same" if same == len(records[0]) else f"{same} the same"
    return counts, f"mean {np.mean(differences):.3f}, worst image {max(differences):.2f}; {same} the same"


def files(folder, other_folder):
    """How the texts and arrays that two runs wrote differ."""
    found = [{path.relative_to(place / "files"): path for path in (place / "files").rglob("*") if path.is_file()}
             for place in (folder, other_folder)]
    if not any(found):
        return ""
    said = [f"{name} only in one" for name in sorted(map(str, set(found[0]) ^ set(found[1])))]
    for name in sorted(set(found[0]) & set(found[1])):
        difference = _file(found[0][name], found[1][name])
        if difference:
            said.append(f"{name}: {difference}")
    return "; ".join(itertools.islice(said, 3)) or f"{len(found[0])} the same"


def compare(folder, other_folder):
    """The differences of two records in words: printed text, images, device calls and files."""
    record, other = load(folder), load(other_folder)
    printed = texts(*((place / "stdout.txt").read_text(encoding="utf-8") for place in (folder, other_folder)))
    calls = texts(*("\n".join(each.get("calls", [])) for each in (record, other)))
    shown, pixels = images(folder, other_folder, "shown")
    written, written_pixels = images(folder, other_folder, "written")
    parts = [("printed", printed), ("calls", calls), ("written images", written_pixels),
             ("files", files(folder, other_folder))]
    return shown or written, pixels, "; ".join(f"{name}: {text}" for name, text in parts if text)


def _file(path, other):
    if Path(path).suffix != ".npy":
        return texts(*(file.read_text(encoding="utf-8", errors="replace") for file in (path, other)))
    one, two = (np.load(file, allow_pickle=False) for file in (path, other))
    if one.shape != two.shape:
        return f"shape {one.shape} instead of {two.shape}"
    largest = float(np.max(np.abs(one.astype(float) - two.astype(float)), initial=0))
    return f"by {largest:.2g} at most" if largest else ""


def _brief(text):
    return "`" + text.strip()[:60].replace("|", "¦").replace("`", "'") + "`"
