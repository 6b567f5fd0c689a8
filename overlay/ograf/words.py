"""The other texts of a graphic that can be updated in a package: all but the ranks of cards.

A text that is updated stays where it stands and gets no wider than the plain ground around it: it
is shrunk, then cut. So any template's texts can be updated, whatever it draws.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import numpy as np

from overlay.contexts import Face
from overlay.raster import Pixels, lay_over, rasterize
from overlay.stage import Graphic
from overlay.svg import XMLNS, graphic_svg
from overlay.texts.fonts import face_for
from overlay.texts.names import shorter_names
from overlay.texts.text import capitals, text_width
from overlay.themes.theme import Theme

_PLACES = ("left", "right", "top", "bottom")
_MOVE = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)")
_TEXT = f"{{{XMLNS}}}text"
_CARD = tuple(f"{{{XMLNS}}}{tag}" for tag in ("rect", "text", "path"))
"""What a card is drawn of: its paper, its rank, its suit."""
_CAPITALS = 0.69
"""Cap height as a fraction of the size."""
_MARGIN = 12
"""Pixels between a text and what stands beside it."""
_PLAIN = {"brief": "word", "groups": "", "short": "team", "text": ""}
"""What the texts of a context's fields are called, where the field's own name says less."""
_ALIKE = 6
"""By how much the colours of one ground may differ, of 255."""


_Saying = tuple[tuple[str, ...], str]
"""A text of a context and its path in plain words."""


@dataclass(frozen=True, slots=True)
class Word:
    """A text of an SVG: its place among all texts of the SVG, from 0, the name of its field, what
    it says, and the width in pixels that an update may have. ``alone``: no other text beside it."""

    at: int
    name: str
    value: str
    room: float
    alone: bool


@dataclass(frozen=True, slots=True)
class _WordSpot:
    at: int
    text: str
    anchor: str
    left: float
    right: float
    top: float
    base: float


def words(
    graphic: Graphic, svg: ET.Element, theme: Theme, above: Sequence[Graphic] = ()
) -> tuple[Word, ...]:
    """The texts of ``svg``, which draws ``graphic`` or a part of it. Two texts have two names.

    ``above``: the graphics of the stage that are painted over it.
    """
    spots = [spot for spot in _spots(svg, theme) if spot.text]
    if not spots:
        return ()
    ground = _without_texts(svg, theme).copy()
    for each in above:
        drawn = rasterize(graphic_svg(each, theme), 1.0, theme.face)
        lay_over(ground, drawn, each.box.x - graphic.box.x, each.box.y - graphic.box.y)
    sayings, shown = list(_sayings(graphic.context)), set[tuple[str, ...]]()
    found: dict[str, Word] = {}
    for spot in spots:
        name = _name(graphic, _path(spot.text, sayings, shown))
        number = 2
        plain = name
        while name in found:
            name = f"{plain}_{number}"
            number += 1
        alone = not any(_beside(spot, other) for other in spots if other is not spot)
        room = round(_room(spot, spots, ground), 1)
        found[name] = Word(spot.at, name, spot.text, room, alone)
    return tuple(found.values())


def _spots(svg: ET.Element, theme: Theme) -> Iterator[_WordSpot]:
    """Where the texts are; those on cards only count."""
    at = 0

    def inside(element: ET.Element, x: float, y: float, card: bool) -> Iterator[_WordSpot]:
        nonlocal at
        moved = _MOVE.match(element.get("transform", ""))
        if moved:
            x, y = x + float(moved[1]), y + float(moved[2])
        card = card or tuple(child.tag for child in element) == _CARD
        if element.tag == _TEXT:
            if not card:
                yield _spot(element, at, x, y, theme)
            at += 1
        for child in element:
            yield from inside(child, x, y, card)

    yield from inside(svg, 0, 0, False)


def _spot(element: ET.Element, at: int, x: float, y: float, theme: Theme) -> _WordSpot:
    text, anchor = element.text or "", element.get("text-anchor", "start")
    size = float(element.attrib["font-size"]) / face_for(text, theme.face).size
    spacing = float(element.get("letter-spacing", 0))
    wide = text_width(text, int(element.attrib["font-weight"]), size, spacing, theme.face)
    left = x + float(element.attrib["x"]) - {"middle": wide / 2, "end": wide}.get(anchor, 0)
    base = y + float(element.attrib["y"])
    return _WordSpot(at, text, anchor, left, left + wide, base - _CAPITALS * size, base)


def _without_texts(svg: ET.Element, theme: Theme) -> Pixels:
    bare = ET.fromstring(ET.tostring(svg))
    for parent in list(bare.iter()):
        for child in list(parent):
            if child.tag == _TEXT:
                parent.remove(child)
    return rasterize(ET.tostring(bare, encoding="unicode"), 1.0, theme.face)


def _room(spot: _WordSpot, spots: list[_WordSpot], ground: Pixels) -> float:
    """The width that the text may have where it is anchored; at least its own."""
    own, wide = spot.right - spot.left, ground.shape[1]
    band = ground[max(0, int(spot.top)) : max(1, int(spot.base))].astype(int)
    if not band.size:
        return own
    middle = min(max(int((spot.left + spot.right) / 2), 0), wide - 1)
    plain = (np.abs(band - band[:, middle : middle + 1]).max(axis=2) <= _ALIKE).all(axis=0)
    left, right = max(int(spot.left), 0), min(int(np.ceil(spot.right)), wide)
    while left > 0 and plain[left - 1]:
        left -= 1
    while right < wide and plain[right]:
        right += 1
    before, behind = spot.left - left - _MARGIN, right - spot.right - _MARGIN
    for other in spots:
        if _beside(spot, other):
            if other.left >= spot.right:
                behind = min(behind, _share(other.left - spot.right, other.anchor != "start"))
            elif other.right <= spot.left:
                before = min(before, _share(spot.left - other.right, other.anchor != "end"))
    more = {"start": behind, "end": before}.get(spot.anchor, 2 * min(before, behind))
    return own + max(0.0, float(more))


def _beside(one: _WordSpot, other: _WordSpot) -> bool:
    return other.top < one.base and one.top < other.base


def _share(gap: float, both: bool) -> float:
    """Of the gap between two texts what one of them may take; half of it if both may grow."""
    return (gap - _MARGIN) / 2 if both else gap - _MARGIN


def _sayings(value: Any, path: tuple[str, ...] = ()) -> Iterator[_Saying]:
    """The texts of a context, each with its path in plain words; lists count from 1."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, tuple):
        one = (*path[:-1], path[-1].removesuffix("s")) if path else path
        for number, each in enumerate(value, 1):
            yield from _sayings(each, (*one, str(number)) if len(value) > 1 else one)
    elif is_dataclass(value) and not isinstance(value, Face):
        for field in fields(value):
            name = _PLAIN.get(field.name, field.name)
            yield from _sayings(getattr(value, field.name), (*path, name) if name else path)


