"""Images: what is accepted, what is refused, and that pixels are not copied unnecessarily."""

from __future__ import annotations

import base64
import ctypes
import hashlib
import json
import pathlib
import pickle

import numpy as np
import pytest
from conftest import footage, run_python

import landmarkkit
from landmarkkit import Image, ImageFormat, InvalidArgumentError, _native


def zeros(*shape, dtype=np.uint8):
    return np.zeros(shape, dtype)


@pytest.mark.parametrize(
    "image_format, data, words",
    [
        (ImageFormat.SRGB, zeros(4, 5, 3, dtype=np.float32), "uint8, got float32"),
        (ImageFormat.SRGB, zeros(4, 5, 3, dtype=np.int64), "uint8, got int64"),
        (ImageFormat.SRGB, zeros(4, 5, 3, dtype=bool), "uint8, got bool"),
        (ImageFormat.SRGB, zeros(4, 5, 3, dtype=object), "uint8, got object"),
        (ImageFormat.SRGB48, zeros(4, 5, 3), "uint16, got uint8"),
        (ImageFormat.SRGB, zeros(4, 5), r"\(height, width, 3\), got \(4, 5\)"),
        (ImageFormat.SRGB, zeros(4, 5, 4), r"got \(4, 5, 4\)"),
        (ImageFormat.SRGBA, zeros(4, 5, 3), r"\(height, width, 4\), got \(4, 5, 3\)"),
        (ImageFormat.GRAY8, zeros(4, 5, 3), r"\(height, width\), got \(4, 5, 3\)"),
        (ImageFormat.SRGB, zeros(2, 4, 5, 3), r"got \(2, 4, 5, 3\)"),
        (ImageFormat.SRGB, zeros(3), r"got \(3,\)"),
        (ImageFormat.SRGB, np.uint8(3), "ndarray|got"),
        (ImageFormat.SRGB, zeros(0, 5, 3), r"no pixels: its shape is \(0, 5, 3\)"),
        (ImageFormat.SRGB, zeros(5, 0, 3), r"no pixels: its shape is \(5, 0, 3\)"),
        (ImageFormat.GRAY8, zeros(0, 0), "no pixels"),
        (ImageFormat.SRGB, np.broadcast_to(np.uint8(7), (70000, 1, 3)), "too large.*70000"),
        (ImageFormat.SRGB, [[1, 2, 3]], "numpy.ndarray, got list"),
        (ImageFormat.SRGB, None, "numpy.ndarray, got NoneType"),
        (ImageFormat.UNKNOWN, zeros(4, 5, 3), "not a pixel format"),
        (99, zeros(4, 5, 3), "not a pixel format: 99"),
        ("SRGB", zeros(4, 5, 3), "not a pixel format: 'SRGB'"),
    ],
)
def test_wrong_arrays_are_errors_with_the_fact(image_format, data, words):
    with pytest.raises(ValueError, match=words):
        Image(image_format, data)


def test_the_image_is_not_a_copy():
    data = zeros(6, 8, 3)
    view = Image(image_format=ImageFormat.SRGB, data=data).numpy_view()
    data[2, 3, 1] = 9
    assert view[2, 3, 1] == 9
    assert np.shares_memory(view, data)
    assert not view.flags.writeable
    with pytest.raises(ValueError):
        view[0, 0, 0] = 1


def test_rows_with_gaps_are_not_copied_either():
    data = zeros(6, 20, 3)
    part = data[1:5, 3:9]
    image = Image(ImageFormat.SRGB, part)
    assert np.shares_memory(image.numpy_view(), data)
    assert (image.width, image.height, image.step) == (6, 4, 60)
    assert not image.is_contiguous()


@pytest.mark.parametrize(
    "change",
    [
        lambda data: np.asfortranarray(data),
        lambda data: data[:, :, ::-1],
        lambda data: data[::-1],
        lambda data: data[:, ::-1],
        lambda data: data[::2, ::2],
        lambda data: np.transpose(data, (1, 0, 2)),
        lambda data: np.broadcast_to(data[:1], data.shape),
        lambda data: np.broadcast_to(data[:, :1], data.shape),
        lambda data: data[:1],
        lambda data: data[:, :1],
        lambda data: np.moveaxis(np.moveaxis(data, 2, 0).copy(), 0, 2),
    ],
)
def test_arrays_in_any_order_are_seen_right(change):
    data = np.random.default_rng(1).integers(0, 256, (10, 12, 3), np.uint8)
    changed = change(data)
    changed.flags.writeable = False
    image = Image(ImageFormat.SRGB, changed)
    assert np.array_equal(image.numpy_view(), changed)
    struct = _native.ImageStruct.from_buffer_copy(image._packed(90))
    assert (struct.width, struct.height, struct.rotation_degrees) == (
        image.width,
        image.height,
        90,
    )
    for row in (0, image.height - 1):
        content = ctypes.string_at(
            struct.planes[0] + row * struct.bytes_per_row[0], image.width * 3
        )
        assert content == changed[row].tobytes()


