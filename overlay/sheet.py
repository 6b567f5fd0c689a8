"""Contact sheets: many stages on one picture, each under its name, small enough to keep."""

from __future__ import annotations

import io
from collections.abc import Sequence

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from overlay.fonts import font_file
from overlay.raster import stage_pixels
from overlay.stage import Box, Stage

CELL, LABEL, GAP = (760, 428), 34, 16
_GROUND, _INK = "#2B2F38", "#F6F8FC"
_FLAT, _COLOURS = 32, 256
"""Of the palette: the commonest colours as they are, and how many there are with those that the
edges of letters need. A sheet is a third as large so."""


def contact_sheet(stages: Sequence[tuple[str, Stage]], title: str, columns: int = 3) -> bytes:
    """The stages with their names in rows of ``columns``, as a PNG with a palette.

    Raises ValueError without a stage.
    """
    if not stages:
        raise ValueError("a contact sheet shows one stage at least")
    places = cells(len(stages), columns)
    sheet = Image.new("RGB", _size(len(stages), columns), _GROUND)
    pen = ImageDraw.Draw(sheet)
    pen.text((GAP, GAP), title, fill=_INK, font=_font(700, 30))
    for (name, stage), cell in zip(stages, places, strict=True):
        small = _small(stage)
        sheet.paste(small, (cell.x + (cell.width - small.width) // 2, cell.y), small)
        pen.text((cell.x, cell.y + cell.height + 2), name, fill=_INK, font=_font(500, 24))
    packed = io.BytesIO()
    _indexed(sheet).save(packed, "PNG", optimize=True)
    return packed.getvalue()


def cells(count: int, columns: int = 3) -> list[Box]:
    """Where on a sheet each of ``count`` stages is, in their order."""
    wide, high = CELL
    return [
        Box(
            GAP + number % columns * (wide + GAP),
            GAP + LABEL + GAP + number // columns * (high + LABEL + GAP),
            wide,
            high,
        )
        for number in range(count)
    ]


def _size(count: int, columns: int) -> tuple[int, int]:
    last = cells(count, columns)[-1]
    return GAP + columns * (last.width + GAP), last.y + last.height + LABEL + GAP


def _indexed(image: Image.Image) -> Image.Image:
    """With a palette: grounds and stripes keep their very colours, which Pillow's own ways to
    choose and to match one do not do."""
    red, green, blue = np.moveaxis(np.asarray(image).astype(np.int32), 2, 0)
    found, places, counts = np.unique(
        red << 16 | green << 8 | blue, return_inverse=True, return_counts=True
    )
    colours = np.stack([found >> 16, found >> 8 & 255, found & 255], axis=1).astype(np.float64)
    flat = colours[np.argsort(counts)[::-1][:_FLAT]]
    left = _COLOURS - len(flat)
    edges = image.quantize(left, Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = np.concatenate([flat, np.reshape(edges, (-1, 3))[:left]])
    far = (palette**2).sum(axis=1) - 2 * colours @ palette.T
    indexed = Image.fromarray(far.argmin(axis=1).astype(np.uint8)[places].reshape(red.shape))
    indexed.putpalette(palette.astype(np.uint8).tobytes())
    return indexed


def _small(stage: Stage) -> Image.Image:
    """The stage as large as a cell holds it."""
    scale = min(CELL[0] / stage.width, CELL[1] / stage.height)
    image = Image.fromarray(cv2.cvtColor(stage_pixels(stage), cv2.COLOR_BGRA2RGBA))
    size = round(stage.width * scale), round(stage.height * scale)
    return image.resize(size, Image.Resampling.LANCZOS)


def _font(weight: int, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_file(weight), size)
