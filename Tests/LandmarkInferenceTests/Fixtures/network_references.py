#!/usr/bin/env python3
"""Writes LiteRT's outputs for every network: the references for LandmarkInference's parity tests.

    pip install ai-edge-litert==2.3.0 opencv-python-headless==4.10.0.84 'numpy<2' pillow
    scripts/fetch-loose-models
    Tests/LandmarkInferenceTests/Fixtures/network_references.py

Each network runs on a synthetic image generated from a seed, here and in Swift, and on a crop of
footage/astronaut.png. For each output at most 400 values at seeded positions are recorded, with the
maximum and the mean magnitude of all. `floor` is the largest difference between LiteRT's reference
kernels and its optimized ones (XNNPACK), relative to the maximum magnitude: a yardstick for
tolerances. Writes networks.txt beside this file:

  model FILE ENTRY|- SHA-256
  input synthetic SEED HEIGHT WIDTH CHANNELS
  input crop CX CY W H ROTATION HEIGHT WIDTH BORDER LOW HIGH CRC-32     (floats as their bits)
  input values BITS…
  output POSITION COUNT SEED LARGEST MEAN FLOOR BITS…
"""

import hashlib
import pathlib
import platform
import sys
import zipfile
import zlib

import ai_edge_litert
import numpy as np
from ai_edge_litert.interpreter import Interpreter, OpResolverType
from PIL import Image

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parents[2]
sys.path.insert(0, str(ROOT / "Tests/LandmarkImagingTests/Fixtures"))
from warp_references import splitmix64, warp  # noqa: E402

TARGET = FOLDER / "networks.txt"
WHEEL = "mediapipe-0.10.21/"
SAMPLES = 400
F = np.float32

# The crop of the image, 512 × 512: center, size, rotation, replicated border or
# black, and the range to which bytes are mapped.
WHOLE = (256, 256, 512, 512, 0)
FACE = (222.7, 119.3, 241.1, 263.9, 0.137)
EYE = (199.6, 112.2, 61.7, 61.7, -0.21)
PERSON = (238.4, 301.7, 655.5, 655.5, 0.0613)
HAND = (341.2, 388.8, 203.3, 203.3, 2.417)
NETWORKS = [
    ("hand_landmarker.task", "hand_detector.tflite", WHOLE, False, 0, 1),
    ("hand_landmarker.task", "hand_landmarks_detector.tflite", HAND, True, 0, 1),
    ("pose_landmarker_full.task", "pose_detector.tflite", WHOLE, False, -1, 1),
    ("pose_landmarker_full.task", "pose_landmarks_detector.tflite", PERSON, True, 0, 1),
    ("pose_landmarker_lite.task", "pose_landmarks_detector.tflite", PERSON, True, 0, 1),
    ("pose_landmarker_heavy.task", "pose_landmarks_detector.tflite", PERSON, True, 0, 1),
    ("face_landmarker.task", "face_detector.tflite", WHOLE, False, -1, 1),
    ("face_landmarker.task", "face_landmarks_detector.tflite", FACE, True, 0, 1),
    ("face_landmarker.task", "face_blendshapes.tflite", None, None, None, None),
    (WHEEL + "face_detection_full_range_sparse.tflite", None, WHOLE, False, -1, 1),
    (WHEEL + "face_detection_short_range.tflite", None, WHOLE, False, -1, 1),
    (WHEEL + "face_landmark.tflite", None, FACE, True, 0, 1),
    (WHEEL + "hand_landmark_full.tflite", None, HAND, True, 0, 1),
    (WHEEL + "hand_landmark_lite.tflite", None, HAND, True, 0, 1),
    (WHEEL + "hand_recrop.tflite", None, HAND, True, 0, 1),
    (WHEEL + "iris_landmark.tflite", None, EYE, True, 0, 1),
    (WHEEL + "palm_detection_full.tflite", None, WHOLE, False, 0, 1),
    (WHEEL + "palm_detection_lite.tflite", None, WHOLE, False, 0, 1),
    (WHEEL + "pose_detection.tflite", None, WHOLE, False, -1, 1),
    (WHEEL + "pose_landmark_full.tflite", None, PERSON, True, 0, 1),
]
# The landmarks that are the input of the blendshape network.
BLENDSHAPE_LANDMARKS = [int(i) for i in """
0 1 4 5 6 7 8 10 13 14 17 21 33 37 39 40 46 52 53 54 55 58 61 63 65 66 67 70 78 80 81 82 84 87 88
91 93 95 103 105 107 109 127 132 133 136 144 145 146 148 149 150 152 153 154 155 157 158 159 160
161 162 163 168 172 173 176 178 181 185 191 195 197 234 246 249 251 263 267 269 270 276 282 283
284 285 288 291 293 295 296 297 300 308 310 311 312 314 317 318 321 323 324 332 334 336 338 356
361 362 365 373 374 375 377 378 379 380 381 382 384 385 386 387 388 389 390 397 398 400 402 405
409 415 454 466 468 469 470 471 472 473 474 475 476 477""".split()]


