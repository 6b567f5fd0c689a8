"""How much of a picture is outside the levels that EBU R103 allows. Pure."""

from __future__ import annotations

import cv2
import numpy as np

from producer.segments.compositor.planes import Planes

LEVELS = -0.05, 1.05
"""Of red, green and blue; 0 is black, 1 is white."""

LUMA = -0.01, 1.03
MOST = 0.01
"""The share of the picture that may be outside."""


def share_outside(planes: Planes) -> float:
    """The share of the pixels of a BT.709 picture with limited range that are outside ``LEVELS`` or
    ``LUMA``, 0 to 1, at the size of its colour planes: that is soft enough not to count the ringing
    of edges."""
    height, width = planes.u.shape
    small = cv2.resize(planes.y, (width, height), interpolation=cv2.INTER_AREA)
    luma = (small.astype(np.float32) - 16) / 219
    blue, red = ((plane.astype(np.float32) - 128) / 224 for plane in (planes.u, planes.v))
    r, b = luma + 1.5748 * red, luma + 1.8556 * blue
    g = (luma - 0.2126 * r - 0.0722 * b) / 0.7152
    outside = (luma < LUMA[0]) | (luma > LUMA[1])
    for each in (r, g, b):
        outside |= (each < LEVELS[0]) | (each > LEVELS[1])
    return float(outside.mean())
