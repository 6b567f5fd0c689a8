"""Where the texts of a stage are: finds cut, protruding and overlapping ones."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from overlay.stage import Stage
from overlay.svg import graphic_svg
from overlay.texts.fonts import FontFace, face_for
from overlay.texts.text import text_width

_MOVE = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)")
_CAPITALS = 0.69
"""Cap height as a fraction of the nominal size, in every face."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text on the stage, from cap height to baseline; nominal size and edges in pixels.

    ``box``: left, top, right and bottom of its graphic.
    """

    key: str
    template: str
    content: str
    size: float
    left: float
    top: float
    right: float
    bottom: float
    box: tuple[float, float, float, float]

    @property
    def cut(self) -> bool:
        return self.content.rstrip("\u200f").endswith("…")


def texts(stage: Stage) -> list[Text]:
    """All texts of the stage, in painting order, but for those that a package only fills later."""
    result: list[Text] = []
    for graphic in stage.graphics:
        box = graphic.box
        rect = (box.x, box.y, box.x + box.width, box.y + box.height)
        root = ET.fromstring(graphic_svg(graphic, stage.theme))
        result += [
            Text(graphic.key, graphic.template, *each, rect)
            for each in _inside(root, box.x, box.y, stage.theme.face)
            if each[0]
        ]
    return result


def _inside(
    element: ET.Element, x: float, y: float, face: FontFace
) -> Iterator[tuple[str, float, float, float, float, float]]:
    moved = _MOVE.match(element.get("transform", ""))
    if moved:
        x, y = x + float(moved[1]), y + float(moved[2])
    if element.tag.endswith("}text"):
        content = element.text or ""
        size = float(element.get("font-size", "")) / face_for(content, face).size
        spacing = float(element.get("letter-spacing", "0"))
        width = text_width(content, int(element.get("font-weight", "")), size, spacing, face)
        start = x + float(element.get("x", ""))
        start -= {"middle": width / 2, "end": width}.get(element.get("text-anchor", ""), 0)
        base = y + float(element.get("y", ""))
        yield content, size, start, base - _CAPITALS * size, start + width, base
    for child in element:
        yield from _inside(child, x, y, face)


def outside(stage: Stage, margin: float = 0.05) -> list[Text]:
    """Texts that leave the screen less ``margin`` on each side, or their own graphic."""
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
    """Pairs of texts that overlap."""
    return [
        (one, other)
        for one, other in combinations(texts(stage), 2)
        if one.right > other.left + 0.5
        and other.right > one.left + 0.5
        and one.bottom > other.top
        and other.bottom > one.top
    ]
