"""Which text of a graphic can be updated in a package, and how the package's module sets it.

The module sets these lines anew, fitted by measured width, where the templates set them with
``overlay.text``; a test holds both alike. Numbers and decisions are what happened and stay.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from overlay.contexts import LowerThird, Name, Panel
from overlay.stage import Graphic
from overlay.svg import graphic_svg
from overlay.theme import Theme

_TEXT = re.compile(r'<text [^>]*fill="([^"]*)"[^>]*>[^<]*</text>')
_PLATE = re.compile(r'<rect [^>]*fill="([^"]*)"[^>]*/>')
_IMAGE = re.compile(r"<image [^>]*/>")

AXIS = 388
"""Of ``_parts.svg.j2``: the line a side is centred on."""

_TILE = 132
"""Pixels of height by which a lower third's logo is as wide as it is."""

MOST_WORDS = 10
"""Of a note on air."""

Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Field:
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
    fields: tuple[Field, ...] = ()


def settable(graphic: Graphic, theme: Theme) -> Settable:
    """The graphic drawn in ``theme``, taken apart."""
    svg = graphic_svg(graphic, theme)
    match graphic.context:
        case Name() as name:
            return _name(graphic, name, svg)
        case Panel() as panel:
            return _panel(graphic, panel, svg)
        case LowerThird() as third:
            return _third(graphic, third, svg, theme)
        case _:
            return Settable(svg)


def _name(graphic: Graphic, name: Name, svg: str) -> Settable:
    width, place = graphic.box.width, name.side
    spot = {"middle": AXIS if place == "left" else width - AXIS, "room": 2 * (AXIS - 32)}
    lines = (
        _side(place, {**spot, "y": 65}, name, svg),
        _versus(place, {**spot, "y": 115}, name, svg),
    )
    fields = _side_fields(place, name.team, name.player, name.opponent)
    return Settable(_TEXT.sub("", svg), lines, fields)


def _panel(graphic: Graphic, panel: Panel, svg: str) -> Settable:
    place, left, width = graphic.key.removeprefix("panel-"), 64, graphic.box.width
    spot = {"middle": (width + left) / 2, "room": width - left - 56}
    side = _side(place, {**spot, "y": 64}, panel, svg)
    fields = _side_fields(place, panel.team, panel.player, panel.second[1])
    names = 2 if panel.team else 1
    if panel.result:
        return Settable(_TEXT.sub("", svg, count=names), (side,), fields[:2])
    versus = _versus(place, {**spot, "y": 112}, panel, svg)
    return Settable(_TEXT.sub("", svg, count=names + 2), (side, versus), fields)


def _third(graphic: Graphic, third: LowerThird, svg: str, theme: Theme) -> Settable:
    if third.kind == "speaker":
        fields = Field("name", "name", third.first), Field("who", "who that is", third.second)
    else:
        fields = (
            Field("text", "text, at most ten words", third.first, MOST_WORDS),
            Field("author", "who says it", third.second),
        )
    whole = graphic_svg(replace(graphic, context=LowerThird(third.kind, "-", "-")), theme)
    line = {
        "form": "third",
        "kind": third.kind,
        "first": fields[0].name,
        "second": fields[1].name,
        "width": graphic.box.width,
        "height": graphic.box.height,
        "plates": _PLATE.findall(whole),
        "fills": _TEXT.findall(whole),
        "logo": _logo(theme),
    }
    return Settable(_IMAGE.sub("", _PLATE.sub("", _TEXT.sub("", svg))), (line,), fields)


def _logo(theme: Theme) -> Line | None:
    """The theme's logo on its ground, beside the plates."""
    logo = theme.logo
    if logo is None:
        return None
    wide, mark = logo.wide(_TILE), logo.mark(_TILE)
    return {"wide": wide, "mark": mark, "href": logo.href, "ground": logo.ground}


def _side_fields(place: str, team: str, player: str, opponent: str) -> tuple[Field, ...]:
    return (
        Field(f"{place}_team", f"{place}: team", team),
        Field(f"{place}_player", f"{place}: player", player),
        Field(f"{place}_opponent", f"{place}: opponent", opponent),
    )


def _side(place: str, spot: Line, context: Name | Panel, svg: str) -> Line:
    """Team and player, or the player alone; in the colour of the first text.

    ``short``: of the team that is ``told`` now, for where its name leaves no room.
    """
    own = {"form": "side", "team": f"{place}_team", "name": f"{place}_player", "gap": 22}
    told = {"told": context.team, "short": context.short}
    return {**own, **told, **spot, "fill": _TEXT.findall(svg)[0]}


def _versus(place: str, spot: Line, context: Name | Panel, svg: str) -> Line:
    """Against whom, in the colour in which the template sets it."""
    first = context.versus if isinstance(context, Name) else context.second[0]
    own = {"form": "versus", "versus": first, "name": f"{place}_opponent", "gap": 12}
    return {**own, **spot, "fill": _TEXT.findall(svg)[2 if context.team else 1]}