def test_an_image_keeps_its_array_alive(face_detector):
    image = Image(ImageFormat.SRGB, np.full((64, 64, 3), 200, np.uint8))
    zeros(1000, 1000)
    assert image.numpy_view().min() == 200
    assert face_detector.detect(image).detections == []


@pytest.fixture
def face_detector(face_model):
    with landmarkkit.tasks.vision.FaceDetector.create_from_model_path(face_model) as detector:
        yield detector


def test_an_array_may_get_another_shape(face_detector, pixels):
    data = pixels.copy()
    image = Image(ImageFormat.SRGB, data)
    data.shape = (256, 1024, 3)
    assert image.numpy_view().shape == (512, 512, 3)
    assert len(face_detector.detect(image).detections) == 1
    with pytest.raises(ValueError):
        data.resize((1, 1, 3))


def test_formats_are_seen_alike(face_detector, pixels):
    alpha = np.full((*pixels.shape[:2], 1), 255, np.uint8)
    expected = face_detector.detect(Image(ImageFormat.SRGB, pixels))
    assert len(expected.detections) == 1
    rgba = Image(ImageFormat.SRGBA, np.concatenate([pixels, alpha], 2))
    bgra = Image(ImageFormat.SBGRA, np.concatenate([pixels[:, :, ::-1], alpha], 2))
    flipped = Image(ImageFormat.SRGB, pixels[:, :, ::-1].copy()[:, :, ::-1])
    for image in (rgba, bgra, flipped, Image(ImageFormat.SRGB, np.asfortranarray(pixels))):
        assert face_detector.detect(image) == expected
    gray = Image(ImageFormat.GRAY8, pixels.mean(2).astype(np.uint8))
    assert len(face_detector.detect(gray).detections) == 1


def test_formats_that_tasks_do_not_take_are_errors(face_detector):
    image = Image(ImageFormat.VEC32F1, zeros(5, 5, dtype=np.float32))
    with pytest.raises(InvalidArgumentError, match="VEC32F1"):
        face_detector.detect(image)
    with pytest.raises(InvalidArgumentError, match="expected a landmarkkit.Image, got ndarray"):
        face_detector.detect(zeros(5, 5, 3))
    with pytest.raises(InvalidArgumentError, match="got NoneType"):
        face_detector.detect(None)


@pytest.mark.parametrize(
    "image_format, dtype, channels",
    [
        (ImageFormat.GRAY16, np.uint16, 1),
        (ImageFormat.SRGB48, np.uint16, 3),
        (ImageFormat.SRGBA64, np.uint16, 4),
        (ImageFormat.VEC32F1, np.float32, 1),
        (ImageFormat.VEC32F2, np.float32, 2),
        (ImageFormat.VEC32F4, np.float32, 4),
    ],
)
def test_other_formats_are_containers(image_format, dtype, channels):
    data = np.arange(4 * 5 * channels).reshape(4, 5, channels).astype(dtype)
    image = Image(image_format, data)
    assert np.array_equal(image.numpy_view(), data)
    assert image.channels == channels
    assert image[2, 3, channels - 1] == data[2, 3, channels - 1]


def test_properties():
    image = Image(ImageFormat.SRGB, zeros(4, 5, 3))
    assert (image.width, image.height, image.channels, image.step) == (5, 4, 3, 15)
    assert image.image_format == ImageFormat.SRGB
    assert image.is_contiguous() and not image.uses_gpu() and not image.is_empty()
    assert image.is_aligned(1) and not image.is_aligned(16)
    assert repr(image) == "Image(5 × 4, SRGB)"
    gray = Image(ImageFormat.GRAY8, zeros(4, 5))
    assert gray.numpy_view().shape == (4, 5, 1)
    assert gray[1, 2] == gray[1, 2, 0] == 0
    with pytest.raises(IndexError):
        gray[9, 9]
    with pytest.raises(InvalidArgumentError, match="expected a row"):
        image[1, 2]
    with pytest.raises(InvalidArgumentError, match="power of 2"):
        image.is_aligned(3)


def test_formats_print_as_mediapipes_do():
    # On every version of Python.
    form = ImageFormat.SRGB
    assert str(form) == f"{form}" == "%s" % form == "ImageFormat.SRGB"
    assert f"{form:>17}" == " ImageFormat.SRGB" and repr(form) == "<ImageFormat.SRGB: 1>"
    assert f"{form:d}" == "%d" % form == "1"


def test_images_can_be_pickled():
    data = np.random.default_rng(2).integers(0, 256, (6, 7, 3), np.uint8)
    image = pickle.loads(pickle.dumps(Image(ImageFormat.SRGB, data[:, 1:5])))
    assert np.array_equal(image.numpy_view(), data[:, 1:5])


def test_files(tmp_path):
    image = Image.create_from_file(footage("astronaut.png"))
    assert (image.width, image.height, image.image_format) == (512, 512, ImageFormat.SRGB)
    with pytest.raises(landmarkkit.ImageNotFoundError, match="nothing.png"):
        Image.create_from_file(tmp_path / "nothing.png")
    damaged = tmp_path / "damaged.png"
    damaged.write_bytes(open(footage("astronaut.png"), "rb").read()[:5000])
    with pytest.raises(landmarkkit.ImageError, match="damaged.png"):
        Image.create_from_file(str(damaged))
    with pytest.raises(landmarkkit.ImageError):
        Image.create_from_file(__file__)
    with pytest.raises(InvalidArgumentError, match="zero byte"):
        Image.create_from_file("a\0b")
    with pytest.raises(landmarkkit.ImageError):
        Image.create_from_file(tmp_path)


