"""The strip in the footage that machines read: which table and which frame a picture shows.

A white frame lies on the rail in the middle of the bottom, where framings for
two, three, four and six tables and for upright screens keep it. In it stand 28 blocks, light for 1
and dark for 0, first bit first: 4 bits of the table's number, 20 bits of the frame's number, 4 bits
of parity. At 1080 lines a block is 16 x 24 pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Grey = npt.NDArray[np.uint8]
Levels = npt.NDArray[np.float32]

BLOCKS = 28
_TABLE_BITS, _FRAME_BITS, _PARITY_BITS = 4, 20, 4
MOST_FRAMES = 2**_FRAME_BITS
LIGHT, DARK = 225, 20
"""Of blocks and frame, as 8-bit RGB."""

_MIDDLE_HEIGHT = 0.875
"""Of the strip's middle, as a part of the picture's height."""

_LEAST_WIDTH = 4
_THRESHOLDS = (120, 170, 80, 60, 40)
"""Brightness that separates the frame from the table: pictures may be dimmed."""

_ENLARGED = 4
_LEAST_CONTRAST = 24
_SURE = 0.15
"""How near to the middle between dark and light a block may be, as a part of the distance."""


@dataclass(frozen=True, slots=True)
class StripPlace:
    """Where a picture has its strip, in pixels. ``x``, ``y``: the outer corner of the white frame.
    ``edge``: the width of the white line, and of the dark line within it."""

    x: int
    y: int
    width: int
    height: int
    block: int
    edge: int


def strip_place(width: int, height: int) -> StripPlace:
    """The strip of a picture of ``width`` x ``height`` pixels."""
    block = max(_LEAST_WIDTH, 2 * round(8 * height / 1080))
    edge = max(2, 2 * round(height / 360))
    wide, high = BLOCKS * block + 4 * edge, _high(block) + 4 * edge
    return StripPlace(
        x=(width - wide) // 4 * 2,
        y=round(height * _MIDDLE_HEIGHT - high / 2) // 2 * 2,
        width=wide,
        height=high,
        block=block,
        edge=edge,
    )


def _high(block: int) -> int:
    return block * 3 // 2


def strip_picture(table: int, frame: int, place: StripPlace) -> Grey:
    """The strip with its frame, ``place.height`` x ``place.width``, as brightness.

    Raises ValueError for a table or frame that does not fit in.
    """
    if not 0 < table < 2**_TABLE_BITS or not 0 <= frame < MOST_FRAMES:
        raise ValueError(f"table {table}, frame {frame}: the strip has room up to table 15 and "
                         f"frame {MOST_FRAMES - 1}")  # fmt: skip
    picture = np.full((place.height, place.width), LIGHT, np.uint8)
    edge = place.edge
    picture[edge:-edge, edge:-edge] = DARK
    bits = np.array(_bits(table, frame), np.uint8) * (LIGHT - DARK) + DARK
    picture[2 * edge : -2 * edge, 2 * edge : -2 * edge] = np.repeat(bits, place.block)
    return picture


def read_strip(pixels: npt.NDArray[np.uint8]) -> tuple[int, int] | None:
    """Table and frame number of the strip that is somewhere in ``pixels``, a grey or BGR picture or
    a part of one, at a scale of 1 to 1/4; ``None`` if none can be read with certainty."""
    grey = pixels
    if pixels.ndim == 3:
        grey = cv2.cvtColor(pixels[..., :3], cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
    tried = set()
    for threshold in _THRESHOLDS:
        for box in _boxes(grey, threshold):
            if box not in tried and _is_long(box[2], box[3]):
                tried.add(box)
                found = _read_near(grey, *box)
                if found is not None:
                    return found
    return None


def _boxes(grey: Grey, threshold: float) -> list[tuple[int, int, int, int]]:
    """x, y, width and height of everything that is brighter than ``threshold``."""
    _, light = cv2.threshold(grey, threshold, 255, cv2.THRESH_BINARY)
    outlines, _ = cv2.findContours(light, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    return [(int(x), int(y), int(w), int(h)) for x, y, w, h in map(cv2.boundingRect, outlines)]


def _is_long(width: float, height: float) -> bool:
    """Whether a box may be the frame, whose sides are about 1 to 10."""
    return width >= 60 and 6 < width / height < 13


def _read_near(grey: Grey, x: int, y: int, width: int, height: int) -> tuple[int, int] | None:
    """What the frame in about this box says; ``None`` if it is not the strip's.

    The box is found again in an enlarged picture, at the brightness half way between dark and
    light: at a quarter of its size the white line is one and a half pixels wide.
    """
    near = grey[max(0, y - 3) : y + height + 3, max(0, x - 3) : x + width + 3]
    enlarged = cv2.resize(near, None, fx=_ENLARGED, fy=_ENLARGED, interpolation=cv2.INTER_CUBIC)
    dark, light = (float(each) for each in np.percentile(near, (5, 95)))
    if light - dark < _LEAST_CONTRAST:
        return None
    half = (dark + light) / 2
    for left, top, wide, high in _boxes(enlarged.astype(np.uint8, copy=False), half):
        if wide > 0.9 * _ENLARGED * width and _is_long(wide, high):
            found = _read_box(enlarged[top : top + high, left : left + wide].astype(np.float32))
            if found is not None:
                return found
    return None


def _read_box(box: Levels) -> tuple[int, int] | None:
    """What a picture of the frame says, outer edge to outer edge; ``None`` unless the white line
    and the dark line within it are whole, and every block is clearly light or dark."""
    height, width = box.shape
    block = (width - height) / (BLOCKS - 1.5)
    edge = (height - 1.5 * block) / 4
    if not 0.05 * block < edge < 0.8 * block:
        return None
    white, black = _line(box, edge / 2), _line(box, edge * 3 / 2)
    light, dark = float(white.mean()), float(black.mean())
    if light - dark < _LEAST_CONTRAST or white.min() <= black.max():
        return None
    columns = 2 * edge + (np.arange(BLOCKS) + 0.5) * block
    rows = height / 2 + np.array([-0.3, 0, 0.3]) * block
    blocks = _sampled(box, np.tile(columns, (3, 1)), np.repeat(rows[:, None], BLOCKS, axis=1))
    levels = (blocks.mean(axis=0) - dark) / (light - dark)
    if np.abs(levels - 0.5).min() < _SURE:
        return None
    return _number(tuple(int(level > 0.5) for level in levels))


def _line(box: Levels, inside: float) -> Levels:
    """The brightness along a rectangle that is ``inside`` pixels within the box."""
    height, width = box.shape
    across = np.linspace(inside, width - inside, 60)
    down = np.linspace(inside, height - inside, 9)
    sides = [
        (across, np.full(60, inside)),
        (across, np.full(60, height - inside)),
        (np.full(9, inside), down),
        (np.full(9, width - inside), down),
    ]
    return np.concatenate([_sampled(box, x[None], y[None])[0] for x, y in sides])


def _sampled(
    box: Levels, x: npt.NDArray[np.floating[Any]], y: npt.NDArray[np.floating[Any]]
) -> Levels:
    """The brightness at points, counted from the corner of the first pixel."""
    columns, rows = (x - 0.5).astype(np.float32), (y - 0.5).astype(np.float32)
    return cv2.remap(box, columns, rows, cv2.INTER_LINEAR).astype(np.float32, copy=False)


def _bits(table: int, frame: int) -> tuple[int, ...]:
    number = table << _FRAME_BITS | frame
    bits = tuple(number >> place & 1 for place in reversed(range(_TABLE_BITS + _FRAME_BITS)))
    return (*bits, *_parity(bits))


def _parity(bits: tuple[int, ...]) -> tuple[int, ...]:
    """The remainder by x^4 + x + 1, changed by a mask with which no bar that is dark, light, or
    light and dark in two parts is a strip: graphics have such bars."""
    left = 0
    for bit in (*bits, *(0,) * _PARITY_BITS):
        left = left << 1 | bit
        if left & 0b10000:
            left ^= 0b10011
    left ^= 0b1010
    return tuple(left >> place & 1 for place in reversed(range(_PARITY_BITS)))


def _number(bits: tuple[int, ...]) -> tuple[int, int] | None:
    data, parity = bits[:-_PARITY_BITS], bits[-_PARITY_BITS:]
    if _parity(data) != parity:
        return None
    number = int("".join(map(str, data)), 2)
    table, frame = number >> _FRAME_BITS, number % MOST_FRAMES
    return (table, frame) if table else None
