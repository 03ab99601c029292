"""Images of eyes as the network sees them, in random light, distance and blur, behind random things."""

import math
import random

import cv2
import numpy as np

LABELS = ("open", "closed", "hidden")
OPEN, CLOSED, HIDDEN = range(3)
# The size of a patch, and half of what it shows, in eye widths: EyelidNetwork has the same.
COLUMNS, ROWS, EXTENT = 32, 20, (0.8, 0.5)
LUMA = np.array([0.299, 0.587, 0.114], np.float32)
uniform, normal = random.uniform, random.gauss


def chance(share):
    """Whether something happens that happens in this share of cases."""
    return random.random() < share


class Patches:
    """Makes patches of faces with open eyes, and of others with closed ones."""

    def __init__(self, opened, closed):
        self.opened, self.closed = opened, closed

    def make(self, count):
        """Patches of 8 bits and their labels."""
        patches, labels = [], []
        while len(patches) < count:
            made = self._patch()
            if made:
                patches.append(made[0])
                labels.append(made[1])
        return np.array(patches).astype(np.uint8), np.array(labels)

    def _patch(self):
        """A patch and its label; None where nobody could tell what it shows."""
        kind = random.random()
        if kind < 0.25 and self.closed:
            face, closure, is_warped = random.choice(self.closed), 1.0, False
        else:
            face, closure = random.choice(self.opened), 0.0
            if kind >= 0.5:
                closure = random.choice([0, 0, 1, 1, uniform(0, 1), uniform(0, 1)])
            is_warped = closure > 0
        eye = random.choice(face.eyes)
        label = OPEN if closure < 0.62 else CLOSED if closure > 0.86 else None
        center = eye.center
        if chance(0.06):  # Skin, brows or hair.
            center = center + np.array([uniform(-1.5, 1.5), random.choice([-1, 1]) * uniform(0.9, 1.8)]) * eye.width
            label, is_warped = HIDDEN, False
        image = eye.close(face.image, closure) if is_warped else face.image
        reach = int(1.25 * eye.width)
        left, top = center.astype(int) - reach
        part = image[max(0, top):top + 2 * reach, max(0, left):left + 2 * reach].astype(np.float32)
        if part.shape[:2] != (2 * reach, 2 * reach):
            return None
        if chance(0.42):
            cover, texture = occluder(part.shape[:2], eye.width)
            part = part * (1 - cover[..., None]) + texture * cover[..., None]
            label = covered(label, cover, eye, left, top)
        luma, label = lit(part @ LUMA, label)
        return photographed(luma, label, eye, center - (left, top))


def covered(label, cover, eye, left, top):
    """The label of an eye of which something covers a share."""
    if label == HIDDEN:
        return label
    rows, columns = np.mgrid[0:cover.shape[0], 0:cover.shape[1]] + 0.5
    opening = eye.opening(columns + left, rows + top, margin=0.05)
    share = cover[opening].mean() if opening.any() else 1
    return HIDDEN if share > 0.6 else None if share > 0.45 else label


def lines(shape, width, count, thickness, is_straight):
    """How far random lines cover each pixel, 0…1."""
    mask = np.zeros(shape, np.float32)
    angle = random.choice([0, math.pi / 2, uniform(0, math.pi)]) if is_straight else math.pi / 2 + uniform(-0.9, 0.9)
    steps = np.linspace(-0.5, 0.5, 14)[:, None]
    for _ in range(count):
        turned = angle + (0 if is_straight else normal(0, 0.25))
        along = np.array([math.cos(turned), math.sin(turned)])
        center = np.array(shape[::-1]) / 2 + np.array([uniform(-1, 1), uniform(-0.7, 0.7)]) * width
        length = (4 if is_straight else uniform(0.8, 3)) * width
        bend = 0 if is_straight else normal(0, 0.5)
        points = center + length * (steps * along + bend * steps ** 2 * np.array([-along[1], along[0]]))
        cv2.polylines(mask, [np.round(points * 8).astype(np.int32)], False, uniform(0.7, 1),
                      max(1, round(uniform(0.5, 1.2) * max(1, thickness * width))), cv2.LINE_AA, 3)
    return mask


def noise(shape, size):
    """Smooth noise with grains of this size."""
    grid = np.random.normal(size=[max(2, int(length / size)) for length in shape]).astype(np.float32)
    return cv2.resize(grid, shape[::-1], interpolation=cv2.INTER_CUBIC)


