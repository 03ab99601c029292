"""The steps of a pipeline, with the landmark model in ONNX Runtime."""

from __future__ import annotations

import numpy as np
import onnxruntime
import pytest
from conftest import footage

from landmarkkit import ClosedError, Image, ImageFormat, InferenceError, InvalidArgumentError
from landmarkkit import ModelError, pipeline
from landmarkkit.tasks import BaseOptions, vision
from landmarkkit.tasks.python.vision.core.image_processing_options import ImageProcessingOptions

KINDS = ("hand", "pose", "face")
IMAGES = ("astronaut.png", "carphone_0000.png", "carphone_0030.png")


@pytest.fixture(scope="module")
def models(hand_model, pose_model, face_model):
    return {"hand": hand_model, "pose": pose_model, "face": face_model}


def landmarker(kind, path, **fields):
    name = f"{kind.capitalize()}Landmarker"
    options = getattr(vision, f"{name}Options")(BaseOptions(path), **{f"num_{kind}s": 3, **fields})
    return getattr(vision, name).create_from_options(options)


def session(folder, model, network, **options):
    path = folder / f"{network}.onnx"
    pipeline.export_onnx(model, network, path, **options)
    return onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])


def run(session, inputs):
    return session.run(None, {session.get_inputs()[0].name: inputs})


@pytest.mark.parametrize("kind", KINDS)
def test_a_batch_of_several_images_has_the_results_of_detect(kind, models, tmp_path):
    network = f"{kind}_landmarks_detector"
    images = [Image.create_from_file(footage(name)) for name in IMAGES]
    fields = {
        "hand": {"min_hand_detection_confidence": 0.02, "min_hand_presence_confidence": 0.001},
        "pose": {"output_segmentation_masks": True},
        "face": {"output_face_blendshapes": True},
    }
    with landmarker(kind, models[kind], **fields[kind]) as task:
        expected = [task.detect(image) for image in images]
        steps = pipeline.Steps(task)
        regions = [steps.regions(image) for image in images]
        inputs = [steps.inputs(image, found) for image, found in zip(images, regions)]
        outputs = run(session(tmp_path, models[kind], network), np.concatenate(inputs))
        ends = np.cumsum([len(found) for found in regions])
        results = []
        for image, found, end in zip(images, regions, ends):
            rows = slice(end - len(found), end)
            results.append(steps.decode(image, found, [output[rows] for output in outputs]))
    assert sum(map(len, regions)) >= 3
    for result, wanted in zip(results, expected):
        assert len(result.ids) == len(wanted.ids) > 0
        assert np.abs(result.landmarks_array - wanted.landmarks_array).max() < 1e-4
        assert np.abs(result.presence - wanted.presence).max() < 1e-4
    if kind == "pose":
        mask, wanted = (r[0].segmentation_masks[0].numpy_view() for r in (results, expected))
        assert mask.shape == wanted.shape and np.abs(mask - wanted).max() < 1e-2
    if kind == "face":
        assert np.abs(results[0].blendshapes_array - expected[0].blendshapes_array).max() < 1e-3


def test_inputs_are_images_of_the_regions(models, astronaut):
    with landmarker("face", models["face"]) as task:
        steps = pipeline.Steps(task)
        regions = steps.regions(astronaut)
        assert regions.shape == (1, 5) and regions.dtype == np.float32
        inputs = steps.inputs(astronaut, regions)
    assert steps.input_size == (256, 256) and inputs.shape == (1, 256, 256, 3)
    assert 0 <= inputs.min() < 0.1 and 0.9 < inputs.max() <= 1
    x, y, width, height, rotation = regions[0] * ([astronaut.width, astronaut.height] * 2 + [1])
    assert abs(rotation) < 0.2
    # The middle of the region is that of the input.
    pixels = astronaut.numpy_view()[int(y) - 6 : int(y) + 6, int(x) - 6 : int(x) + 6, :3]
    middle = inputs[0, 118:138, 118:138].mean(axis=(0, 1))
    assert np.abs(pixels.mean(axis=(0, 1)) / 255 - middle).max() < 0.06


