"""Samples an ROI of an image as MediaPipe does on the CPU, byte for byte.

This is the bilinear warp of OpenCV up to 4.10: positions rounded to 1/32 pixel, weights of 15 bits.
`LandmarkImaging` implements it in C; its own references come from OpenCV itself.
"""

import numpy as np

F = np.float32


def corners(region):
    """Bottom left, top left, top right, bottom right, each rounded to a 32-bit float."""
    cx, cy, w, h, rotation = map(F, region)
    angle = float(F(float(F(rotation * F(180))) / np.pi)) * np.pi / 180
    b, a = F(np.cos(angle)) * F(0.5), F(np.sin(angle)) * F(0.5)
    p0 = F(cx - a * h - b * w), F(cy + b * h - a * w)
    p1 = F(cx + a * h - b * w), F(cy - b * h - a * w)
    p2 = F(F(2) * cx - p0[0]), F(F(2) * cy - p0[1])
    p3 = F(F(2) * cx - p1[0]), F(F(2) * cy - p1[1])
    return np.array([p0, p1, p2, p3], F)


def homography(source, target):
    """The 3×3 matrix that maps four points to four others."""
    rows, right = [], []
    for (x, y), (u, v) in zip(source.astype(float), target.astype(float)):
        rows += [[x, y, 1, 0, 0, 0, -x * u, -y * u], [0, 0, 0, x, y, 1, -x * v, -y * v]]
        right += [u, v]
    return np.append(np.linalg.solve(np.array(rows), np.array(right)), 1).reshape(3, 3)


def inverse(m):
    """The inverse by cofactors, with OpenCV's rounding."""
    d = (m[0, 0] * (m[1, 1] * m[2, 2] - m[1, 2] * m[2, 1])
         - m[0, 1] * (m[1, 0] * m[2, 2] - m[1, 2] * m[2, 0])
         + m[0, 2] * (m[1, 0] * m[2, 1] - m[1, 1] * m[2, 0]))
    s = 1 / d
    return np.array([
        [(m[1, 1] * m[2, 2] - m[1, 2] * m[2, 1]) * s, (m[0, 2] * m[2, 1] - m[0, 1] * m[2, 2]) * s,
         (m[0, 1] * m[1, 2] - m[0, 2] * m[1, 1]) * s],
        [(m[1, 2] * m[2, 0] - m[1, 0] * m[2, 2]) * s, (m[0, 0] * m[2, 2] - m[0, 2] * m[2, 0]) * s,
         (m[0, 2] * m[1, 0] - m[0, 0] * m[1, 2]) * s],
        [(m[1, 0] * m[2, 1] - m[1, 1] * m[2, 0]) * s, (m[0, 1] * m[2, 0] - m[0, 0] * m[2, 1]) * s,
         (m[0, 0] * m[1, 1] - m[0, 1] * m[1, 0]) * s]])


def warp(image, region, width, height, replicate):
    """The region as height × width × channels bytes."""
    target = np.array([[0, height], [0, 0], [width, 0], [width, height]], F)
    m = inverse(homography(corners(region), target))
    block = min(1024 // min(16, height), width)
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float64)
    bx = (xs // block) * block
    start = [m[i, 0] * bx + m[i, 1] * ys + m[i, 2] for i in range(3)]
    scale = 32.0 / (start[2] + m[2, 0] * (xs - bx))
    x = np.rint((start[0] + m[0, 0] * (xs - bx)) * scale).astype(np.int64)
    y = np.rint((start[1] + m[1, 0] * (xs - bx)) * scale).astype(np.int64)
    x0, y0, a, b = x >> 5, y >> 5, (x & 31)[..., None], (y & 31)[..., None]

    def pixel(py, px):
        rows, columns = image.shape[:2]
        inside = image[np.clip(py, 0, rows - 1), np.clip(px, 0, columns - 1)].astype(np.int64)
        if replicate:
            return inside
        return inside * ((py >= 0) & (py < rows) & (px >= 0) & (px < columns))[..., None]

    total = ((32 - a) * (32 - b) * pixel(y0, x0) + a * (32 - b) * pixel(y0, x0 + 1)
             + (32 - a) * b * pixel(y0 + 1, x0) + a * b * pixel(y0 + 1, x0 + 1))
    return ((total * 32 + (1 << 14)) >> 15).astype(np.uint8)