def _path(text: str, sayings: list[_Saying], shown: set[tuple[str, ...]]) -> tuple[str, ...]:
    """The path of the saying that the text shows, whole, shortened or with more behind it; of equal
    ones the first that is not ``shown`` yet. ``("text",)`` for none."""
    by_turn = sorted(sayings, key=lambda each: each[0] in shown)
    for says in (_whole, _shortened, _begun):
        for path, saying in by_turn:
            if saying and says(text, saying):
                shown.add(path)
                return path
    return ("text",)


def _whole(text: str, saying: str) -> bool:
    return text in (saying, capitals(saying))


def _shortened(text: str, saying: str) -> bool:
    start = text.rstrip("\u200f").removesuffix("…")
    whole = (saying, capitals(saying))
    cut = start not in {text, ""} and any(each.startswith(start) for each in whole)
    return cut or text in shorter_names(saying)


def _begun(text: str, saying: str) -> bool:
    return text.startswith(f"{saying} ")


def _name(graphic: Graphic, path: tuple[str, ...]) -> str:
    """The graphic's key, its side first, and then the path: ``left_decision_word``."""
    key = re.findall(r"[a-z0-9]+", graphic.key.lower())
    side = [part for part in key if part in _PLACES][:1]
    parts = [*side, *(part for part in key if part not in side), *path]
    return "_".join(
        part for part, before in zip(parts, ["", *parts], strict=False) if part != before
    )