def occluder(shape, width):
    """What is in front of an eye: its opacity, 0…1, and its colors."""
    kind = random.choices(("strands", "bars", "grid", "blobs", "edge", "light"), (27, 20, 5, 15, 10, 23))[0]
    color = np.array([uniform(5, 110) if kind in ("strands", "bars", "grid") and chance(0.6) else uniform(0, 255)
                      for _ in range(3)])
    if kind in ("strands", "bars", "grid"):
        mask = lines(shape, width, random.randint(2, 15), uniform(0.02, 0.16), kind != "strands")
        if kind == "grid":
            mask = np.maximum(mask, lines(shape, width, random.randint(2, 8), uniform(0.02, 0.1), True))
        mask *= uniform(0.6, 1)
    elif kind == "blobs":
        mask = np.zeros(shape, np.float32)
        for _ in range(random.randint(1, 3)):
            cv2.ellipse(mask, (int(shape[1] / 2 + uniform(-0.7, 0.7) * width),
                               int(shape[0] / 2 + uniform(-0.5, 0.5) * width)),
                        (int(uniform(0.1, 0.9) * width) + 1, int(uniform(0.1, 0.6) * width) + 1),
                        uniform(0, 180), 0, 360, 1, -1, cv2.LINE_AA)
        mask *= uniform(0.75, 1)
    elif kind == "edge":
        angle = uniform(0, 2 * math.pi)
        rows, columns = np.mgrid[0:shape[0], 0:shape[1]]
        distance = ((columns - shape[1] / 2) * math.cos(angle) + (rows - shape[0] / 2) * math.sin(angle)
                    - uniform(-0.45, 0.45) * width)
        mask = np.clip(distance / uniform(1, 0.2 * width) + 0.5, 0, 1).astype(np.float32) * uniform(0.75, 1)
    else:  # Reflections and shadows.
        mask = np.clip((noise(shape, uniform(0.05, 0.35) * width) - uniform(0, 1)) * uniform(1, 6), 0, 1)
        mask *= uniform(0.4, 0.95)
        color = np.array([uniform(180, 255)] * 3) if chance(0.6) else np.array([uniform(0, 60)] * 3)
    texture = np.ones(shape + (3,), np.float32) * color.astype(np.float32)
    if chance(0.5):
        texture += noise(shape, random.randint(2, 8))[..., None] * uniform(2, 25)
    return mask, texture


def lit(luma, label):
    """Luma behind tinted glass, with reflections, in other light."""
    if chance(0.12):
        share = uniform(0.02, 0.7)
        luma = luma * share + 14 * (1 - share) * uniform(0.5, 1.5)
        label = HIDDEN if share < 0.12 or label == HIDDEN else None if share < 0.3 else label
    if chance(0.1):
        share = uniform(0.1, 0.6)
        luma = luma * (1 - share) + uniform(120, 255) * share
    if chance(0.3):
        angle, half = uniform(0, 2 * math.pi), luma.shape[0] / 2
        rows, columns = np.mgrid[0:luma.shape[0], 0:luma.shape[1]] / half - 1
        luma = luma * (1 + uniform(0, 0.9) * (columns * math.cos(angle) + rows * math.sin(angle)))
    luma = 255 * np.clip(luma / 255, 0, 1) ** uniform(0.6, 1.6)
    light = math.exp(uniform(math.log(0.06), math.log(1.3))) if chance(0.4) else uniform(0.6, 1.1)
    return luma * light, label


def photographed(luma, label, eye, center):
    """The patch that a camera sees at some distance, and its label; None where nobody could tell."""
    scale = math.exp(uniform(math.log(7), math.log(56))) / eye.width
    blur = abs(normal(0, 0.03)) if chance(0.75) else uniform(0, 0.2)
    luma = cv2.GaussianBlur(luma, (0, 0), max(0.2, math.hypot(0.45 / scale if scale < 1 else 0.2, blur * eye.width)))
    size = max(8, round(luma.shape[0] * scale))
    scale = size / luma.shape[0]
    luma = cv2.resize(luma, (size, size), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    deviation = uniform(0.5, 3) if chance(0.7) else uniform(3, 25)
    luma = np.clip(luma + np.random.normal(size=luma.shape) * deviation + 0.5, 0, 255).astype(np.uint8)
    if chance(0.35):
        luma = cv2.imdecode(cv2.imencode(".jpg", luma, [cv2.IMWRITE_JPEG_QUALITY, random.randint(8, 70)])[1], 0)
    patch = sampled(luma, eye, center * scale, eye.width * scale)
    contrast = patch.std()
    if blur > 0.17 or contrast < 1.2:
        label = HIDDEN
    elif label != HIDDEN and (blur > 0.12 or contrast < 1.25 * deviation):
        label = None
    return None if label is None else (patch, label)


def sampled(luma, eye, center, width):
    """A patch at about the eye's place, as landmarks give it."""
    center = center + np.array([normal(0, 0.05), normal(0, 0.05)]) * width
    angle = math.atan2(eye.along[1], eye.along[0]) + normal(0, 0.07)
    width *= math.exp(normal(0, 0.08))
    along = np.array([math.cos(angle), math.sin(angle)])
    down = np.array([-along[1], along[0]])
    down *= 1 if down @ eye.down >= 0 else -1
    along *= random.choice([-1, 1])  # Left and right eyes are alike.
    steps = 2 * np.array(EXTENT) * width / (COLUMNS, ROWS)
    count = max(1, math.ceil(steps[0] / 1.5))
    across = (np.arange(COLUMNS * count) + 0.5) / count - COLUMNS / 2
    below = ((np.arange(ROWS * count) + 0.5) / count - ROWS / 2)[:, None]
    places = [center[axis] + along[axis] * steps[0] * across + down[axis] * steps[1] * below - 0.5 for axis in (0, 1)]
    values = cv2.remap(luma, *(p.astype(np.float32) for p in places), cv2.INTER_LINEAR,
                       borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    return values.reshape(ROWS, count, COLUMNS, count).mean((1, 3))
