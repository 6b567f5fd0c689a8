"""Draws graphics as SVG, for browsers and for the rasterizer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.environment import TemplateModule

from overlay.resources import resource
from overlay.stage import Graphic, Stage
from overlay.texts.fonts import face_for
from overlay.texts.letters import make_drawable, missing_letters, texts_of
from overlay.texts.text import (
    NamedSide,
    alike,
    capitals,
    fit,
    fit_first,
    fit_name,
    fit_team_and_name,
    fit_team_perhaps_name,
    raised,
    text_width,
    wrap,
)
from overlay.themes.flags import flag
from overlay.themes.oklab import distance
from overlay.themes.theme import Theme, clear_themes, load_theme

XMLNS = "http://www.w3.org/2000/svg"

_PARTS = "_parts.svg.j2"
_CACHED = ("text", "card", "small_card", "card_back", "shape", "flag")
"""Macros of the parts file that are called often with the same arguments."""


class _Macros(FileSystemLoader):
    """Wraps every template in a macro of context, width and height.

    Calling a macro is faster than rendering a template, which first copies all its globals.
    """

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        source, file, fresh = super().get_source(environment, template)
        if template != _PARTS:
            source = "{% macro graphic(g, w, h) %}" + source + "{% endmacro %}"
        return source, file, fresh


@lru_cache(maxsize=8)
def _templates(theme: Theme) -> Environment:
    """The theme's template environment. Contexts are escaped, since names come from feeds."""
    environment = Environment(
        loader=_Macros(resource("graphics")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # would check the disk for every graphic; see clear_templates
    )
    face = theme.face
    measured = (
        alike, fit, fit_first, fit_name, fit_team_and_name, fit_team_perhaps_name, text_width, wrap,
    )  # fmt: skip
    environment.globals.update(
        {function.__name__: partial(function, face=face) for function in measured},
        t=theme,
        flag_drawing=flag,
        NamedSide=NamedSide,
        near=_near,
        capitals=capitals,
        raised=raised,
        face_for=partial(face_for, face=face),
    )
    environment.globals["p"] = _parts(environment)
    return environment


def _parts(environment: Environment) -> TemplateModule:
    """The macros shared by the templates. Some are cached, as their output depends only on their
    arguments and the theme. ``typed``: 1.0 and 1 give different SVG."""
    parts = environment.get_template(_PARTS).make_module()
    for name in _CACHED:
        setattr(parts, name, lru_cache(2048, typed=True)(getattr(parts, name)))
    return parts


@lru_cache(maxsize=2048)
def _drawn(template: str, context: object, width: int, height: int, theme: Theme) -> str:
    module = _templates(theme).get_template(f"{template}.svg.j2").module
    drawn = vars(module)["graphic"](make_drawable(context, theme.face), width, height)
    return _element(width, height, str(drawn).strip(), theme)


def graphic_svg(graphic: Graphic, theme: Theme | None = None) -> str:
    """One ``<svg>`` element of the size of the graphic's box, with the origin in its corner.

    It has no ids, so that a page can contain any number of graphics. ``theme``: by default the
    default theme. Raises jinja2.TemplateNotFound for an unknown template.
    """
    theme = theme or load_theme()
    box = graphic.box
    return _drawn(graphic.template, graphic.context, box.width, box.height, theme)


def stage_svg(stage: Stage) -> str:
    """The stage as one SVG document, graphics in painting order."""
    placed = (
        f'<g transform="translate({graphic.box.x} {graphic.box.y})">'
        f"{graphic_svg(graphic, stage.theme)}</g>"
        for graphic in stage.graphics
    )
    return _element(stage.width, stage.height, "\n".join(placed), stage.theme) + "\n"


def unknown_letters(stage: Stage) -> str:
    """The letters of a stage's texts that no font here has, to warn the producer."""
    texts = (text for graphic in stage.graphics for text in texts_of(graphic.context))
    return "".join(
        dict.fromkeys("".join(missing_letters(text, stage.theme.face) for text in texts))
    )


def templates_stamp(own: Iterable[Path] = ()) -> int:
    """When a template, a theme or one of the ``own`` files was last saved, in nanoseconds since
    1970. Skips missing files: an editor may replace a file while saving it."""
    folders = resource("graphics"), resource("themes")
    files = (*(file for folder in folders for file in folder.iterdir()), *own)
    return max(file.stat().st_mtime_ns for file in files if file.is_file())


def clear_templates() -> None:
    """Makes templates and themes be read again, for designers who have just saved one."""
    _drawn.cache_clear()
    _templates.cache_clear()
    clear_themes()


def _near(one: str, other: str) -> bool:
    """Whether two colours are so alike that an edge is needed between them."""
    return distance(one, other) < 0.1


def _element(width: int, height: int, body: str, theme: Theme) -> str:
    return (
        f'<svg xmlns="{XMLNS}" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="{theme.face.family}" '
        f'text-rendering="geometricPrecision">{body}</svg>'
    )
