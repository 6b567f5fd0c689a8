"""A clip whose picture says at which second it is."""

from pathlib import Path

import cv2
import numpy as np

RATE, SECONDS = 30, 6


def make_clip(path: Path, seconds: int = SECONDS) -> None:
    """Grey that gets lighter every second: 20, 38, 56, 74."""
    out = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), RATE, (320, 180))
    for number in range(seconds * RATE):
        out.write(np.full((180, 320, 3), grey(number / RATE), np.uint8))
    out.release()


def grey(at: float) -> int:
    return 20 + 18 * int(at)