def test_an_image_without_anything_has_no_regions(models, tmp_path):
    blank = Image(ImageFormat.SRGB, np.zeros((64, 64, 3), np.uint8))
    with landmarker("hand", models["hand"]) as task:
        steps = pipeline.Steps(task)
        regions = steps.regions(blank)
        assert regions.shape == (0, 5) and steps.inputs(blank, regions).shape == (0, 224, 224, 3)
        empty = [np.zeros((0, n), np.float32) for n in (63, 1, 1, 63)]
        assert steps.decode(blank, regions, empty).ids == []


def test_wrong_arguments_are_errors(models, astronaut):
    with landmarker("hand", models["hand"]) as task:
        steps = pipeline.Steps(task)
        region = np.float32([[0.5, 0.5, 0.4, 0.4, 0]])
        with pytest.raises(InvalidArgumentError, match=r"the shape \(n, 5\), got \(5,\)"):
            steps.inputs(astronaut, region[0])
        for size in (0, np.nan, np.inf):
            flat = np.float32([[0.5, 0.5, size, 0.4, 0]])
            with pytest.raises(InvalidArgumentError, match=r"regions\[0\] must be a rectangle"):
                steps.inputs(astronaut, flat)
            with pytest.raises(InvalidArgumentError, match=r"regions\[0\] must be a rectangle"):
                steps.decode(astronaut, flat, [np.zeros((1, n)) for n in (63, 1, 1, 63)])
        good = [np.zeros((1, n), np.float32) for n in (63, 1, 1, 63)]
        assert steps.decode(astronaut, region, good).ids == []
        with pytest.raises(InvalidArgumentError, match="output 0 must have 1 rows"):
            steps.decode(astronaut, region, [np.zeros((2, 63)), *good[1:]])
        with pytest.raises(InferenceError, match="expected 4 outputs, got 3"):
            steps.decode(astronaut, region, good[:3])
        with pytest.raises(InferenceError, match="expected 63 values of output 3, got 1"):
            steps.decode(astronaut, region, [*good[:3], good[1]])
    with pytest.raises(ClosedError):
        steps.regions(astronaut)
    detector = vision.FaceDetector.create_from_options(
        vision.FaceDetectorOptions(BaseOptions(models["face"]))
    )
    with detector, pytest.raises(InvalidArgumentError, match="got FaceDetector"):
        pipeline.Steps(detector)


def test_export_says_what_is_wrong(models, tmp_path):
    hand, file = models["hand"], tmp_path / "x.onnx"
    with pytest.raises(ModelError, match="missing.task"):
        pipeline.export_onnx("missing.task", "hand_detector", file)
    with pytest.raises(ModelError, match="feet.tflite"):
        pipeline.export_onnx(hand, "feet", file)
    with pytest.raises(InvalidArgumentError, match="batch must be at least 1, got 0"):
        pipeline.export_onnx(hand, "hand_detector", file, batch=0)
    with pytest.raises(InvalidArgumentError, match="precision must be f32 or f16"):
        pipeline.export_onnx(hand, "hand_detector", file, precision="f8")
    with pytest.raises(InvalidArgumentError, match="nowhere.*cannot be written"):
        pipeline.export_onnx(hand, "hand_detector", tmp_path / "nowhere" / "x.onnx")
    for name in (None, b"hand_detector"):
        with pytest.raises(TypeError, match="network must be a string"):
            pipeline.export_onnx(hand, name, file)
    for batch in ("2", 2.0, True):
        with pytest.raises(TypeError, match="batch must be an integer"):
            pipeline.export_onnx(hand, "hand_detector", file, batch=batch)
    assert not list(tmp_path.iterdir())


def test_a_rotated_image_has_the_landmarks_of_detect(models, tmp_path):
    upright = Image.create_from_file(footage("astronaut.png"))
    turned = np.ascontiguousarray(np.rot90(upright.numpy_view()[:, :, :3]))
    image, options = Image(ImageFormat.SRGB, turned), ImageProcessingOptions(rotation_degrees=90)
    with landmarker("face", models["face"]) as task:
        expected = task.detect(image, options)
        steps = pipeline.Steps(task)
        regions = steps.regions(image, options)
        model = session(tmp_path, models["face"], "face_landmarks_detector.tflite")
        outputs = run(model, steps.inputs(image, regions, options))
        result = steps.decode(image, regions, outputs, options)
    assert len(result.ids) == len(expected.ids) == 1
    assert np.abs(result.landmarks_array - expected.landmarks_array).max() < 1e-4


