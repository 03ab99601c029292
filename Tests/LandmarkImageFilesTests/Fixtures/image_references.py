#!/usr/bin/env python3
"""Creates the small images of LandmarkImageFilesTests and the checksums of their decoded pixels.

    pip install opencv-python-headless==4.10.0.84 'numpy<2' pillow
    Tests/LandmarkImageFilesTests/Fixtures/image_references.py

Writes images/* and images.txt beside this file: one line per image with its name, width, height,
channels and the CRC-32 of its pixels as OpenCV reads them (RGB, or RGBA or grayscale if the file
is), EXIF orientation applied. Files of `../shared/assets` are listed as `asset:NAME` if that folder
exists.
"""

import io
import pathlib
import struct
import sys
import zlib

import cv2
import numpy as np
import PIL
from PIL import Image

FIXTURES = pathlib.Path(__file__).resolve().parent
FOLDER = FIXTURES / "images"
ASSETS = FIXTURES.parents[3] / "shared/assets"
WIDTH, HEIGHT = 37, 26


def scene(channels, depth=8):
    """Smooth colors with some noise, without any symmetry."""
    generator = np.random.default_rng(7)
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    planes = [x / WIDTH, y / HEIGHT, (x + y) / (WIDTH + HEIGHT), 1 - x * y / (WIDTH * HEIGHT)]
    image = (
        np.stack(planes[:channels], -1) * 0.9 + generator.random((HEIGHT, WIDTH, channels)) * 0.1
    )
    return (image * (2**depth - 1)).astype(np.uint8 if depth == 8 else np.uint16)


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(image, color_type, depth=8, interlaced=False, extra=b""):
    """A PNG file without filters, of any color type, depth and interlacing."""
    height, width = image.shape[:2]
    passes = [(0, 0, 1, 1)]
    if interlaced:
        passes = [
            (0, 0, 8, 8),
            (4, 0, 8, 8),
            (0, 4, 4, 8),
            (2, 0, 4, 4),
            (0, 2, 2, 4),
            (1, 0, 2, 2),
            (0, 1, 1, 2),
        ]
    rows = b""
    for x, y, dx, dy in passes:
        part = image[y::dy, x::dx]
        if part.size == 0:
            continue
        for row in part:
            if depth == 16:
                rows += b"\0" + row.astype(">u2").tobytes()
            elif depth == 8:
                rows += b"\0" + row.tobytes()
            else:
                bits = "".join(format(v, f"0{depth}b") for v in row.ravel())
                bits += "0" * (-len(bits) % 8)
                rows += b"\0" + int(bits, 2).to_bytes(len(bits) // 8, "big")
    header = struct.pack(">IIBBBBB", width, height, depth, color_type, 0, 0, int(interlaced))
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + extra
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def tiff(orientation, big):
    order = ">" if big else "<"
    entry = struct.pack(order + "HHIH", 0x0112, 3, 1, orientation) + b"\0\0"
    other = struct.pack(order + "HHII", 0x0100, 4, 1, WIDTH)
    header = (b"MM\0*" if big else b"II*\0") + struct.pack(order + "I", 8)
    return header + struct.pack(order + "H", 2) + other + entry + struct.pack(order + "I", 0)


def jpeg(image, **options):
    out = io.BytesIO()
    Image.fromarray(image, options.pop("mode", None)).save(out, "JPEG", quality=90, **options)
    return out.getvalue()


def images():
    rgb, rgba, gray = scene(3), scene(4), scene(1)[..., 0]
    yield "rgb.jpg", jpeg(rgb)
    yield "rgb-444.jpg", jpeg(rgb, subsampling=0)
    yield "rgb-422.jpg", jpeg(rgb, subsampling=1)
    yield "rgb-progressive.jpg", jpeg(rgb, progressive=True)
    yield "gray.jpg", jpeg(gray)
    yield "cmyk.jpg", jpeg(scene(4), mode="CMYK")
    for orientation in range(1, 9):
        exif = b"Exif\0\0" + tiff(orientation, big=orientation % 2 == 0)
        yield f"orientation-{orientation}.jpg", jpeg(rgb, exif=exif)
    yield "rgb.png", png(rgb, 2)
    yield "rgb-16.png", png(scene(3, 16), 2, 16)
    yield "rgb-interlaced.png", png(rgb, 2, interlaced=True)
    yield "rgb-gamma.png", png(rgb, 2, extra=chunk(b"gAMA", struct.pack(">I", 100000)))
    yield "rgb-key.png", png(rgb, 2, extra=chunk(b"tRNS", struct.pack(">HHH", *rgb[3, 4])))
    yield "rgba.png", png(rgba, 6)
    yield "rgba-16.png", png(scene(4, 16), 6, 16, interlaced=True)
    yield "gray.png", png(gray, 0)
    yield "gray-16.png", png(scene(1, 16)[..., 0], 0, 16)
    yield "gray-1.png", png(gray >> 7, 0, 1)
    yield "gray-2-interlaced.png", png(gray >> 6, 0, 2, interlaced=True)
    yield "gray-alpha.png", png(scene(2), 4)
    colors = chunk(b"PLTE", np.random.default_rng(3).integers(0, 256, 48, np.uint8).tobytes())
    clear = chunk(b"tRNS", bytes(range(0, 160, 10)))
    yield "palette.png", png(gray >> 4, 3, extra=colors)
    yield "palette-4.png", png(gray >> 4, 3, 4, extra=colors)
    yield "palette-alpha.png", png(gray >> 4, 3, extra=colors + clear)
    yield "exif-6.png", png(rgb, 2, extra=chunk(b"eXIf", tiff(6, True)))
    yield "one-pixel.png", png(rgb[:1, :1], 2)
    yield "one-pixel.jpg", jpeg(rgb[:1, :1])


def decoded(name, data):
    """The pixels in the layout that LandmarkImaging returns."""
    raw = np.frombuffer(data, np.uint8)
    # IMREAD_UNCHANGED keeps alpha and gray, but does not rotate the image or reduce 16 bits.
    kept = cv2.imdecode(raw, cv2.IMREAD_UNCHANGED)
    if kept.dtype == np.uint16:
        kept = (kept >> 8).astype(np.uint8)
    if kept.ndim == 3 and kept.shape[2] == 4 and not name.endswith("cmyk.jpg"):
        return cv2.cvtColor(kept, cv2.COLOR_BGRA2RGBA)
    color = cv2.imdecode(raw, cv2.IMREAD_COLOR)
    if kept.ndim == 2 and kept.shape == color.shape[:2] and (color[..., :1] == color).all():
        return cv2.imdecode(raw, cv2.IMREAD_GRAYSCALE) if kept.dtype == np.uint8 else kept
    return cv2.cvtColor(color, cv2.COLOR_BGR2RGB)


def main():
    FOLDER.mkdir(exist_ok=True)
    lines = []
    for name, data in images():
        (FOLDER / name).write_bytes(data)
        lines.append((name, decoded(name, data)))
    if ASSETS.is_dir():
        for path in sorted(ASSETS.iterdir()):
            if path.suffix in (".jpg", ".png"):
                lines.append(("asset:" + path.name, decoded(path.name, path.read_bytes())))
    else:
        print("../shared/assets is missing: its images are omitted", file=sys.stderr)
    with open(FIXTURES / "images.txt", "w") as file:
        file.write(
            f"# image_references.py, OpenCV {cv2.__version__}, Pillow {PIL.__version__}, "
            f"NumPy {np.__version__}\n"
        )
        for name, pixels in lines:
            height, width = pixels.shape[:2]
            channels = 1 if pixels.ndim == 2 else pixels.shape[2]
            file.write(f"{name} {width} {height} {channels} {zlib.crc32(pixels.tobytes()):08x}\n")


if __name__ == "__main__":
    main()
