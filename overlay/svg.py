"""Graphics as SVG: the one drawing that the browser shows and the rasterizer turns to pixels."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.environment import TemplateModule

from overlay.fonts import set_in
from overlay.letters import in_letters, lacking, texts_of
from overlay.oklab import distance
from overlay.resources import resource
from overlay.stage import Graphic, Stage
from overlay.text import (
    capitals,
    fit,
    fit_first,
    fit_name,
    fit_team_and_name,
    fit_team_perhaps_name,
    text_width,
    wrap,
)
from overlay.theme import Theme, forget_themes, load_theme

XMLNS = "http://www.w3.org/2000/svg"

_PARTS = "_parts.svg.j2"
_KEPT = ("text", "card", "small_card", "card_back", "shape")
"""Macros of the parts that draw what comes again and again."""


class _Macros(FileSystemLoader):
    """Every template as a macro of the graphic's context, its width and its height: called as it
    is, where a rendered template first copies all that it may refer to."""

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        source, file, fresh = super().get_source(environment, template)
        if template != _PARTS:
            source = "{% macro graphic(g, w, h) %}" + source + "{% endmacro %}"
        return source, file, fresh


@lru_cache(maxsize=8)
def _templates(theme: Theme) -> Environment:
    """Everything a context holds is escaped: names come from feeds."""
    environment = Environment(
        loader=_Macros(resource("graphics")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # a look at the disk for every graphic; see forget_templates
    )
    face = theme.face
    measured = (
        fit, fit_first, fit_name, fit_team_and_name, fit_team_perhaps_name, text_width, wrap,
    )  # fmt: skip
    environment.globals.update(
        {function.__name__: partial(function, face=face) for function in measured},
        t=theme,
        near=_near,
        capitals=capitals,
        set_in=partial(set_in, face=face),
    )
    environment.globals["p"] = _parts(environment)
    return environment


def _parts(environment: Environment) -> TemplateModule:
    """What the templates share. A card, or a text at its place, is drawn once and kept: its macro
    goes by what it is told and the theme alone. ``typed``: 1.0 is not written as 1 is."""
    parts = environment.get_template(_PARTS).make_module()
    for name in _KEPT:
        setattr(parts, name, lru_cache(2048, typed=True)(getattr(parts, name)))
    return parts


@lru_cache(maxsize=2048)
def _drawn(template: str, context: object, width: int, height: int, theme: Theme) -> str:
    module = _templates(theme).get_template(f"{template}.svg.j2").module
    drawn = vars(module)["graphic"](in_letters(context, theme.face), width, height)
    return _element(width, height, str(drawn).strip(), theme)


def graphic_svg(graphic: Graphic, theme: Theme | None = None) -> str:
    """One ``<svg>`` element of the size of the graphic's box, its origin the box's corner.

    It holds no ids, so that any number of graphics can stand in one page. Without a theme it is
    drawn in the default one. Raises jinja2.TemplateNotFound where there is no such template.
    """
    theme = theme or load_theme()
    box = graphic.box
    return _drawn(graphic.template, graphic.context, box.width, box.height, theme)


def stage_svg(stage: Stage) -> str:
    """The whole stage as one SVG document, graphics in the order they are painted."""
    placed = (
        f'<g transform="translate({graphic.box.x} {graphic.box.y})">'
        f"{graphic_svg(graphic, stage.theme)}</g>"
        for graphic in stage.graphics
    )
    return _element(stage.width, stage.height, "\n".join(placed), stage.theme) + "\n"


def unknown_letters(stage: Stage) -> str:
    """The letters of a stage's texts that no font here has: for the producer, who is told."""
    texts = (text for graphic in stage.graphics for text in texts_of(graphic.context))
    return "".join(dict.fromkeys("".join(lacking(text, stage.theme.face) for text in texts)))


def templates_stamp(own: Iterable[Path] = ()) -> int:
    """Grows when a template, a theme or one of one's ``own`` files is saved: nanoseconds since
    1970 of the newest. A file that is being saved may not be there for a moment."""
    folders = resource("graphics"), resource("themes")
    files = (*(file for folder in folders for file in folder.iterdir()), *own)
    return max(file.stat().st_mtime_ns for file in files if file.is_file())


def forget_templates() -> None:
    """Templates and themes are read again: for designers who save them while they look."""
    _drawn.cache_clear()
    _templates.cache_clear()
    forget_themes()


def _near(one: str, other: str) -> bool:
    """Whether an edge is needed between two colours."""
    return distance(one, other) < 0.1


def _element(width: int, height: int, body: str, theme: Theme) -> str:
    return (
        f'<svg xmlns="{XMLNS}" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="{theme.face.family}" '
        f'text-rendering="geometricPrecision">{body}</svg>'
    )
