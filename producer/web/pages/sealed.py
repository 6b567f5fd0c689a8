"""Pages and pictures of sealed deals as far as they are played, for producers and isolated booths.

All are marked SEALED in colour and words, and none can be taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated
from urllib.parse import quote

from fastapi import Query
from starlette.responses import HTMLResponse, RedirectResponse, Response

from overlay.watermark import watermarked_png
from producer.compare import with_favourite
from producer.games.line import DealKey
from producer.release.view import GateView
from producer.stages import two_up
from producer.web.access.roles import PRODUCERS, SEALED_EYES
from producer.web.access.router import Routes
from producer.web.channels.pairs import PairQuery, pair_of
from producer.web.pages.comparison import comparison_view
from producer.web.pages.navigation import links
from producer.web.pages.paging import PageNumber, paged
from producer.web.pages.pick_rows import pick_rows
from producer.web.pages.sealed_views import waits_words
from producer.web.pages.templates import page
from producer.web.services import Injected, Visitor

LIST, DEAL = "route:/sealed", "route:/sealed/{reference}"
STILL = "route:/sealed-stills/{reference}.png"

routes = Routes()


@dataclass(frozen=True, slots=True)
class SealedRow:
    """A sealed deal in the list, finished at ``tables`` of ``all_tables``."""

    deal: DealKey
    tables: int
    all_tables: int
    waits: str


@routes.get("/sealed", roles=SEALED_EYES, exit="the sealed deals that were played", sealed=True)
def sealed_deals(services: Injected, who: Visitor, number: PageNumber = 1) -> HTMLResponse:
    rows = paged(rows_of(services.gate.view(LIST)), number)
    return page(
        "sealed_deals.html.j2",
        found=rows,
        produces=who.role in PRODUCERS,
        places=links(services.gate, who),
    )


@routes.get("/sealed/{reference:path}", roles=SEALED_EYES, exit="a sealed deal", sealed=True)
def sealed_deal(services: Injected, who: Visitor, reference: str) -> Response:
    compared, verdict = services.gate.sealed_comparison(reference, DEAL)
    comparison = with_favourite(compared)
    key = comparison.deal.key
    if verdict.state == "released":
        return RedirectResponse(f"/deals/{address(key)}", 303)
    services.sealed_views.note(key, who.by)
    spoken = services.settings.graphics.language
    return page(
        "deal.html.j2",
        lines_language=spoken,
        view=comparison_view(comparison, spoken),
        talk=None,
        shown="",
        named=False,
        picks=pick_rows(comparison, spoken),
        gone={},
        changes=(),
        produces=False,
        sealed=verdict,
        waits=waits_words(verdict),
        places=links(services.gate, who),
    )


@routes.get(
    "/sealed-stills/{reference:path}.png",
    roles=SEALED_EYES,
    exit="a watermarked still",
    sealed=True,
)
def sealed_still(
    services: Injected,
    who: Visitor,
    reference: str,
    asked: Annotated[PairQuery, Query()],
) -> Response:
    """Has SEALED across it even if the deal has been released since."""
    comparison, verdict = services.gate.sealed_comparison(reference, STILL)
    pair = pair_of(comparison, asked.tables)
    stage = two_up(comparison, pair, asked.moment, style=services.takes.style())
    if verdict.state != "released":
        services.sealed_views.note(comparison.deal.key, who.by)
    return Response(watermarked_png(stage, asked.scale), media_type="image/png")


def rows_of(view: GateView) -> list[SealedRow]:
    """The sealed deals that a table has finished, those with the fewest tables left first."""
    rows = []
    for key, verdict in view.verdicts.items():
        book = view.books[key.session, key.group]
        tables = len(book.deals[key.number].finished & set(book.tables))
        if verdict.state != "released" and tables:
            rows.append(SealedRow(key, tables, len(book.tables), waits_words(verdict)))
    return sorted(rows, key=lambda row: (row.all_tables - row.tables, row.deal))


def address(key: DealKey) -> str:
    return "/".join(quote(str(part), safe="") for part in (key.session, key.group, key.number))
