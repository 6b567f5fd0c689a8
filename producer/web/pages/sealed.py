"""Sealed deals as far as they are played, for producers and isolated booths: marked SEALED in
colour and words on every page and picture, and never to take.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from overlay.watermark import watermarked_png
from producer.acts import Act
from producer.games.line import DealKey
from producer.release import Gate, Verdict, by_hand
from producer.release.view import GateView
from producer.stages import two_up
from producer.stages.style import PLAIN, Style
from producer.web.channels.live import Moment
from producer.web.channels.pairs import pair_of
from producer.web.pages.comparison import comparison_view
from producer.web.pages.navigation import places_for
from producer.web.pages.paging import PageNumber, paged
from producer.web.pages.templates import page

LIST, DEAL = "route:/sealed", "route:/sealed/{reference}"
STILL = "route:/sealed-stills/{reference}.png"
SEEN_EVERY = 600.0
"""Seconds after which it is logged again that somebody was shown the same deal."""


@dataclass(frozen=True, slots=True)
class SealedRow:
    """A sealed deal in the list: at how many ``tables`` of ``all_tables`` it is played."""

    deal: DealKey
    tables: int
    all_tables: int
    waits: str


@dataclass(slots=True)
class SealedDealPage:
    """Logs who was shown which sealed deal, once in ``SEEN_EVERY`` seconds each, by ``write``."""

    gate: Gate
    write: Callable[[Act], object]
    _noted: dict[tuple[str, DealKey], float] = field(default_factory=dict)

    def note(self, key: DealKey, by: str) -> None:
        now = time.monotonic()
        if now - self._noted.get((by, key), -SEEN_EVERY) >= SEEN_EVERY:
            self._noted[by, key] = now
            self.write(by_hand.seen_of(self.gate, key, by))


def routes(gate: Gate, usual: Style = PLAIN) -> APIRouter:
    """``usual``: how the pictures look."""
    router = APIRouter()
    seen = SealedDealPage(gate, gate.act)

    def noted(key: DealKey, verdict: Verdict, request: Request) -> None:
        if verdict.state != "released":
            seen.note(key, request.scope["who"].by)

    @router.get("/sealed")
    def sealed(request: Request, number: PageNumber = 1) -> HTMLResponse:
        found = paged(rows_of(gate.view(LIST)), number)
        return page("sealed_deals.html.j2", found=found, places=places_for(gate, request))

    @router.get("/sealed/{reference:path}")
    def deal(request: Request, reference: str) -> Response:
        comparison, verdict = gate.sealed_comparison(reference, DEAL)
        key = comparison.deal.key
        if verdict.state == "released":
            return RedirectResponse(f"/deals/{address(key)}", 303)
        noted(key, verdict, request)
        view = comparison_view(comparison)
        return page(
            "deal.html.j2",
            view=view,
            talk=None,
            sealed=verdict,
            waits=waits_words(verdict),
            places=places_for(gate, request),
        )

    @router.get("/sealed-stills/{reference:path}.png")
    def still(
        request: Request,
        reference: str,
        tables: Annotated[list[str] | None, Query(max_length=2)] = None,
        moment: Moment = "fork",
        scale: Annotated[float, Query(ge=0.25, le=2)] = 1,
    ) -> Response:
        """With SEALED across it, also where the deal has been released since."""
        comparison, verdict = gate.sealed_comparison(reference, STILL)
        stage = two_up(comparison, pair_of(comparison, tables), moment, style=usual)
        noted(comparison.deal.key, verdict, request)
        return Response(watermarked_png(stage, scale), media_type="image/png")

    return router


def rows_of(view: GateView) -> list[SealedRow]:
    """The deals that are not released and that a table has finished, those played most first."""
    found = []
    for key, verdict in view.verdicts.items():
        book = view.books[key.session, key.group]
        tables = len(book.deals[key.number].finished & set(book.tables))
        if verdict.state != "released" and tables:
            found.append(SealedRow(key, tables, len(book.tables), waits_words(verdict)))
    return sorted(found, key=lambda row: (row.all_tables - row.tables, row.deal))


def waits_words(verdict: Verdict) -> str:
    """What a deal that is not released waits for, without the time, which passes.

    >>> waits_words(Verdict("sealed", None, ("sealed by hand",), ("2", "4")))
    'table 2, table 4, sealed by hand'
    """
    return ", ".join((*(f"table {table}" for table in verdict.tables), *verdict.waits))


def address(key: DealKey) -> str:
    return "/".join(quote(str(part), safe="") for part in (key.session, key.group, key.number))
