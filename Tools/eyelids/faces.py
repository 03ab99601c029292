"""Faces in photographs, whose lids close by warping."""

import cv2
import landmarkkit
import numpy as np
from landmarkkit.tasks import vision

from repository import ROOT

# The landmarks of the lids from corner to corner, and of the lower edge of the brow.
UPPER = ([33, 246, 161, 160, 159, 158, 157, 173, 133], [362, 398, 384, 385, 386, 387, 388, 466, 263])
LOWER = ([33, 7, 163, 144, 145, 153, 154, 155, 133], [362, 382, 381, 380, 374, 373, 390, 249, 263])
BROW = ([46, 53, 52, 65, 55], [285, 295, 282, 283, 276])
CORNERS = ((33, 133), (362, 263))
MOUTH = 13
# The size of crops, the width of eyes in them, and that of the smallest eyes that are used, in pixels.
SIZE, EYE_WIDTH, LEAST_WIDTH = (720, 560), 56, 16
# In eye widths: how far a closed lid reaches over the lower one, and the height of its edge.
OVERLAP, EDGE = 0.05, 0.06
# The share of the skin's color in a closed lid, which comes out of the shadow of the brow.
SKIN = 0.7

_landmarker = vision.FaceLandmarker.create_from_options(vision.FaceLandmarkerOptions(
    base_options=landmarkkit.tasks.BaseOptions(model_asset_path=str(ROOT / "models/face_landmarker.task")),
    num_faces=4, output_face_blendshapes=True))


def _detect(image):
    """The landmarks in pixels and the mean blink coefficient of each face."""
    result = _landmarker.detect(landmarkkit.Image(
        image_format=landmarkkit.ImageFormat.SRGB, data=np.ascontiguousarray(image)))
    size = np.array(image.shape[1::-1], float)
    for landmarks, shapes in zip(result.face_landmarks, result.face_blendshapes):
        blink = np.mean([s.score for s in shapes if s.category_name in ("eyeBlinkLeft", "eyeBlinkRight")])
        yield np.array([(p.x, p.y) for p in landmarks]) * size, blink


def find_faces(path):
    """The faces of a photograph, each cropped so that its eyes are EYE_WIDTH pixels wide."""
    image = cv2.imread(str(path))
    if image is None:
        return
    image = image[:, :, ::-1]
    middle = np.array(SIZE) / 2
    for points, _ in _detect(image):
        width = np.mean([np.linalg.norm(points[a] - points[b]) for a, b in CORNERS])
        if width < LEAST_WIDTH:
            continue
        scale, source = width / EYE_WIDTH, image
        center = (points[10] + points[152]) / 2
        while scale > 1.5:  # Sampling skips no pixels.
            source, scale, center = cv2.resize(source, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), scale / 2, center / 2
        matrix = np.column_stack([np.eye(2) * scale, center - middle * scale])
        crop = cv2.warpAffine(source, matrix, SIZE, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                              borderMode=cv2.BORDER_REPLICATE)
        found = min(_detect(crop), key=lambda face: np.linalg.norm(face[0].mean(0) - middle), default=None)
        if found:
            yield Face(crop, *found)


class Face:
    """A crop, its landmarks and its blink coefficient."""

    def __init__(self, image, points, blink):
        self.image, self.blink = image, blink
        self.eyes = [Eye(points, side) for side in (0, 1)]


class Eye:
    """An eye in coordinates along the line between its corners, and down."""

    def __init__(self, points, side):
        first, second = (points[index] for index in CORNERS[side])
        self.center, axis = (first + second) / 2, second - first
        self.width = float(np.linalg.norm(axis))
        self.along = axis / self.width
        across = np.array([-self.along[1], self.along[0]])
        self.down = across * (1 if across @ (points[MOUTH] - self.center) >= 0 else -1)
        self.upper, self.lower, self.brow = (
            self._curve(points[indices[side]]) for indices in (UPPER, LOWER, BROW))
        self.ratio = (self._height(self.lower, 0) - self._height(self.upper, 0)) / self.width

    def _curve(self, points):
        local = np.column_stack([(points - self.center) @ self.along, (points - self.center) @ self.down])
        return local[np.argsort(local[:, 0])]

    @staticmethod
    def _height(curve, x):
        return np.interp(x, curve[:, 0], curve[:, 1])

    def local(self, x, y):
        """Coordinates of pixels in eye's coordinates."""
        dx, dy = x - self.center[0], y - self.center[1]
        return dx * self.along[0] + dy * self.along[1], dx * self.down[0] + dy * self.down[1]

    def opening(self, x, y, margin=0.0):
        """Which pixels lie between the open lids."""
        x, y = self.local(x, y)
        margin *= self.width
        return ((abs(x) < 0.42 * self.width) & (y > self._height(self.upper, x) - margin)
                & (y < self._height(self.lower, x) + margin))

    def close(self, image, closure):
        """The image with the upper lid drawn down by a share of the way; the skin above it is stretched."""
        reach = int(0.95 * self.width) + 1
        left, top = (max(0, int(c) - reach) for c in self.center)
        right, bottom = (min(s, int(c) + reach + 1) for s, c in zip(image.shape[1::-1], self.center))
        columns, rows = np.meshgrid(np.arange(left, right) + 0.5, np.arange(top, bottom) + 0.5)
        x, y = self.local(columns, rows)
        lid, end = self._height(self.upper, x), self._height(self.lower, x)
        end = np.maximum(end, lid + 1e-3)
        start = np.minimum(lid - 0.12 * self.width, np.maximum(
            lid - 0.5 * self.width, self._height(self.brow, x) + 0.06 * self.width))
        moved = lid + closure * (end + OVERLAP * self.width - lid)
        edge = np.minimum(EDGE * self.width, 0.5 * (lid - start))
        inside = (x > self.upper[0, 0]) & (x < self.upper[-1, 0]) & (y > start) & (y < moved)
        stretched = start + (y - start) * (lid - edge - start) / np.maximum(moved - edge - start, 1e-3)
        source = np.where(inside, np.where(y > moved - edge, lid - (moved - y), stretched), y)
        place = self.center[:, None, None] + self.along[:, None, None] * x + self.down[:, None, None] * source - 0.5
        patch = cv2.remap(image, *place.astype(np.float32), cv2.INTER_LINEAR,
                          borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
        smooth = np.clip(np.minimum((y - lid) / (2 * edge) + 1, (moved - edge - y) / edge), 0, 1)
        patch += (self._skin(image) - patch) * np.where(inside, closure * SKIN * smooth, 0)[..., None]
        result = image.copy()
        result[top:bottom, left:right] = np.clip(patch + 0.5, 0, 255).astype(np.uint8)
        return result

    def _skin(self, image):
        """The mean color below the eye."""
        x, y = (self.center + self.down * (self._height(self.lower, 0) + 0.25 * self.width)).astype(int)
        reach = max(1, int(0.08 * self.width))
        part = image[max(0, y - reach):y + reach + 1, max(0, x - reach):x + reach + 1]
        return part.reshape(-1, 3).mean(0) if part.size else np.full(3, 128.0)
