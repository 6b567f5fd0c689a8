"""Watermarks that cover the whole picture: SEALED for deals that must not leave the house,
REHEARSAL for made-up ones."""

from __future__ import annotations

from overlay.raster import lay_over, png_of, rasterize, stage_pixels
from overlay.stage import Stage
from overlay.texts.fonts import FAMILY

RED = "#e01b24"
OPACITY = {"SEALED": 0.62, "REHEARSAL": 0.3}
"""A rehearsal's pictures are judged through the word; a sealed deal's are not for judging."""


def watermarked_png(stage: Stage, scale: float = 1.0, word: str = "SEALED") -> bytes:
    """The stage as a PNG with ``word`` across it; raises ValueError unless ``scale`` is above 0."""
    canvas = stage_pixels(stage, scale)
    lay_over(canvas, rasterize(watermark_svg(stage.width, stage.height, word), scale), 0, 0)
    return png_of(canvas)


def watermark_svg(width: int, height: int, word: str) -> str:
    """The word repeated across a stage of this size in pixels, as an SVG document."""
    lines = "".join(
        f'<text x="{x}" y="{y}" fill="{RED}" fill-opacity="{OPACITY[word]}" font-family="{FAMILY}" '
        f'font-weight="700" font-size="120" transform="rotate(-20 {x} {y})">{word}</text>'
        for row, y in enumerate(range(140, height + 240, 240))
        for x in range(-200 + 220 * (row % 2), width, 520 + 100 * (len(word) > 6))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">{lines}</svg>'
    )
