"""A rehearsal has a record of its own, and nobody can take what it shows for the real thing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from overlay.raster import stage_png
from overlay.sealed import sealed_png
from overlay.stage import Stage
from producer.settings import Settings

STYLE = "/assets/run.css"
"""A style sheet of every page and graphics page, made by the service: empty but in a rehearsal."""

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
    """How pictures of stages are drawn: across those of a rehearsal stands the word."""
    return partial(sealed_png, word="REHEARSAL") if settings.rehearsal else stage_png


def style(*, rehearsal: bool) -> Callable[[Request], Awaitable[Response]]:
    """What answers at STYLE."""

    async def run_css(_: Request) -> Response:
        return Response(_MARK if rehearsal else "", media_type="text/css")

    return run_css
