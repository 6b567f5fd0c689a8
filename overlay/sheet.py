"""Contact sheets: many stages on one picture, each under its name, small enough to keep."""

from __future__ import annotations

import io
from collections.abc import Sequence

import cv2
from PIL import Image, ImageDraw, ImageFont

from overlay.fonts import font_file
from overlay.raster import stage_pixels
from overlay.stage import Stage

CELL, LABEL, GAP = (760, 428), 34, 16
_GROUND, _INK = "#2B2F38", "#F6F8FC"
_COLOURS = 160
"""Of the palette: flat plates on drawn pictures need no more, and a sheet is a third as large."""


def contact_sheet(stages: Sequence[tuple[str, Stage]], title: str, columns: int = 3) -> bytes:
    """The stages with their names in rows of ``columns``, as a PNG with a palette.

    Raises ValueError without a stage.
    """
    if not stages:
        raise ValueError("a contact sheet shows one stage at least")
    rows = -(-len(stages) // columns)
    wide, high = CELL
    width = GAP + columns * (wide + GAP)
    height = GAP + LABEL + GAP + rows * (high + LABEL + GAP)
    sheet = Image.new("RGB", (width, height), _GROUND)
    pen = ImageDraw.Draw(sheet)
    pen.text((GAP, GAP), title, fill=_INK, font=_font(700, 30))
    for number, (name, stage) in enumerate(stages):
        x = GAP + number % columns * (wide + GAP)
        y = GAP + LABEL + GAP + number // columns * (high + LABEL + GAP)
        small = _small(stage)
        sheet.paste(small, (x + (wide - small.width) // 2, y), small)
        pen.text((x, y + high + 2), name, fill=_INK, font=_font(500, 24))
    packed = io.BytesIO()
    sheet.quantize(_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(
        packed, "PNG", optimize=True
    )
    return packed.getvalue()


def _small(stage: Stage) -> Image.Image:
    """The stage as large as a cell holds it."""
    scale = min(CELL[0] / stage.width, CELL[1] / stage.height)
    image = Image.fromarray(cv2.cvtColor(stage_pixels(stage), cv2.COLOR_BGRA2RGBA))
    size = round(stage.width * scale), round(stage.height * scale)
    return image.resize(size, Image.Resampling.LANCZOS)


def _font(weight: int, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_file(weight), size)
