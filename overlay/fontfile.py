"""What a font file says of itself: family, weights, letters, how tall its capitals are."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont, TTLibError

_KINDS = {b"\x00\x01\x00\x00", b"true", b"OTTO"}


class BadFont(ValueError):
    """A file that is no TrueType or OpenType font, or lacks what drawing needs."""


@dataclass(frozen=True, slots=True, eq=False)
class FontFile:
    """``weights``: lightest and boldest, the same where the file is not variable. ``letters``:
    the code points it can draw. ``capitals``: height of an H, as a part of the font's size."""

    path: Path
    family: str
    weights: tuple[int, int]
    letters: frozenset[int] = field(repr=False)
    capitals: float


@lru_cache(maxsize=64)
def read_font(path: Path) -> FontFile:
    """Raises BadFont, OSError where the file cannot be read."""
    with path.open("rb") as file:
        if file.read(4) not in _KINDS:
            raise BadFont("no TrueType or OpenType font: convert it to .ttf or .otf")
        try:
            font = TTFont(file, lazy=True)
            letters = font.getBestCmap() or {}
            family, weights = font["name"].getBestFamilyName(), _weights(font)
            capitals = _capitals(font, letters.get(ord("H")))
        except (TTLibError, KeyError, AssertionError, struct.error, EOFError) as error:
            raise BadFont(f"the font is damaged or lacks a table: {error}") from error
    if not family:
        raise BadFont("the font has no name")
    if capitals <= 0:
        raise BadFont("the font has no capitals")
    return FontFile(path, family, weights, frozenset(letters), capitals)


def _weights(font: TTFont) -> tuple[int, int]:
    """The bounds of the weight axis, where there is one."""
    for axis in font["fvar"].axes if "fvar" in font else ():
        if axis.axisTag == "wght":
            return int(axis.minValue), int(axis.maxValue)
    weight = int(font["OS/2"].usWeightClass)
    return weight, weight


def _capitals(font: TTFont, glyph: str | None) -> float:
    """0 where there is no such glyph."""
    if glyph is None:
        return 0
    pen = BoundsPen(font.getGlyphSet())
    pen.glyphSet[glyph].draw(pen)
    return pen.bounds[3] / font["head"].unitsPerEm if pen.bounds else 0
