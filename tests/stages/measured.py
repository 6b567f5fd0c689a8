"""The texts of a stage, measured with the fonts that draw them, and boxes on its plates.

That the measure is the browser's too is held by tests/overlay/test_browser_agrees.py.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

from overlay.stage import Graphic
from overlay.svg import graphic_svg
from overlay.texts.text_positions import Text, outside, overlapping, texts

__all__ = ["Text", "boxes", "boxes_without_words", "outside", "overlapping", "texts"]

Box = tuple[float, float, float, float]
_MOVE = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)")
_STRIPE = 12


def boxes_without_words(graphic: Graphic) -> list[tuple[str, Box]]:
    """Fill and edges of each box on a plate that is not drawn in one group with its words or cards:
    at a change it would be empty for a moment. Stripes and lines of at most 12 pixels are part of
    the plate."""
    drawn = list(boxes(ET.fromstring(graphic_svg(graphic))))
    return [
        (fill, (left, top, right, bottom))
        for fill, (left, top, right, bottom) in drawn
        if min(right - left, bottom - top) > _STRIPE
        and any(
            left - 2 > x and top - 2 > y and right + 2 < far and bottom + 2 < low
            for _, (x, y, far, low) in drawn
        )
    ]


def boxes(element: ET.Element, x: float = 0, y: float = 0) -> Iterator[tuple[str, Box]]:
    """Fill and edges of each box that is no part of what comes and goes as a whole."""
    if "data-whole" in element.attrib:
        return
    moved = _MOVE.match(element.get("transform", ""))
    if moved:
        x, y = x + float(moved[1]), y + float(moved[2])

    def number(name: str) -> float:
        return float(element.get(name, 0))

    kind, ink = element.tag.split("}")[-1], element.get("fill", "")
    ink = element.get("stroke", "") if ink == "none" else ink
    if kind == "rect":
        left, top = x + number("x"), y + number("y")
        yield ink, (left, top, left + number("width"), top + number("height"))
    if kind == "circle":
        middle, centre, r = x + number("cx"), y + number("cy"), number("r")
        yield ink, (middle - r, centre - r, middle + r, centre + r)
    for child in element:
        yield from boxes(child, x, y)
