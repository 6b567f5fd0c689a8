"""Pictures that must not be taken for the real thing: a word across all of it, in a way nobody
crops off. SEALED: of what may not leave the house; REHEARSAL: of what never happened."""

from __future__ import annotations

from overlay.fonts import FAMILY
from overlay.raster import lay_over, png_of, rasterized, stage_pixels
from overlay.stage import Stage

RED = "#e01b24"


def sealed_png(stage: Stage, scale: float = 1.0, word: str = "SEALED") -> bytes:
    """The stage as a PNG with ``word`` across it.

    Raises ValueError for a scale that is not above 0.
    """
    canvas = stage_pixels(stage, scale)
    lay_over(canvas, rasterized(mark_svg(stage.width, stage.height, word), scale), 0, 0)
    return png_of(canvas)


def mark_svg(width: int, height: int, word: str) -> str:
    """The word alone, over and over across a stage of this size, as a whole SVG."""
    lines = "".join(
        f'<text x="{x}" y="{y}" fill="{RED}" fill-opacity="0.62" font-family="{FAMILY}" '
        f'font-weight="700" font-size="120" transform="rotate(-20 {x} {y})">{word}</text>'
        for row, y in enumerate(range(140, height + 240, 240))
        for x in range(-200 + 220 * (row % 2), width, 520 + 100 * (len(word) > 6))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">{lines}</svg>'
    )
