"""How alike two pictures are: structural similarity where anything is drawn."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from overlay.raster import stage_pixels
from overlay.stage import Stage

LEAST_SIMILARITY = 0.97
Picture = npt.NDArray[np.uint8]
"""Height x width x 3: blue, green, red."""

Grey = npt.NDArray[np.float64]


def over(stage: Stage, ground: tuple[int, int, int]) -> Picture:
    """The stage as resvg draws it, over a ground of red, green, blue."""
    pixels = stage_pixels(stage).astype(float)
    alpha = pixels[..., 3:] / 255
    under = np.array(ground[::-1], float)
    return np.rint(pixels[..., :3] * alpha + under * (1 - alpha)).astype(np.uint8)


def decoded(png: bytes) -> Picture:
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture.astype(np.uint8)


def similarity(one: Picture, other: Picture) -> float:
    """Wang's structural similarity: gaussian window of 11 pixels, mean over where anything is.

    Only where something is drawn counts: empty ground would make any two pictures alike.
    """
    a, b = (cv2.cvtColor(each, cv2.COLOR_BGR2GRAY).astype(np.float64) for each in (one, other))
    smooth = [_smooth(each) for each in (a, b, a * a, b * b, a * b)]
    mean_a, mean_b, aa, bb, ab = smooth
    variance_a, variance_b, both = aa - mean_a**2, bb - mean_b**2, ab - mean_a * mean_b
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    scores = ((2 * mean_a * mean_b + c1) * (2 * both + c2)) / (
        (mean_a**2 + mean_b**2 + c1) * (variance_a + variance_b + c2)
    )
    busy = (variance_a > 1) | (variance_b > 1)
    return float(scores[busy].mean())


def _smooth(values: Grey) -> Grey:
    return np.asarray(cv2.GaussianBlur(values, (11, 11), 1.5), dtype=np.float64)
