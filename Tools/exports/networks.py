"""The networks of the models in this repository, and what LiteRT computes with them."""

import dataclasses
import json
import pathlib
import zipfile

import numpy as np
from ai_edge_litert.interpreter import Interpreter
from PIL import Image

import commands
import repository

# The task whose landmarks a network computes.
TASKS = {
    "hand_landmarks_detector": "hand",
    "pose_landmarks_detector": "pose",
    "face_landmarks_detector": "face",
}
# The numbers of a landmark in the output with coordinates, which is first.
NUMBERS = {"hand": 3, "pose": 5, "face": 3}
# How much larger than the box around the landmarks the region of a network is.
MARGIN = {"hand": 1.5, "pose": 1.25, "face": 1.5}


@dataclasses.dataclass
class Network:
    """A network of a bundle."""

    bundle: str
    name: str
    content: bytes

    @property
    def title(self):
        return f"{self.bundle}: {self.name}" if self.bundle else self.name


def all_networks():
    """Every network of the bundles in models/."""
    for path in sorted(repository.MODELS.glob("*.task")):
        with zipfile.ZipFile(path) as archive:
            for entry in archive.namelist():
                if entry.endswith(".tflite"):
                    yield Network(path.name, entry.removesuffix(".tflite"), archive.read(entry))
    for path in sorted(repository.MODELS.glob("*.tflite")):
        yield Network("", path.stem, path.read_bytes())


class Reference:
    """A network in LiteRT."""

    def __init__(self, network):
        self.interpreter = Interpreter(model_content=network.content, num_threads=1)
        self.interpreter.allocate_tensors()
        self.input = self.interpreter.get_input_details()[0]

    @property
    def shape(self):
        return tuple(self.input["shape"])

    def run(self, values):
        """The outputs by name."""
        self.interpreter.set_tensor(self.input["index"], values)
        self.interpreter.invoke()
        details = self.interpreter.get_output_details()
        return {detail["name"]: self.interpreter.get_tensor(detail["index"]).copy() for detail in details}


def inputs(network, reference, regions):
    """Inputs as the network gets them: parts of photographs, and noise where it does not take images.

    `regions` has squares of images by task, which `find_regions` finds."""
    shape = reference.shape
    if len(shape) != 4 or shape[3] != 3:
        return [np.random.default_rng(1).random(shape, dtype=np.float32)]
    task = TASKS.get(network.name)
    if task is None:
        path = repository.FOOTAGE / "astronaut.png"
        size = Image.open(path).size
        return [_pixels(path, (0, 0, *size), shape)]
    return [_pixels(path, square, shape) for path, square in regions[task]]


def find_regions(images):
    """Squares around hands, poses and faces in images, by task: a path, and left, top, right and bottom."""
    found = {}
    for task in MARGIN:
        lines = commands.output(repository.PROGRAM, task, *images, "--json", "-", "--quiet")
        found[task] = [
            (pathlib.Path(record["file"]), _square(instance["landmarks"], record, MARGIN[task]))
            for record in map(json.loads, lines.splitlines())
            for key in ("hands", "poses", "faces")
            for instance in record.get(key, [])
        ]
    return found


def _square(landmarks, record, margin):
    """The square around landmarks, in pixels."""
    points = np.array([landmark[:2] for landmark in landmarks]) * (record["width"], record["height"])
    low, high = points.min(0), points.max(0)
    center, half = (low + high) / 2, (high - low).max() * margin / 2
    return (*(center - half), *(center + half))


def _pixels(path, square, shape):
    """A part of a photograph as numbers from 0 to 1."""
    image = Image.open(path).convert("RGB")
    part = image.transform((shape[2], shape[1]), Image.EXTENT, square, Image.BILINEAR)
    return (np.asarray(part, np.float32) / 255)[None]
