"""Arguments of any kind: the package accepts them or raises an error of its own, never another one, and
never crashes. The values are Hypothesis's, the same in every run."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from landmarkkit import errors
from landmarkkit.tasks.python.core.base_options import BaseOptions
from landmarkkit.tasks.python.vision.core.image import Image, ImageFormat
from landmarkkit.tasks.python.vision.hand_landmarker import HandLandmarker, HandLandmarkerOptions
from landmarkkit.tasks.python.vision.pose_landmarker import PoseLandmarker, PoseLandmarkerOptions

hypothesis = pytest.importorskip("hypothesis", reason="Python/test-requirements.txt")
from hypothesis import strategies as some  # noqa: E402

any_times = hypothesis.settings(
    max_examples=300,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(hypothesis.HealthCheck),
)

# What a caller may pass by mistake in place of anything.
ANYTHING = some.one_of(
    some.none(),
    some.booleans(),
    some.integers(),
    some.floats(),
    some.text(max_size=9),
    some.binary(max_size=9),
    some.lists(some.integers(), max_size=3),
    some.just(object()),
)
# In Python, wrong types are also a TypeError, and numbers that do not fit are an OverflowError.
EXPECTED = (errors.Error, TypeError, ValueError, OverflowError)


@some.composite
def arrays(draw):
    kinds = some.sampled_from(["u1", "u2", "f4", "i8", "?", "c8", "O", "S3", ">u2"])
    shape = draw(some.lists(some.integers(0, 5), max_size=4))
    array = np.zeros(shape, draw(kinds))
    for axis in range(array.ndim):
        step = draw(some.sampled_from([1, 1, -1, 2]))
        array = array[(slice(None),) * axis + (slice(None, None, step),)]
    if draw(some.booleans()):
        array = array.T
    if draw(some.booleans()):
        array.flags.writeable = False
    return array


@any_times
@hypothesis.given(
    some.one_of(some.sampled_from(ImageFormat), ANYTHING), some.one_of(arrays(), ANYTHING)
)
def test_images_of_any_array(image_format, data):
    try:
        image = Image(image_format, data)
    except EXPECTED:
        return
    view = image.numpy_view()
    assert view.shape[:2] == (image.height, image.width)
    assert view.size > 0 and np.array_equal(view.reshape(-1), np.asarray(data).reshape(-1))


@any_times
@hypothesis.given(
    some.lists(some.one_of(arrays(), ANYTHING), max_size=4),
    some.one_of(some.sampled_from(["bt601", "bt709", "bt2020"]), ANYTHING),
    ANYTHING,
)
def test_images_of_any_planes(planes, matrix, full_range):
    try:
        image = Image.create_from_planes(planes, matrix=matrix, full_range=full_range)
    except EXPECTED:
        return
    assert image.numpy_view().shape == (image.height, image.width, 3)


@any_times
@hypothesis.given(some.integers(1, 6), some.integers(1, 6), some.data())
def test_images_of_planes_of_any_size(height, width, data):
    half = ((height + 1) // 2, (width + 1) // 2)
    padding = data.draw(some.integers(0, 3))
    planes = [
        np.full((rows, columns + padding), 128, np.uint8)[:, :columns]
        for rows, columns in ((height, width), half, half)
    ]
    assert Image.create_from_planes(planes).numpy_view().shape == (height, width, 3)


def of_any_options(task, options, buffer, data):
    fields = [field.name for field in dataclasses.fields(options) if field.name != "base_options"]
    chosen = data.draw(some.lists(some.sampled_from(fields), max_size=4, unique=True))
    values = {name: data.draw(ANYTHING) for name in chosen}
    base = BaseOptions(model_asset_buffer=buffer)
    # The model is no model, so there is an error of some kind.
    with pytest.raises(EXPECTED):
        task.create_from_options(options(base_options=base, **values))


@any_times
@hypothesis.given(some.binary(max_size=200), some.data())
def test_hand_landmarkers_of_any_options(buffer, data):
    of_any_options(HandLandmarker, HandLandmarkerOptions, buffer, data)


@any_times
@hypothesis.given(some.binary(max_size=200), some.data())
def test_pose_landmarkers_of_any_options(buffer, data):
    of_any_options(PoseLandmarker, PoseLandmarkerOptions, buffer, data)
