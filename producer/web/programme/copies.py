"""The page of copies that left the house: which of them have to be called back, and why."""

from __future__ import annotations

from starlette.responses import HTMLResponse

from producer.segments.recall import delivered_copies
from producer.web.access.roles import TAKERS
from producer.web.access.router import Routes
from producer.web.pages.navigation import links
from producer.web.pages.templates import page
from producer.web.services import Injected, Visitor

COPIES = "route:/copies"

routes = Routes()


@routes.get("/copies", roles=TAKERS, exit="copies of segments of released deals, and what changed")
def copies(services: Injected, who: Visitor) -> HTMLResponse:
    found = sorted(delivered_copies(services.gate, COPIES), key=lambda copy: not copy.outdated)
    return page("copies.html.j2", copies=found, places=links(services.gate, who))
