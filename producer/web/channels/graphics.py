"""The page of a browser source, the gallery, stills and fonts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fastapi import Query
from pydantic import Field
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response

from overlay.texts.fonts import WEIGHTS, font_file, other_font_file
from producer.release.picks import comparison_of
from producer.stages import two_up
from producer.stages.style import ChipsAs, Style
from producer.web.access.roles import ANYBODY, SCREENS
from producer.web.access.router import Routes
from producer.web.channels.live import channel_of
from producer.web.channels.pairs import PairQuery, pair_of
from producer.web.ops.errors import NO_SUCH_PAGE, Refusal
from producer.web.ops.rehearsal import picture_of
from producer.web.pages.gallery import GalleryRequest, gallery_stamp, gallery_view
from producer.web.pages.navigation import links
from producer.web.pages.templates import page
from producer.web.services import Injected, Visitor
from producer.wording.language import LanguageCode
from producer.wording.language import language as speak

STILL = "route:/stills/{reference}.png"

routes = Routes()


class StillQuery(PairQuery):
    """``language``, ``chips``: those of the settings by default."""

    pick: Annotated[str | None, Field(max_length=100)] = None
    language: LanguageCode | None = None
    chips: ChipsAs | None = None


@routes.get("/graphics/gallery", roles=SCREENS)
def gallery(
    services: Injected, who: Visitor, asked: Annotated[GalleryRequest, Query()]
) -> HTMLResponse:
    """For designers: shows made-up deals only."""
    view = gallery_view(asked, services.style.theme)
    return page("gallery.html.j2", **view, places=links(services.gate, who))


@routes.get("/graphics/gallery/stamp", roles=SCREENS)
def stamp(services: Injected) -> JSONResponse:
    return JSONResponse({"stamp": gallery_stamp(services.style.theme)})


@routes.get("/graphics/{channel}", roles=SCREENS)
async def graphics(services: Injected, channel: str) -> HTMLResponse:
    if await channel_of(services.channels, channel, services.gate) is None:
        raise Refusal(404, *NO_SUCH_PAGE)
    motion = "on" if services.settings.graphics.motion else "off"
    return page("graphics.html.j2", channel=channel, motion=motion)


@routes.get("/stills/{reference:path}.png", roles=SCREENS, exit="a picture of the two-up, PNG")
def still(
    services: Injected,
    reference: str,
    asked: Annotated[StillQuery, Query()],
) -> Response:
    comparison = comparison_of(services.gate, reference, asked.pick, STILL)
    usual = services.takes.style()
    say = speak(asked.language) if asked.language else usual.say
    style = Style(say, asked.chips or usual.chips, usual.theme)
    stage = two_up(comparison, pair_of(comparison, asked.tables), asked.moment, style=style)
    png = picture_of(services.settings)(stage, asked.scale)
    return Response(png, media_type="image/png")


@routes.get("/fonts/other.ttf", roles=ANYBODY)
def other_font() -> FileResponse:
    return _font(other_font_file())


@routes.get("/fonts/{weight}.ttf", roles=ANYBODY)
def font(weight: int) -> FileResponse:
    if weight not in WEIGHTS:
        raise Refusal(404, *NO_SUCH_PAGE)
    return _font(font_file(weight))


def _font(file: Path) -> FileResponse:
    return FileResponse(file, media_type="font/ttf", headers={"Cache-Control": "max-age=86400"})
