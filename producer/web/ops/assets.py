"""Scripts and style sheets of the pages."""

from __future__ import annotations

from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles

from overlay.resources import resource as overlay_resource
from producer.resources import resource
from producer.web.access.roles import ANYBODY
from producer.web.access.router import Access, Routes, declare
from producer.web.ops.errors import NO_SUCH_PAGE, Refusal
from producer.web.ops.rehearsal import MARK
from producer.web.services import Injected

SHARED = ("motion", "paint")

routes = Routes()


@routes.get("/assets/run.css", roles=ANYBODY)
async def run_style(services: Injected) -> Response:
    """A style sheet of every page and graphics page, empty except in a rehearsal."""
    return Response(MARK if services.settings.rehearsal else "", media_type="text/css")


@routes.get("/assets/graphic/{name}.js", roles=ANYBODY)
def motion_script(name: str) -> FileResponse:
    """The parts of the packages' module that the graphics pages share."""
    if name not in SHARED:
        raise Refusal(404, *NO_SUCH_PAGE)
    return FileResponse(overlay_resource("graphic") / f"{name}.js", media_type="text/javascript")


FOLDER, FILES = "/assets", StaticFiles(directory=resource("web"))
declare(FILES, Access("GET", FOLDER, ANYBODY))
