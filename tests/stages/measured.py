"""Texts as they stand on a stage, measured with the fonts that draw them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from overlay.stage import Stage
from overlay.svg import graphic_svg
from overlay.text import text_width

_MOVE = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)")


@dataclass(frozen=True)
class Text:
    """A text on the stage: its letters from cap height to baseline; ``box``: its graphic's."""

    key: str
    content: str
    size: float
    left: float
    top: float
    right: float
    bottom: float
    box: tuple[float, float, float, float]


def texts(stage: Stage) -> list[Text]:
    found: list[Text] = []
    for graphic in stage.graphics:
        box = graphic.box
        rect = (box.x, box.y, box.x + box.width, box.y + box.height)
        root = ET.fromstring(graphic_svg(graphic, stage.theme))
        found += [Text(graphic.key, *each, rect) for each in _inside(root, box.x, box.y)]
    return found


def _inside(
    element: ET.Element, x: float, y: float
) -> Iterator[tuple[str, float, float, float, float, float]]:
    moved = _MOVE.match(element.get("transform", ""))
    if moved:
        x, y = x + float(moved[1]), y + float(moved[2])
    if element.tag.endswith("}text"):
        content, size = element.text or "", float(element.get("font-size", ""))
        spacing = float(element.get("letter-spacing", "0"))
        width = text_width(content, int(element.get("font-weight", "")), size, spacing)
        start = x + float(element.get("x", ""))
        start -= {"middle": width / 2, "end": width}.get(element.get("text-anchor", ""), 0)
        base = y + float(element.get("y", ""))
        yield content, size, start, base - 0.69 * size, start + width, base
    for child in element:
        yield from _inside(child, x, y)


def outside(stage: Stage, margin: float = 0.05) -> list[Text]:
    """Texts that leave the middle 90 % of the screen, or their own graphic."""
    left, top = stage.width * margin - 0.5, stage.height * margin - 0.5
    right, bottom = stage.width - left, stage.height - top
    return [
        text
        for text in texts(stage)
        if text.left < max(left, text.box[0] - 0.5)
        or text.right > min(right, text.box[2] + 0.5)
        or text.top < max(top, text.box[1])
        or text.bottom > min(bottom, text.box[3])
    ]


def overlapping(stage: Stage) -> list[tuple[Text, Text]]:
    shown = texts(stage)
    return [
        (one, other)
        for one, other in combinations(shown, 2)
        if one.right > other.left + 0.5
        and other.right > one.left + 0.5
        and one.bottom > other.top
        and other.bottom > one.top
    ]
