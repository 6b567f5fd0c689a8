"""Marks everything a rehearsal shows with the word REHEARSAL."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from overlay.raster import stage_png
from overlay.stage import Stage
from overlay.watermark import watermarked_png
from producer.settings import Settings

STYLE = "/assets/run.css"
"""Path of a style sheet that every page loads: the mark in a rehearsal, else empty."""

_MARK = """\
body::after {
  content: "REHEARSAL";
  position: fixed;
  z-index: 1000;
  right: 0;
  bottom: 0;
  padding: 0.1em 0.6em;
  background: #e01b24;
  color: #fff;
  font: 700 max(28px, 2.2vw) "Fira Sans Condensed", sans-serif;
  pointer-events: none;
}
"""


def picture_of(settings: Settings) -> Callable[[Stage, float], bytes]:
    """The function that draws stages as PNG; in a rehearsal it writes REHEARSAL across them."""
    return partial(watermarked_png, word="REHEARSAL") if settings.rehearsal else stage_png


def style(*, rehearsal: bool) -> Callable[[Request], Awaitable[Response]]:
    """The route at ``STYLE``."""

    async def run_css(_: Request) -> Response:
        return Response(_MARK if rehearsal else "", media_type="text/css")

    return run_css
