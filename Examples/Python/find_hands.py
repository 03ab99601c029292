"""Finds hands in an image, with only NumPy installed: find_hands.py MODEL.task IMAGE"""

import sys

import landmarkkit as lk
from landmarkkit.tasks import vision

model, path = sys.argv[1:]
options = vision.HandLandmarkerOptions(
    base_options=lk.tasks.BaseOptions(model_asset_path=model), num_hands=2
)
with vision.HandLandmarker.create_from_options(options) as landmarker:
    hands = landmarker.detect(lk.Image.create_from_file(path))
for handedness, landmarks in zip(hands.handedness, hands.hand_landmarks):
    tip = landmarks[vision.HandLandmark.INDEX_FINGER_TIP]
    print(
        f"{handedness[0].category_name} hand: index finger at {tip.x:.3f}, {tip.y:.3f}"
    )
