"""Reads a font file's family, weights, letters and cap height."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont, TTLibError

_KINDS = {b"\x00\x01\x00\x00", b"true", b"OTTO"}


class BadFont(ValueError):
    """Not a TrueType or OpenType font, or a table needed for drawing is missing."""


@dataclass(frozen=True, slots=True, eq=False)
class FontFile:
    """``weights``: lightest and boldest, equal unless the font is variable. ``letters``: the code
    points it can draw. ``capitals``: height of an H as a fraction of the font size."""

    path: Path
    family: str
    weights: tuple[int, int]
    letters: frozenset[int] = field(repr=False)
    capitals: float


@lru_cache(maxsize=64)
def read_font(path: Path) -> FontFile:
    """Raises BadFont; OSError if the file cannot be read."""
    with path.open("rb") as file:
        if file.read(4) not in _KINDS:
            raise BadFont("not a TrueType or OpenType font: convert it to .ttf or .otf")
        try:
            font = TTFont(file, lazy=True)
            letters = font.getBestCmap() or {}
            family, weights = font["name"].getBestFamilyName(), _weights(font)
            capitals = _capitals(font, letters.get(ord("H")))
        except (TTLibError, KeyError, AssertionError, struct.error, EOFError) as error:
            raise BadFont(f"the font is damaged or a table is missing: {error}") from error
    if not family:
        raise BadFont("the font has no name")
    if capitals <= 0:
        raise BadFont("the font has no capital letters")
    return FontFile(path, family, weights, frozenset(letters), capitals)


def _weights(font: TTFont) -> tuple[int, int]:
    """The range of the weight axis; of a static font, its weight twice."""
    for axis in font["fvar"].axes if "fvar" in font else ():
        if axis.axisTag == "wght":
            return int(axis.minValue), int(axis.maxValue)
    weight = int(font["OS/2"].usWeightClass)
    return weight, weight


def _capitals(font: TTFont, glyph: str | None) -> float:
    """Height of the glyph of H as a fraction of the font size; 0 without one."""
    if glyph is None:
        return 0
    pen = BoundsPen(font.getGlyphSet())
    pen.glyphSet[glyph].draw(pen)
    return pen.bounds[3] / font["head"].unitsPerEm if pen.bounds else 0
