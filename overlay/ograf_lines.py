"""Which text of a graphic can be updated in a package, and how the package's module sets it.

Its template marks these lines with ``data-field``. The module sets them anew, fitted by measured
width, where the templates set them with ``overlay.text``; a test holds both alike. Numbers and
decisions are what happened and stay.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from overlay.contexts import LowerThird, Name, Panel
from overlay.stage import Graphic
from overlay.svg import XMLNS, graphic_svg
from overlay.theme import Theme

FIELD = "data-field"

ET.register_namespace("", XMLNS)

_TILE = 132
"""Pixels of height by which a lower third's logo is as wide as it is."""

MOST_WORDS = 10
"""Of a note on air."""

Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class UpdatableField:
    """A text that can be updated: its name in the data, its title for people, what it is now."""

    name: str
    title: str
    value: str
    words: int = 0
    """At most so many words, 0 for any number."""


@dataclass(frozen=True, slots=True)
class Settable:
    """A graphic taken apart: the SVG without its lines, the lines, and the fields they show."""

    svg: str
    lines: tuple[Line, ...] = ()
    fields: tuple[UpdatableField, ...] = ()


def settable(graphic: Graphic, theme: Theme) -> Settable:
    """The graphic drawn in ``theme``, taken apart."""
    svg = graphic_svg(graphic, theme)
    root = ET.fromstring(svg)
    marked = {each.attrib[FIELD]: each for each in root if FIELD in each.attrib}
    if not marked:
        return Settable(svg)
    for each in marked.values():
        root.remove(each)
    rest = ET.tostring(root, encoding="unicode")
    match graphic.context:
        case Name() as name:
            return Settable(rest, *_names(name.side, name, marked))
        case Panel() as panel:
            return Settable(rest, *_names(graphic.key.removeprefix("panel-"), panel, marked))
        case LowerThird() as third:
            return Settable(rest, *_third(graphic, third, marked["third"], theme))
        case _:
            raise ValueError(f"{graphic.template}: no field is known for its marked lines")


def _names(
    place: str, context: Name | Panel, marked: Mapping[str, ET.Element]
) -> tuple[tuple[Line, ...], tuple[UpdatableField, ...]]:
    """Team and player, or the player alone; against whom, where the template says so.

    ``short``: of the team that is ``told`` now, for where its name leaves no room.
    """
    side: Line = {"form": "side", "team": f"{place}_team", "name": f"{place}_player"}
    side |= {"told": context.team, "short": context.short, **_where(marked["side"])}
    fields = (
        UpdatableField(side["team"], f"{place}: team", context.team),
        UpdatableField(side["name"], f"{place}: player", context.player),
    )
    if "versus" not in marked:
        return (side,), fields
    if isinstance(context, Name):
        first, opponent = context.versus, context.opponent
    else:
        first, opponent = context.second
    versus: Line = {"form": "versus", "versus": first, "name": f"{place}_opponent"}
    versus |= _where(marked["versus"])
    return (side, versus), (*fields, UpdatableField(versus["name"], f"{place}: opponent", opponent))


def _where(line: ET.Element) -> Line:
    """Where a marked line is, in what room, in the colour of its first text."""
    spot = {name: float(line.attrib[f"data-{name}"]) for name in ("middle", "y", "room", "gap")}
    return {**spot, "fill": line[0].attrib["fill"]}


def _third(
    graphic: Graphic, third: LowerThird, marked: ET.Element, theme: Theme
) -> tuple[tuple[Line, ...], tuple[UpdatableField, ...]]:
    if third.kind == "speaker":
        fields = (
            UpdatableField("name", "name", third.first),
            UpdatableField("who", "who that is", third.second),
        )
    else:
        fields = (
            UpdatableField("text", "text, at most ten words", third.first, MOST_WORDS),
            UpdatableField("author", "who says it", third.second),
        )
    line = {
        "form": "third",
        "kind": third.kind,
        "first": fields[0].name,
        "second": fields[1].name,
        "width": graphic.box.width,
        "height": graphic.box.height,
        "plates": marked.attrib["data-plates"].split(),
        "fills": marked.attrib["data-fills"].split(),
        "logo": _logo(theme),
    }
    return (line,), fields


def _logo(theme: Theme) -> Line | None:
    """The theme's logo on its ground, beside the plates."""
    logo = theme.logo
    if logo is None:
        return None
    wide, mark = logo.wide(_TILE), logo.mark(_TILE)
    return {"wide": wide, "mark": mark, "href": logo.href, "ground": logo.ground}
