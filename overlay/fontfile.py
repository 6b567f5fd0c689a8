"""What a font file says of itself: family, weights, letters, how tall its capitals are."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

_KINDS = {b"\x00\x01\x00\x00", b"true", b"OTTO"}
_MEASURED_AT = 1000


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
    data = path.read_bytes()
    if data[:4] not in _KINDS:
        raise BadFont("no TrueType or OpenType font: convert it to .ttf or .otf")
    try:
        tables = dict(_tables(data))
        weights = _variable(tables.get(b"fvar", b"")) or (_weight(tables[b"OS/2"]),) * 2
        letters = frozenset(_letters(tables[b"cmap"]))
        font = ImageFont.truetype(path, _MEASURED_AT)
    except (KeyError, struct.error, OSError) as error:
        raise BadFont(f"the font is damaged or lacks a table: {error}") from error
    family = font.getname()[0]
    if not family:
        raise BadFont("the font has no name")
    _, top, _, _ = font.getbbox("H", anchor="ls")
    if top >= 0:
        raise BadFont("the font has no capitals")
    return FontFile(path, family, weights, letters, -top / _MEASURED_AT)


def _tables(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    (count,) = struct.unpack_from(">H", data, 4)
    for number in range(count):
        tag, _, start, length = struct.unpack_from(">4sLLL", data, 12 + 16 * number)
        yield tag, data[start : start + length]


def _weight(os2: bytes) -> int:
    return int(struct.unpack_from(">H", os2, 4)[0])


def _variable(fvar: bytes) -> tuple[int, int] | None:
    """The bounds of the weight axis, where there is one."""
    if not fvar:
        return None
    start, _, count, size = struct.unpack_from(">HHHH", fvar, 4)
    for number in range(count):
        tag, low, _, high = struct.unpack_from(">4slll", fvar, start + size * number)
        if tag == b"wght":
            return low >> 16, high >> 16
    return None


def _letters(cmap: bytes) -> Iterator[int]:
    """Every code point of the Unicode subtables of formats 4 and 12."""
    (count,) = struct.unpack_from(">H", cmap, 2)
    starts = {struct.unpack_from(">HHL", cmap, 4 + 8 * n)[2] for n in range(count)}
    for start in sorted(starts):
        (form,) = struct.unpack_from(">H", cmap, start)
        if form == 4:
            yield from _segments(cmap, start)
        elif form == 12:
            (groups,) = struct.unpack_from(">L", cmap, start + 12)
            for number in range(groups):
                first, last, _ = struct.unpack_from(">LLL", cmap, start + 16 + 12 * number)
                yield from range(first, last + 1)


def _segments(cmap: bytes, start: int) -> Iterator[int]:
    (twice,) = struct.unpack_from(">H", cmap, start + 6)
    count = twice // 2
    lasts = struct.unpack_from(f">{count}H", cmap, start + 14)
    firsts = struct.unpack_from(f">{count}H", cmap, start + 16 + twice)
    for first, last in zip(firsts, lasts, strict=True):
        yield from range(first, min(last, 0xFFFE) + 1)
