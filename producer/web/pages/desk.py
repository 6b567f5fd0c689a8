"""The desk and the comparison page, made on the server."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse

from producer.release import Gate
from producer.release.forecast import Forecast
from producer.settings import Settings
from producer.web.access.roles import PRODUCERS, TAKERS
from producer.web.ops.errors import Refusal
from producer.web.pages.comparison import comparison_view
from producer.web.pages.desk_rows import comparable, find, group_of
from producer.web.pages.house import forecast_of, known_to
from producer.web.pages.navigation import places_for
from producer.web.pages.paging import PageNumber
from producer.web.pages.talking_points import talk_of
from producer.web.pages.templates import page
from producer.wording import number_of_deals

FORESEEN = 5
"""Sealed deals that the desk names: those that are out soonest."""

DESK, DEAL = "route:/", "route:/deals/{reference}"


def routes(gate: Gate, settings: Settings) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse)

    @router.get("/")
    def desk(
        request: Request,
        session: Annotated[str, Query(max_length=401)] = "",
        q: Annotated[str, Query(max_length=200)] = "",
        page_number: PageNumber = 1,
    ) -> HTMLResponse:
        ranking = gate.comparisons(DESK)
        forecast, trouble = _forecast(gate, settings, request)
        return page(
            "desk.html.j2",
            found=find(ranking, session=session, search=q, page=page_number),
            groups=sorted({group_of(comparison) for comparison in comparable(ranking)}),
            session=session,
            search=q,
            forecast=forecast[:FORESEEN],
            draw_trouble=trouble,
            takes=request.scope["who"].role in TAKERS,
            produces=request.scope["who"].role in PRODUCERS,
            sees_sealed=request.scope["who"].sees_sealed,
            known=known_to(gate, request),
            places=places_for(gate, request),
        )

    @router.get("/deals/{reference:path}")
    def deal(
        request: Request, reference: str, language: Literal["en", "es", "el"] | None = None
    ) -> HTMLResponse:
        comparison = gate.comparison(reference, DEAL)
        spoken = language or settings.graphics.language
        deals = number_of_deals(gate.sessions(), comparison.deal.key)
        return page(
            "deal.html.j2",
            view=comparison_view(comparison, spoken),
            talk=talk_of(comparison, spoken, deals),
            sealed=None,
            places=places_for(gate, request),
        )

    return router


def _forecast(gate: Gate, settings: Settings, request: Request) -> tuple[list[Forecast], str]:
    """The forecast, and why it had to do without the draw: the desk stays open with a wrong one."""
    try:
        return forecast_of(gate, settings, request), ""
    except Refusal as refusal:
        without = settings.model_copy(update={"draw": None})
        return forecast_of(gate, without, request), f"{refusal.reason} {refusal.hint}"
