"""Scripts and style sheets of the pages."""

from __future__ import annotations

from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from producer.resources import resource
from producer.web.access.roles import ANYBODY
from producer.web.access.router import Access, Routes, declare
from producer.web.ops.rehearsal import MARK
from producer.web.services import Injected

routes = Routes()


@routes.get("/assets/run.css", roles=ANYBODY)
async def run_style(services: Injected) -> Response:
    """A style sheet of every page and graphics page, empty except in a rehearsal."""
    return Response(MARK if services.settings.rehearsal else "", media_type="text/css")


FOLDER, FILES = "/assets", StaticFiles(directory=resource("web"))
declare(FILES, Access("GET", FOLDER, ANYBODY))