def read(file, entry):
    path = ROOT / "models" / file
    return zipfile.ZipFile(path).read(entry) if entry else path.read_bytes()


def run(data, tensor, resolver):
    interpreter = Interpreter(
        model_content=data, num_threads=1, experimental_op_resolver_type=resolver)
    interpreter.allocate_tensors()
    interpreter.set_tensor(interpreter.get_input_details()[0]["index"], tensor)
    interpreter.invoke()
    # Some versions sort the details differently; this is the model's order.
    order = interpreter._interpreter.OutputIndices()
    return [interpreter.get_tensor(i).ravel().copy() for i in order]


def unit(seed, count):
    """The first `count` numbers in 0..<1 with 24 bits, exact as 32-bit floats."""
    return (splitmix64(seed, count) >> np.uint64(40)).astype(F) * F(2.0 ** -24)


def synthetic(seed, height, width, channels):
    """Blocks of 16 × 16 pixels, for smooth areas, with added noise."""
    rows, columns = -(-height // 16), -(-width // 16)
    blocks = unit(seed, rows * columns * channels).reshape(rows, columns, channels)
    noise = unit(seed + 1, height * width * channels).reshape(height, width, channels)
    spread = blocks.repeat(16, 0).repeat(16, 1)[:height, :width]
    return spread * F(0.8) + noise * F(0.2)


def crop(image, network, height, width):
    _, _, region, replicate, low, high = network
    pixels = warp(image, region, (width, height), replicate)
    values = pixels.astype(F) * (F(high - low) / F(255)) + F(low)
    words = [*map(bits, region), height, width, int(replicate), low, high,
             f"{zlib.crc32(pixels.tobytes()):08x}"]
    return values, "input crop " + " ".join(map(str, words))


def bits(value):
    return f"{np.array(value, F).view(np.uint32):08x}"


def inputs(image, number, network, shape, landmarks):
    seed = 1000 * (number + 1)
    if len(shape) == 3:  # the landmarks of the blendshape network
        points = unit(seed, int(np.prod(shape))) * F(200) + F(100)
        for values in (points, landmarks):
            yield values, "input values " + "".join(map(bits, values.ravel()))
        return
    _, height, width, channels = map(int, shape)
    line = f"input synthetic {seed} {height} {width} {channels}"
    yield synthetic(seed, height, width, channels), line
    yield crop(image, network, height, width)


def outputs(data, tensor, seed):
    optimized = run(data, tensor, OpResolverType.AUTO)
    reference = run(data, tensor, OpResolverType.BUILTIN_REF)
    for position, (values, others) in enumerate(zip(optimized, reference)):
        count = len(values)
        chosen = seed + 10 + position
        places = np.arange(count)
        if count > SAMPLES:
            places = (splitmix64(chosen, SAMPLES) % np.uint64(count)).astype(int)
        largest = np.abs(values).max()
        floor = np.abs(values - others).max() / max(largest, 1e-30)
        mean = np.abs(values).mean(dtype=np.float64)
        yield values, (f"output {position} {count} {chosen} {bits(largest)} {bits(mean)} "
                       f"{floor:.1e} " + "".join(map(bits, values[places])))


def main():
    image = np.asarray(Image.open(ROOT / "footage/astronaut.png").convert("RGB"))
    lines = [f"# network_references.py: ai-edge-litert {ai_edge_litert.__version__}, NumPy "
             f"{np.__version__}, {platform.machine()}; floats as the bits of 32-bit numbers"]
    landmarks = None
    for number, network in enumerate(NETWORKS):
        file, entry = network[:2]
        data = read(file, entry)
        lines.append(f"model {file} {entry or '-'} {hashlib.sha256(data).hexdigest()}")
        interpreter = Interpreter(model_content=data)
        shape = interpreter.get_input_details()[0]["shape"]
        for index, (tensor, line) in enumerate(inputs(image, number, network, shape, landmarks)):
            lines.append(line)
            seed = 1000 * (number + 1) + 100 * index
            tensor = np.ascontiguousarray(tensor.reshape(shape), F)
            for position, (values, text) in enumerate(outputs(data, tensor, seed)):
                lines.append(text)
                print(file, entry or "", line.split()[1], *text.split()[:3], "floor",
                      text.split()[6], file=sys.stderr)
                if entry == "face_landmarks_detector.tflite" and position == 0:
                    landmarks = values.reshape(-1, 3)[BLENDSHAPE_LANDMARKS, :2]
    TARGET.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