def test_the_runtime_finds_nothing_unused(models, tmp_path, capfd):
    for kind in KINDS:
        session(tmp_path, models[kind], f"{kind}_landmarks_detector")
        session(tmp_path, models[kind], f"{kind}_detector")
    assert "initializer" not in capfd.readouterr().err


def test_fixed_batches_and_half_precision(models, tmp_path):
    inputs = np.random.default_rng(1).random((2, 224, 224, 3), np.float32)
    whole, half = (
        run(session(tmp_path, models["hand"], "hand_landmarks_detector", batch=2, precision=p), inputs)
        for p in ("f32", "f16")
    )
    assert [output.shape[0] for output in whole] == [2] * 4
    assert 0 < np.abs(whole[0] - half[0]).max() < 2


def properties(session):
    """The properties of a file; those of several numbers as arrays."""
    found = session.get_modelmeta().custom_metadata_map
    return {key: np.array(value.split(), float) for key, value in found.items() if key not in WORDS}, found


WORDS = ("source", "description", "region_box", "region_square")


def anchors(rules):
    """The centers of a detector's anchors, as shares of its input."""
    side, strides = rules["box_unit"][0], rules["anchor_strides"]
    centers = []
    for stride in dict.fromkeys(strides):
        cells = int(np.ceil(side / stride))
        grid = (np.arange(cells) + 0.5) / cells
        each = int((strides == stride).sum() * rules["anchors_per_cell"][0])
        for y in grid:
            for x in grid:
                centers += [(x, y)] * each
    return np.array(centers)


@pytest.mark.parametrize("kind", KINDS)
def test_the_properties_are_enough_to_find_regions(kind, models, tmp_path, astronaut):
    pixels = astronaut.numpy_view()[:, :, :3]
    with landmarker(kind, models[kind], **{f"min_{kind}_detection_confidence": 0.01}) as task:
        expected = pipeline.Steps(task).regions(astronaut)[0]

    detector = session(tmp_path, models[kind], f"{kind}_detector")
    rules, _ = properties(detector)
    side = int(rules["box_unit"][0])
    height, width = pixels.shape[:2]
    assert height == width, "the image needs no border"
    # An area average of whole pixels is close enough.
    steps = np.linspace(0, height, side + 1)
    sums = np.pad(pixels.astype(float), ((1, 0), (1, 0), (0, 0))).cumsum(0).cumsum(1)
    at = steps.round().astype(int)
    corners = sums[np.ix_(at, at)]
    areas = np.outer(np.diff(at), np.diff(at))[:, :, None]
    small = (corners[1:, 1:] - corners[:-1, 1:] - corners[1:, :-1] + corners[:-1, :-1]) / areas
    low, high = rules["input_range"]
    boxes, odds = run(detector, (low + small / 255 * (high - low)).astype(np.float32)[None])
    best = int(odds.argmax())
    values = boxes[0, best].astype(float) / side
    center = anchors(rules)[best]
    assert values.size == 4 + 2 * rules["keypoints"][0]
    middle, size = values[:2] + center, values[2:4]
    keypoints = values[4:].reshape(-1, 2) + center

    rules, words = properties(session(tmp_path, models[kind], f"{kind}_landmarks_detector"))
    first, second = (keypoints[int(index)] for index in rules["region_keypoints"])
    if words["region_box"] == "circle":
        middle, size = first, np.full(2, 2 * np.hypot(*(second - first)))
    line = np.arctan2(first[1] - second[1], second[0] - first[0])
    rotation = (rules["region_angle"][0] - line + np.pi) % (2 * np.pi) - np.pi
    down = rules["region_shift_y"][0] * size[1]
    middle = middle + down * np.array([-np.sin(rotation), np.cos(rotation)])
    if words["region_square"] == "true":
        size = np.full(2, size.max())
    found = np.array([*middle, *(size * rules["region_scale"][0]), rotation])
    # The task merges the best box with its neighbors.
    assert np.abs(found[:4] - expected[:4]).max() < 0.08 * found[2]
    assert abs((found[4] - expected[4] + np.pi) % (2 * np.pi) - np.pi) < 0.3
