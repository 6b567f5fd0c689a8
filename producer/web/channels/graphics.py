"""Pictures: the page of a browser source, stills, fonts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response

from overlay.fonts import WEIGHTS, font_file, other_font_file
from overlay.raster import stage_png
from overlay.stage import Stage
from producer.release import Gate
from producer.stages import two_up
from producer.stages.style import PLAIN, ChipsAs, Style
from producer.web.channels.live import Channels, Moment, channel_of
from producer.web.channels.pairs import pair_of
from producer.web.ops.errors import NO_SUCH_PAGE, Refusal
from producer.web.pages.gallery import GalleryRequest, gallery_stamp, gallery_view
from producer.web.pages.navigation import places_for
from producer.web.pages.templates import page
from producer.wording.language import LanguageCode
from producer.wording.language import language as speak

STILL = "route:/stills/{reference}.png"


def routes(
    gate: Gate,
    channels: Channels,
    picture: Callable[[Stage, float], bytes] = stage_png,
    usual: Style = PLAIN,
) -> APIRouter:
    """``picture``: how a still is drawn. ``usual``: how it speaks where nothing is asked for."""
    router = APIRouter()

    @router.get("/graphics/gallery")
    def gallery(request: Request, asked: Annotated[GalleryRequest, Query()]) -> HTMLResponse:
        """For designers: made-up deals only, whatever is in the record."""
        view = gallery_view(asked, usual.theme)
        return page("gallery.html.j2", **view, places=places_for(gate, request))

    @router.get("/graphics/gallery/stamp")
    def stamp() -> JSONResponse:
        return JSONResponse({"stamp": gallery_stamp(usual.theme)})

    @router.get("/graphics/{channel}")
    async def graphics(channel: str) -> HTMLResponse:
        if await channel_of(channels, channel, gate) is None:
            raise Refusal(404, *NO_SUCH_PAGE)
        return page("graphics.html.j2", channel=channel)

    @router.get("/stills/{reference:path}.png")
    def still(
        reference: str,
        tables: Annotated[list[str] | None, Query(max_length=2)] = None,
        moment: Moment = "fork",
        scale: Annotated[float, Query(ge=0.25, le=2)] = 1,
        language: LanguageCode | None = None,
        chips: ChipsAs | None = None,
    ) -> Response:
        comparison = gate.comparison(reference, STILL)
        say = speak(language) if language else usual.say
        style = Style(say, chips or usual.chips, usual.theme)
        stage = two_up(comparison, pair_of(comparison, tables), moment, style=style)
        return Response(picture(stage, scale), media_type="image/png")

    @router.get("/fonts/other.ttf")
    def other_font() -> FileResponse:
        return _font(other_font_file())

    @router.get("/fonts/{weight}.ttf")
    def font(weight: int) -> FileResponse:
        if weight not in WEIGHTS:
            raise Refusal(404, *NO_SUCH_PAGE)
        return _font(font_file(weight))

    return router


def _font(file: Path) -> FileResponse:
    return FileResponse(file, media_type="font/ttf", headers={"Cache-Control": "max-age=86400"})
