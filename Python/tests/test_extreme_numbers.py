"""Numbers at the ends of their ranges: NaN, more than 2 GiB of pixels, odd strides, and timestamps. Results are
finite, or there is an error of the package."""

from __future__ import annotations

import numpy as np
import pytest

from landmarkkit import Image, ImageFormat, InferenceError, InvalidArgumentError, pipeline
from landmarkkit.tasks import BaseOptions, vision

# More than 2³¹ bytes, none of which takes up memory until it is written.
SIDE = 46_400
LAST, FIRST = 2**63 - 1, -(2**63)


@pytest.fixture(scope="module")
def face_detector(face_model):
    with vision.FaceDetector.create_from_model_path(face_model) as detector:
        yield detector


@pytest.mark.parametrize(
    "shape, image_format",
    [
        ((SIDE, SIDE), ImageFormat.GRAY8),
        ((SIDE, SIDE // 2, 3), ImageFormat.SRGB),
        ((SIDE, SIDE // 3, 4), ImageFormat.SRGBA),
    ],
)
def test_images_of_more_than_2_gib_are_sampled(shape, image_format, hand_model):
    data = np.zeros(shape, np.uint8)
    assert data.nbytes > 2**31
    height, width = shape[:2]
    # The offset of the last pixels in bytes needs more than 31 bits.
    data[-600:, -600:] = 200
    image = Image(image_format, data)
    region = [1 - 300 / width, 1 - 300 / height, 500 / width, 500 / height, 0.3]
    with vision.HandLandmarker.create_from_model_path(hand_model) as task:
        steps = pipeline.Steps(task)
        inputs = steps.inputs(image, np.float32([region]))
        # The corners of the turned region lie beyond the bright pixels.
        assert np.abs(inputs[0, 60:-60, 60:-60] - 200 / 255).max() < 1e-6
        assert len(task.detect(image).ids) <= 1


def test_planes_of_more_than_2_gib_in_rgb_are_refused(face_detector):
    luma = np.zeros((SIDE, 20_000), np.uint8)
    chroma = np.zeros((SIDE // 2, 10_000), np.uint8)
    image = Image.create_from_planes([luma, chroma, chroma])
    for use in (face_detector.detect, Image.numpy_view):
        with pytest.raises(InvalidArgumentError, match=f"20000×{SIDE} pixels"):
            use(image)


@pytest.mark.parametrize("shape", [(1, 1), (1, 20_000), (20_000, 1)])
def test_lines_and_points_have_finite_results(shape, face_model, hand_model, pose_model):
    image = Image(
        ImageFormat.SRGB, np.random.default_rng(3).integers(0, 256, (*shape, 3), np.uint8)
    )
    for name, model in (("Hand", hand_model), ("Pose", pose_model), ("Face", face_model)):
        kind = name.lower()
        options = {
            f"min_{kind}_detection_confidence": 0.0,
            f"min_{kind}_presence_confidence": 0.0,
        }
        task = getattr(vision, f"{name}Landmarker").create_from_options(
            getattr(vision, f"{name}LandmarkerOptions")(BaseOptions(model), **options)
        )
        with task:
            result = task.detect(image)
            assert len(result.ids) == 1 and np.isfinite(result.landmarks_array).all()


@pytest.mark.parametrize("offset, gap", [(1, 0), (0, 1), (3, 13), (63, 4097)])
def test_odd_addresses_and_strides_change_nothing(offset, gap, face_detector, pixels):
    height, width, channels = pixels.shape
    row = width * channels + gap
    memory = np.full(offset + height * row, 170, np.uint8)
    odd = np.lib.stride_tricks.as_strided(memory[offset:], pixels.shape, (row, channels, 1))
    odd[:] = pixels
    image = Image(ImageFormat.SRGB, odd)
    assert np.shares_memory(image.numpy_view(), memory) and image.step == row
    assert face_detector.detect(image) == face_detector.detect(Image(ImageFormat.SRGB, pixels))


@pytest.mark.parametrize(
    "strides", [(0, 3, 1), (5, 3, 1), (-192, 3, 1), (192, 2, 1), (192, -3, 1), (192, 3, -1)]
)
def test_rows_that_overlap_or_run_backward_are_copied(strides, face_detector):
    memory = np.random.default_rng(4).integers(0, 256, 3 * 192 * 64, np.uint8)
    odd = np.lib.stride_tricks.as_strided(memory[192 * 64 :], (64, 64, 3), strides)
    image = Image(ImageFormat.SRGB, odd)
    assert np.array_equal(image.numpy_view(), odd)
    assert not np.shares_memory(image.numpy_view(), memory)
    face_detector.detect(image)


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e300])
def test_floats_are_no_pixels(value, face_detector):
    data = np.full((8, 8, 3), value)
    with pytest.raises(InvalidArgumentError, match="uint8, got float64"):
        Image(ImageFormat.SRGB, data)
    with np.errstate(over="ignore"):
        floats = Image(ImageFormat.VEC32F1, data[..., 0].astype(np.float32))
    with pytest.raises(InvalidArgumentError, match="VEC32F1"):
        face_detector.detect(floats)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e38])
def test_outputs_of_impossible_numbers_are_errors(value, hand_model, astronaut):
    region = np.float32([[0.5, 0.5, 0.4, 0.4, 0]])
    outputs = [np.full((1, count), 0.75, np.float32) for count in (63, 1, 1, 63)]
    with vision.HandLandmarker.create_from_model_path(hand_model) as task:
        steps = pipeline.Steps(task)
        assert len(steps.decode(astronaut, region, outputs).ids) == 1
        for position, output in enumerate(outputs):
            bad = output.copy()
            bad[0, -1] = value
            changed = [*outputs[:position], bad, *outputs[position + 1 :]]
            words = f"output {position}, .* at index {output.size - 1},"
            with pytest.raises(InferenceError, match=words):
                steps.decode(astronaut, region, changed)


@pytest.mark.parametrize("smoothing", ["mediapipe", "on"])
def test_timestamps_may_be_any_that_increase(smoothing, pose_model, astronaut):
    options = vision.PoseLandmarkerOptions(
        BaseOptions(pose_model), running_mode=vision.RunningMode.VIDEO, smoothing=smoothing
    )
    with vision.PoseLandmarker.create_from_options(options) as task:
        for time in (FIRST, FIRST + 1, -1, 0, 1, LAST - 1, LAST):
            result = task.detect_for_video(astronaut, time)
            assert len(result.ids) == 1 and np.isfinite(result.landmarks_array).all(), time
            for late in (time, FIRST, time - 1 if time > FIRST else time):
                with pytest.raises(ValueError, match="timestamps must increase"):
                    task.detect_for_video(astronaut, late)
        for far in (LAST + 1, FIRST - 1):
            with pytest.raises(InvalidArgumentError, match="out of range"):
                task.detect_for_video(astronaut, far)
