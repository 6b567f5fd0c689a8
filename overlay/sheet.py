"""Contact sheets: many labelled stages on one small picture."""

from __future__ import annotations

import io
from collections.abc import Sequence

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from overlay.raster import stage_pixels
from overlay.stage import Box, Stage
from overlay.texts.fonts import font_file

CELL, LABEL, GAP = (760, 428), 34, 16
_GROUND, _INK = "#2B2F38", "#F6F8FC"
_FLAT, _COLOURS = 32, 256
"""Palette sizes: the most frequent colours, stored exactly; and all, with those for the edges of
letters. The palette makes a sheet a third as large."""


def contact_sheet(stages: Sequence[tuple[str, Stage]], title: str, columns: int = 3) -> bytes:
    """The stages with their names, ``columns`` in a row, as a PNG with a palette.

    Raises ValueError without stages.
    """
    if not stages:
        raise ValueError("a contact sheet needs at least one stage")
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
    """The boxes of ``count`` stages on a sheet, in order, in pixels."""
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
    """The image with a palette. Backgrounds and stripes keep their exact colours, which Pillow's
    own quantizing does not preserve."""
    red, green, blue = np.moveaxis(np.asarray(image).astype(np.int32), 2, 0)
    codes, places, counts = np.unique(
        red << 16 | green << 8 | blue, return_inverse=True, return_counts=True
    )
    colours = np.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=1).astype(np.float64)
    flat = colours[np.argsort(counts)[::-1][:_FLAT]]
    left = _COLOURS - len(flat)
    edges = image.quantize(left, Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = np.concatenate([flat, np.reshape(edges, (-1, 3))[:left]])
    distances = (palette**2).sum(axis=1) - 2 * colours @ palette.T
    nearest = distances.argmin(axis=1).astype(np.uint8)
    indexed = Image.fromarray(nearest[places].reshape(red.shape))
    indexed.putpalette(palette.astype(np.uint8).tobytes())
    return indexed


def _small(stage: Stage) -> Image.Image:
    """The stage scaled to fit a cell."""
    scale = min(CELL[0] / stage.width, CELL[1] / stage.height)
    image = Image.fromarray(cv2.cvtColor(stage_pixels(stage), cv2.COLOR_BGRA2RGBA))
    size = round(stage.width * scale), round(stage.height * scale)
    return image.resize(size, Image.Resampling.LANCZOS)


def _font(weight: int, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_file(weight), size)
