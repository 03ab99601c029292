#!/usr/bin/env python3
"""Creates the references of LandmarkImagingTests' warps with OpenCV 4.10 (5.0 rounds differently).

    pip install opencv-python-headless==4.10.0.84 'numpy<2'
    Tests/LandmarkImagingTests/Fixtures/warp_references.py

Writes beside this file:
  warps.txt       one line per ROI: image, center, size and rotation as float bits, output size,
                  border, CRC-32 of the output's RGB bytes
  warp-N.rgb      all bytes of a few of them (line N), to locate a difference
  mask-warps.txt  the same for masks: side and seed of the mask, image size, region, then the
                  output's mean and 200 of its values, all as float bits
The images are generated from a seed, here and in Swift, and are not stored. network_references.py of
LandmarkInferenceTests uses the same warp and the same numbers.
"""

import pathlib
import struct
import zlib

import cv2
import numpy as np

FIXTURES = pathlib.Path(__file__).resolve().parent
F = np.float32

# Width, height, seed. Tiny images have no interior; a width of 1279 fits no vector size.
IMAGES = [
    (640, 427, 1),
    (176, 144, 2),
    (958, 1358, 3),
    (960, 640, 4),
    (1279, 717, 5),
    (33, 29, 6),
    (5, 3, 7),
    (1, 1, 8),
    (2, 2, 9),
    (3, 1, 10),
]
OUTPUTS = [
    (128, 128),
    (192, 192),
    (224, 224),
    (256, 256),
    (256, 256),
    (100, 70),
    (300, 10),
    (7, 5),
    (65, 33),
    (40, 64),
]
WHOLE = [33, 36, 37]


def splitmix64(seed, count):
    """The first 64-bit numbers of a seed, as LandmarkTestSupport generates them in Swift."""
    state = np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(
        0x9E3779B97F4A7C15
    )
    z = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def image(width, height, seed):
    """A ramp that wraps around, plus 6 bits of noise: hard edges, gradients and texture."""
    noise = (splitmix64(seed, width * height * 3) >> np.uint64(58)).astype(np.int64)
    y, x, c = np.mgrid[0:height, 0:width, 0:3]
    return ((x * 3 + y * 5 + c * 70 + noise.reshape(height, width, 3)) & 255).astype(np.uint8)


def warp(source, region, output, replicate):
    """The CPU path of MediaPipe's ImageToTensorCalculator."""
    cx, cy, w, h, rotation = map(F, region)
    degrees = F(float(F(rotation * F(180))) / np.pi)
    box = cv2.boxPoints(((float(cx), float(cy)), (float(w), float(h)), float(degrees)))
    width, height = output
    corners = np.array([[0, height], [0, 0], [width, 0], [width, height]], F)
    matrix = cv2.getPerspectiveTransform(box.astype(F), corners)
    border = cv2.BORDER_REPLICATE if replicate else cv2.BORDER_CONSTANT
    return cv2.warpPerspective(source, matrix, output, flags=cv2.INTER_LINEAR, borderMode=border)


def regions():
    """Letterboxes, then random ROIs: inside, across the edge, outside; small and large."""
    for index, output in ((3, 224), (2, 128), (0, 192), (1, 128), (1, 224), (4, 192), (5, 128)):
        width, height, _ = IMAGES[index]
        side = max(width, height)
        for turn in (0, 1, 2, 3):
            yield index, (width / 2, height / 2, side, side, -turn * np.pi / 2), (
                output,
                output,
            ), False
    generator = np.random.default_rng(20261121)
    for number in range(260):
        index = int(
            generator.choice(
                len(IMAGES), p=[0.22, 0.16, 0.12, 0.12, 0.12, 0.1, 0.06, 0.04, 0.03, 0.03]
            )
        )
        width, height, _ = IMAGES[index]
        spread = [0.5, 1.0, 2.5][number % 3]
        cx = width * (0.5 + spread * (generator.random() - 0.5))
        cy = height * (0.5 + spread * (generator.random() - 0.5))
        w = max(width, height) * float(np.exp(generator.uniform(-3, 1)))
        h = w if number % 2 == 0 else w * float(generator.uniform(0.4, 2.2))
        rotation = 0 if number % 10 == 0 else generator.uniform(-np.pi, np.pi)
        if number % 7 == 0:  # whole and half pixels cause ties in rounding
            cx, cy, w, h = round(cx), round(cy * 2) / 2, max(round(w), 1), max(round(h), 1)
        yield index, (cx, cy, w, h, rotation), OUTPUTS[number % len(OUTPUTS)], number % 4 < 2


