"""Records what MediaPipe decodes image files to, in `mediapipe.json`: references.py

Needs MediaPipe 1.2.2 and Pillow. The files are small, and in the record.
"""

import base64
import hashlib
import io
import json
import pathlib
import tempfile

import mediapipe
import numpy as np
from PIL import Image

TARGET = pathlib.Path(__file__).with_name("mediapipe.json")
FORMATS = {1: "SRGB", 2: "SRGBA", 3: "GRAY8"}


def scene() -> Image.Image:
    """Colors, edges and noise; odd sides, so that blocks and chroma end within the image."""
    generator = np.random.default_rng(7)
    rows, columns = np.mgrid[0:37, 0:45]
    pixels = np.stack([columns * 5, rows * 6, (rows * columns) % 256], 2)
    pixels[8:24, 10:30] = generator.integers(0, 256, (16, 20, 3))
    pixels[28:, 33:] = (250, 20, 10)
    return Image.fromarray(pixels.clip(0, 255).astype(np.uint8))


def files():
    """The name and the content of each file."""

    def encoded(image, kind, **options):
        file = io.BytesIO()
        image.save(file, kind, **options)
        return file.getvalue()

    image = scene()
    for name, subsampling in (("444", 0), ("422", 1), ("420", 2)):
        yield f"{name}.jpg", encoded(image, "JPEG", quality=90, subsampling=subsampling)
    yield "progressive.jpg", encoded(image, "JPEG", quality=75, progressive=True)
    yield "gray.jpg", encoded(image.convert("L"), "JPEG", quality=90)
    yield "cmyk.jpg", encoded(image.convert("CMYK"), "JPEG", quality=90)
    for orientation in range(2, 9):
        exif = Image.Exif()
        exif[0x112] = orientation
        yield f"turned{orientation}.jpg", encoded(image, "JPEG", quality=60, exif=exif)
    yield "turned8.png", encoded(image, "PNG", exif=exif)
    yield "gray.png", encoded(image.convert("L"), "PNG")
    yield "alpha.png", encoded(image.convert("RGBA"), "PNG")
    yield "gray-alpha.png", encoded(image.convert("LA"), "PNG")


def decoded(path: pathlib.Path) -> dict:
    """What MediaPipe makes of a file."""
    try:
        image = mediapipe.Image.create_from_file(str(path))
    except (RuntimeError, ValueError) as error:
        return {"error": str(error)}
    pixels = image.numpy_view()
    return {
        "format": FORMATS[int(image.image_format)],
        "shape": pixels.shape,
        "sha256": hashlib.sha256(pixels.tobytes()).hexdigest(),
    }


if __name__ == "__main__":
    records = []
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files():
            path = pathlib.Path(folder) / name
            path.write_bytes(content)
            text = base64.b64encode(content).decode()
            records.append({"file": name, **decoded(path), "content": text})
    TARGET.write_text(json.dumps(records, indent=1) + "\n")
    print(f"{len(records)} files, MediaPipe {mediapipe.__version__}")