def test_gray_and_alpha_stay_as_they_are_in_a_file(tmp_path):
    cv2 = pytest.importorskip("cv2")
    gray = np.arange(5 * 7, dtype=np.uint8).reshape(5, 7) * 7
    color = np.dstack([gray, gray // 2, gray // 3])
    for name, pixels, image_format in (
        ("gray.png", gray, ImageFormat.GRAY8),
        ("gray.jpg", gray, ImageFormat.GRAY8),
        ("color.png", color, ImageFormat.SRGB),
        ("alpha.png", np.dstack([color, gray]), ImageFormat.SRGBA),
    ):
        path = str(tmp_path / name)
        # OpenCV writes blue first.
        order = [2, 1, 0, 3][: pixels.shape[-1]]
        assert cv2.imwrite(path, pixels if pixels.ndim == 2 else pixels[..., order])
        image = Image.create_from_file(path)
        assert image.image_format is image_format
        expected = cv2.imread(path, cv2.IMREAD_GRAYSCALE) if name == "gray.jpg" else pixels
        assert np.array_equal(image.numpy_view().squeeze(), expected)


def test_planes():
    luma = np.full((5, 7), 235, np.uint8)
    chroma = np.full((3, 4), 128, np.uint8)
    image = Image.create_from_planes([luma, chroma, chroma])
    assert (image.width, image.height, image.channels) == (7, 5, 3)
    assert (image.numpy_view() == 255).all()
    assert image[4, 6, 2] == 255
    full = Image.create_from_planes([luma, chroma, chroma], full_range=True)
    assert (full.numpy_view() == 235).all()
    for planes, words in (
        ([luma, chroma], "expected 3 planes, got 2"),
        ([luma, chroma, chroma[:2]], "3 × 4, got 2 × 4"),
        ([luma.astype(float), chroma, chroma], "float64"),
    ):
        with pytest.raises(InvalidArgumentError, match=words):
            Image.create_from_planes(planes)
    with pytest.raises(InvalidArgumentError, match="bt601, bt709, bt2020, got 'bt1'"):
        Image.create_from_planes([luma, chroma, chroma], matrix="bt1")


REFERENCES = json.loads((pathlib.Path(__file__).parent / "decoders/mediapipe.json").read_text())


@pytest.mark.parametrize("reference", REFERENCES, ids=lambda reference: reference["file"])
def test_mediapipes_decoder_gives_mediapipes_pixels(reference, tmp_path):
    pytest.importorskip("libstb")
    path = tmp_path / reference["file"]
    path.write_bytes(base64.b64decode(reference["content"]))
    if "error" in reference:
        with pytest.raises(landmarkkit.ImageError, match=f"{path} is gray with alpha"):
            Image.create_from_file(path, decoder="mediapipe")
        return
    image = Image.create_from_file(path, decoder="mediapipe")
    pixels = image.numpy_view()
    assert image.image_format is ImageFormat[reference["format"]]
    assert list(pixels.shape) == reference["shape"]
    assert hashlib.sha256(pixels.tobytes()).hexdigest() == reference["sha256"]
    own = Image.create_from_file(path).numpy_view()
    if path.suffix == ".jpg":
        # Close, but another decoder.
        difference = np.abs(own.astype(int) - pixels)
        assert difference.max() > 0 and np.median(difference) <= 1
    elif not path.stem.startswith("turned"):
        assert np.array_equal(own, pixels)


def test_mediapipes_decoder_refuses_what_it_cannot_read(tmp_path):
    with pytest.raises(InvalidArgumentError, match="must be \"mediapipe\" or None, got 'stb'"):
        Image.create_from_file("image.jpg", decoder="stb")
    done = run_python("""
        import sys
        sys.modules["libstb"] = None
        import landmarkkit
        try:
            landmarkkit.Image.create_from_file(sys.executable, decoder="mediapipe")
        except landmarkkit.MissingDependencyError as error:
            print(error)
    """)
    assert "pip install landmarkkit[stb]" in done.stdout, done.stderr
    pytest.importorskip("libstb")
    damaged = tmp_path / "damaged.png"
    damaged.write_bytes(open(footage("astronaut.png"), "rb").read()[:5000])
    for path, kind, words in (
        (tmp_path / "nothing.png", landmarkkit.ImageNotFoundError, "nothing.png"),
        (damaged, landmarkkit.ImageError, "damaged.png: .*PNG"),
        (__file__, landmarkkit.ImageError, "test_images.py: .*not of any known type"),
        (tmp_path, landmarkkit.ImageError, "directory"),
        ("a\0b", InvalidArgumentError, "zero byte"),
    ):
        with pytest.raises(kind, match=words):
            Image.create_from_file(path, decoder="mediapipe")
