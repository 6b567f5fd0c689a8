"""The texts of a graphic that can be updated in a package.

Templates mark lines of names with ``data-field``. The package's module fits them by measured width
as ``overlay.texts.text`` does; a test compares the two. All other texts:
``overlay.ograf.words``.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from overlay.contexts import MOST_WORDS, LowerThird, Name, Panel, Photo
from overlay.ograf.words import Word, words
from overlay.stage import Graphic
from overlay.svg import XMLNS, graphic_svg
from overlay.texts.letters import make_drawable
from overlay.themes.theme import Theme

FIELD = "data-field"

ET.register_namespace("", XMLNS)

_TILE = 132
"""Height in pixels of the tile that a lower third's logo is sized for."""

Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class UpdatableField:
    """A text that can be updated. ``name``: its key in the data. ``title``: its label for people.
    ``words``: the most words it may have, 0 for no limit."""

    name: str
    title: str
    value: str
    words: int = 0


@dataclass(frozen=True, slots=True)
class SplitGraphic:
    """A graphic's SVG without its updatable lines, these lines, the fields they show, and the other
    texts of the SVG."""

    svg: str
    lines: tuple[Line, ...] = ()
    fields: tuple[UpdatableField, ...] = ()
    words: tuple[Word, ...] = ()


def split_graphic(graphic: Graphic, theme: Theme, above: Sequence[Graphic] = ()) -> SplitGraphic:
    """The graphic, drawn in ``theme`` and split. ``above``: what is painted over it on its stage.

    Raises ValueError if the template marks lines and its context has no fields here.
    """
    svg = graphic_svg(graphic, theme)
    graphic = replace(graphic, context=make_drawable(graphic.context, theme.face))
    root = ET.fromstring(svg)
    marked = {each.attrib[FIELD]: each for each in root if FIELD in each.attrib}
    for each in marked.values():
        root.remove(each)
    rest = ET.tostring(root, encoding="unicode") if marked else svg
    lines, fields = _marked(graphic, marked, theme) if marked else ((), ())
    others = tuple(_before(line) for line in lines if line.get("versus"))
    lines = tuple(
        line | {"versus": _before(line).name} if line.get("versus") else line for line in lines
    )
    return SplitGraphic(rest, lines, (*fields, *others), words(graphic, root, theme, above))


def _before(line: Line) -> UpdatableField:
    """The words before the opponent of a line."""
    place = line["name"].removesuffix("_opponent")
    return UpdatableField(f"{place}_versus", f"{place}: words before the opponent", line["versus"])


def _marked(
    graphic: Graphic, marked: Mapping[str, ET.Element], theme: Theme
) -> tuple[tuple[Line, ...], tuple[UpdatableField, ...]]:
    match graphic.context:
        case Name() as name:
            return _names(name.side, name, marked)
        case Panel() as panel:
            return _names(graphic.key.removeprefix("panel-"), panel, marked)
        case LowerThird() as third:
            return _third(graphic, third, marked["third"], theme)
        case Photo() as photo:
            return _photo(graphic, photo, theme)
        case _:
            raise ValueError(f"{graphic.template}: its marked lines have no fields")


def _names(
    place: str, context: Name | Panel, marked: Mapping[str, ET.Element]
) -> tuple[tuple[Line, ...], tuple[UpdatableField, ...]]:
    """The lines and fields of team and player, and of the opponent if the template marks one.

    In a line, ``short`` is the short form of the team named by ``named``.
    """
    side: Line = {"form": "side", "team": f"{place}_team", "name": f"{place}_player"}
    side |= {"named": context.team, "short": context.short, **_where(marked["side"])}
    fields = (
        UpdatableField(side["team"], f"{place}: team", context.team),
        UpdatableField(side["name"], f"{place}: player", context.player),
    )
    if "versus" not in marked:
        return (side,), fields
    line, opponent = marked["versus"], context.opponent
    versus: Line = {"form": "versus", "versus": context.versus, "name": f"{place}_opponent"}
    versus |= {"cards": _cards(line), **_where(line)}
    return (side, versus), (*fields, UpdatableField(versus["name"], f"{place}: opponent", opponent))


def _cards(line: ET.Element) -> Line | None:
    """The opponent's cards within a marked line: what is drawn, and its width in pixels."""
    drawn = line.find(f"{{{XMLNS}}}g")
    if drawn is None:
        return None
    svg = "".join(ET.tostring(each, encoding="unicode") for each in drawn)
    return {"svg": svg, "width": float(drawn.attrib["data-width"])}


def _where(line: ET.Element) -> Line:
    """A marked line's position and room in pixels, which part of it stands there, and the colour of
    its first text."""
    spot = {name: float(line.attrib[f"data-{name}"]) for name in ("middle", "y", "room", "gap")}
    return {**spot, "anchor": line.attrib["data-anchor"], "fill": line[0].attrib["fill"]}


def _third(
    graphic: Graphic, third: LowerThird, marked: ET.Element, theme: Theme
) -> tuple[tuple[Line, ...], tuple[UpdatableField, ...]]:
    if third.kind == "speaker":
        fields = (
            UpdatableField("name", "name", third.first),
            UpdatableField("who", "role", third.second),
        )
    else:
        fields = (
            UpdatableField("text", "text, at most ten words", third.first, MOST_WORDS),
            UpdatableField("author", "author", third.second),
        )
    line = {
        "form": "third",
        "kind": third.kind,
        "first": fields[0].name,
        "second": fields[1].name,
        "width": graphic.box.width,
        "height": graphic.box.height,
        "plates": marked.attrib["data-plates"].split(),
        "edges": marked.attrib["data-edges"].split(),
        "fills": marked.attrib["data-fills"].split(),
        "logo": _logo(theme),
    }
    return (line,), fields


def _photo(
    graphic: Graphic, photo: Photo, theme: Theme
) -> tuple[tuple[Line, ...], tuple[UpdatableField, ...]]:
    """Shown only beside the name of its person."""
    name = UpdatableField("name", "name", photo.person)
    line = {
        "form": "photo",
        "name": name.name,
        "named": photo.person,
        "href": photo.picture.href,
        "edge": theme.muted,
        "width": graphic.box.width,
        "height": graphic.box.height,
    }
    return (line,), (name,)


def _logo(theme: Theme) -> Line | None:
    """The theme's logo on its background, beside the plates."""
    logo = theme.logo
    if logo is None:
        return None
    width, size = logo.tile_width(_TILE), logo.size(_TILE)
    return {"wide": width, "mark": size, "href": logo.href, "ground": logo.ground}
