"""The designers' gallery: every sample stage, drawn again when a template is saved.

The page of all samples has their places; its script fetches each drawing when it comes into view.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from threading import Lock
from typing import Annotated, Any, Self
from urllib.parse import urlencode

from jinja2 import TemplateError
from markupsafe import Markup
from pydantic import BaseModel, ConfigDict, Field, model_validator

from overlay.stage import Stage
from overlay.svg import clear_templates, stage_svg, templates_stamp
from overlay.themes.theme import BadTheme, Theme
from overlay.themes.theme_check import check_theme
from producer.stages.gallery import SAMPLES, Sample, sample
from producer.stages.samples import DATA
from producer.stages.style import Style
from producer.web.channels.themes import offered, theme_named
from producer.web.languages import _
from producer.web.ops.errors import Refusal
from producer.wording.language import LANGUAGES, language

_drawing = Lock()


class GalleryRequest(BaseModel):
    """The names, language, chips format, theme and sample to draw, all samples by default.
    ``boxes``: shows the graphics' boxes and the safe area. ``bare``: the drawing of ``only``,
    without the page."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    names: Annotated[str, Field(pattern=f"^({'|'.join(DATA)})$")] = "plain"
    language: Annotated[str, Field(pattern=f"^({'|'.join(LANGUAGES)})$")] = "en"
    chips: Annotated[str, Field(pattern="^(bb|number|short)$")] = "bb"
    theme: Annotated[str, Field(max_length=60)] = "dark"
    only: Annotated[str, Field(max_length=40)] = ""
    boxes: bool = False
    bare: bool = False

    @property
    def choices(self) -> str:
        """As the query of an address, for any sample."""
        return urlencode(self.model_dump(exclude={"only", "bare"}))

    @model_validator(mode="after")
    def _bare_is_one(self) -> Self:
        if self.bare and not self.only:
            raise ValueError("bare: name the sample with only")
        return self


@dataclass(frozen=True, slots=True)
class ShownSample:
    """``width`` and ``height`` in pixels of the canvas. ``drawn``: as SVG, ``None`` where only its
    place is shown. ``fault``: what is wrong with it, in words."""

    name: str
    width: int
    height: int
    drawn: Markup | None = None
    fault: str = ""


def gallery_stamp(own: Theme) -> str:
    """Changes whenever a template or a theme is saved."""
    return str(templates_stamp(own.sources))


def gallery_view(asked: GalleryRequest, own: Theme) -> dict[str, Any]:
    """The values of the page. ``own``: the theme of the settings. Raises Refusal for an unknown
    theme or sample.

    Where a template or theme has a fault, its words replace the stage, for the person who edits it.
    """
    stamp = gallery_stamp(own)
    with _drawing:
        _forget_older(stamp)
    if asked.only and asked.only not in SAMPLES:
        raise Refusal(
            404, _("There is no sample {only}.", only=asked.only), _("The gallery shows all.")
        )
    names = [asked.only] if asked.only else list(SAMPLES)
    samples: list[ShownSample] = []
    try:
        theme = theme_named(asked.theme, own)
    except BadTheme as error:
        findings = [str(finding) for finding in error.findings]
    else:
        findings = [str(finding) for finding in check_theme(theme)]
        draw = _drawn if asked.only else _place
        samples = [draw(name, asked, theme) for name in names]
    return {
        "asked": asked,
        "stamp": stamp,
        "findings": findings,
        "samples": samples,
        "choices": {
            "names": DATA,
            "language": LANGUAGES,
            "chips": ("bb", "number", "short"),
            "theme": tuple(offered(own)),
        },
    }


@lru_cache(maxsize=1)
def _forget_older(stamp: str) -> str:
    clear_templates()
    return stamp


def _place(name: str, asked: GalleryRequest, theme: Theme) -> ShownSample:
    stage = _sample(name, asked, theme).stage
    return ShownSample(name, stage.width, stage.height)


def _drawn(name: str, asked: GalleryRequest, theme: Theme) -> ShownSample:
    """The stage as SVG over its placeholder pictures, or what is wrong with it."""
    place = _place(name, asked, theme)
    try:
        made = _sample(name, asked, theme)
        svg = stage_svg(made.with_stand_ins())
    except (TemplateError, ValueError) as error:
        return replace(place, fault=f"{type(error).__name__}: {error}")
    if asked.boxes:
        svg = svg.rstrip().removesuffix("</svg>") + _boxes(made.stage) + "</svg>"
    return replace(place, drawn=Markup(svg.replace("<svg ", '<svg class="stage" ', 1)))


def _sample(name: str, asked: GalleryRequest, theme: Theme) -> Sample:
    style = Style(language(asked.language), asked.chips, theme)  # type: ignore[arg-type]
    return sample(name, asked.names, style)  # type: ignore[arg-type]


def _boxes(stage: Stage) -> str:
    """Every graphic's box with its key, and the safe area for text, the middle 90 %."""
    marks = [
        f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" '
        f'fill="none" stroke="#00E5FF" stroke-width="3"/>'
        for box in (graphic.box for graphic in stage.graphics)
    ]
    x, y = stage.width / 20, stage.height / 20
    safe = (
        f'<rect x="{x}" y="{y}" width="{stage.width - 2 * x}" height="{stage.height - 2 * y}" '
        'fill="none" stroke="#FF4FD8" stroke-width="4" stroke-dasharray="18 12"/>'
    )
    keys = [
        f'<text x="{graphic.box.x + 6}" y="{graphic.box.y + 24}" font-size="22" '
        f'font-weight="600" fill="#00E5FF">{graphic.key}</text>'
        for graphic in stage.graphics
    ]
    return "".join((*marks, safe, *keys))