def bits(value):
    return struct.pack(">f", F(value)).hex()


def write_warps():
    sources = [image(*p) for p in IMAGES]
    with open(FIXTURES / "warps.txt", "w") as file:
        file.write(f"# warp_references.py, OpenCV {cv2.__version__}, NumPy {np.__version__}\n")
        for number, (index, region, output, replicate) in enumerate(regions()):
            result = warp(sources[index], region, output, replicate)
            if number in WHOLE:
                result.tofile(FIXTURES / f"warp-{number}.rgb")
            width, height, seed = IMAGES[index]
            fields = [
                width,
                height,
                seed,
                *map(bits, region),
                *output,
                int(replicate),
                f"{zlib.crc32(result.tobytes()):08x}",
            ]
            file.write(" ".join(map(str, fields)) + "\n")


def smooth_mask(side, seed):
    """Waves with slight noise, discontinuous only at the mask's border."""
    noise = (splitmix64(seed, side * side) >> np.uint64(40)).astype(np.float64) / (1 << 24)
    y, x = np.mgrid[0:side, 0:side]
    waves = 0.5 + 0.49 * np.sin(x * 0.11 + seed) * np.cos(y * 0.07)
    return (waves + noise.reshape(side, side) / 128).astype(F)


def mask_affine(rect, size, side):
    """The map from destination to source of MediaPipe's mask warp, in single precision."""
    W, H, half = F(size[0]), F(size[1]), F(0.5)
    cx, cy, w, h, rotation = rect[0] * W, rect[1] * H, rect[2] * W, rect[3] * H, rect[4]
    c, s = F(np.cos(rotation)), F(np.sin(rotation))
    matrix = np.eye(4, dtype=F)
    matrix[0] = [w * c / W, -h * s / W, 0, (-half * w * c + half * h * s + cx) / W]
    matrix[1] = [w * s / H, h * c / H, 0, (-half * h * c - half * w * s + cy) / H]
    matrix[2, 2] = w / W
    scale = np.diag([F(side), F(side), 1, 1]).astype(F)
    shrink = np.diag([F(1) / W, F(1) / H, 1, 1]).astype(F)
    return (scale @ np.linalg.inv(matrix) @ shrink)[:2, [0, 1, 3]]


def write_mask_warps():
    generator = np.random.default_rng(7)
    with open(FIXTURES / "mask-warps.txt", "w") as file:
        file.write(f"# warp_references.py, OpenCV {cv2.__version__}, NumPy {np.__version__}\n")
        for number in range(24):
            side = [256, 256, 64, 33][number % 4]
            width, height = [(640, 427), (176, 144), (500, 900), (37, 21)][number // 4 % 4]
            w = max(width, height) * np.exp(generator.uniform(-1.5, 0.7))
            h = w * (1 if number % 2 else generator.uniform(0.6, 1.6))
            turn = 0 if number % 6 == 0 else generator.uniform(-np.pi, np.pi)
            rect = [
                F(v) for v in (generator.random(), generator.random(), w / width, h / height, turn)
            ]
            affine = mask_affine(rect, (width, height), side)
            result = cv2.warpAffine(
                smooth_mask(side, 100 + number),
                affine,
                (width, height),
                borderMode=cv2.BORDER_CONSTANT,
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            )
            samples = splitmix64(number, 200) % np.uint64(width * height)
            values = [*rect, result.mean(dtype=np.float64), *result.ravel()[samples]]
            file.write(
                " ".join(map(str, [side, 100 + number, width, height, *map(bits, values)])) + "\n"
            )


if __name__ == "__main__":
    write_warps()
    write_mask_warps()
