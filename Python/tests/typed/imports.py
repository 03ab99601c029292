"""The ways to import names, each of which runs and has types."""

from typing import TYPE_CHECKING, List

from typing_extensions import assert_type

import landmarkkit as mp
import landmarkkit.tasks.python.vision as dotted
import landmarkkit.tasks.vision
from landmarkkit.tasks import BaseOptions, python
from landmarkkit.tasks import vision as short
from landmarkkit.tasks.components import containers as short_containers
from landmarkkit.tasks.python import vision
from landmarkkit.tasks.python.components import containers
from landmarkkit.tasks.python.components.containers.landmark import NormalizedLandmark
from landmarkkit.tasks.python.core.base_options import BaseOptions as CoreOptions
from landmarkkit.tasks.python.vision.core.image import Image
from landmarkkit.tasks.vision import HandLandmarker


def find(options: dotted.HandLandmarkerOptions) -> List[List[NormalizedLandmark]]:
    with mp.tasks.vision.HandLandmarker.create_from_options(options) as landmarker:
        assert_type(landmarker, HandLandmarker)
        result = landmarker.detect(mp.Image.create_from_file("hands.jpg"))
    assert_type(result.handedness[0][0].score, float)
    assert_type(result.hand_landmarks[0][0].x, float)
    assert_type(result.hand_world_landmarks, List[List[containers.Landmark]])
    return result.hand_landmarks


options = vision.HandLandmarkerOptions(
    python.BaseOptions("hand.task"), short.RunningMode.VIDEO, num_hands=2
)
assert_type(options.base_options, mp.tasks.BaseOptions)
assert dotted is vision is mp.tasks.python.vision
assert BaseOptions is python.BaseOptions is mp.tasks.BaseOptions is CoreOptions
assert mp.Image is Image is vision.core.image.Image
assert mp.ImageFormat(1) is mp.ImageFormat.SRGB
assert landmarkkit.tasks.vision.HandLandmarker is HandLandmarker is vision.HandLandmarker
assert short.HandLandmarkerOptions is vision.HandLandmarkerOptions
assert containers is short_containers and containers.NormalizedLandmark is NormalizedLandmark

# What does not exist is an error.
if TYPE_CHECKING:
    mp.nothing  # type: ignore[attr-defined]  # noqa: B018
    vision.GestureRecognizer  # type: ignore[attr-defined]  # noqa: B018
    find(options)[0][0].w  # type: ignore[attr-defined]  # noqa: B018
    vision.PoseLandmarker.create_from_options(options)  # type: ignore[arg-type]

    assert_type(mp.track("walking.mp4").to_pandas().shape[0], int)
