"""What the house decides, and what waits for whom: pages and answers for producers, and the
forecast for scorers. What is sealed is marked SEALED; nothing of it can be taken from here.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import HTMLResponse, JSONResponse, Response

from producer.games.line import DealKey
from producer.release import Gate, by_hand
from producer.release.audit import audit
from producer.release.by_hand import CannotDecide
from producer.release.forecast import Forecast
from producer.release.json_output import AUDIT_COLUMNS, audit_answer, forecast_answer
from producer.release.live_forecast import WrongDraw, draw_file, live_forecasts
from producer.scoring.exports import csv_text
from producer.settings import Settings
from producer.web.access.roles import SCORERS
from producer.web.ops.errors import Refusal
from producer.web.pages.navigation import places_for
from producer.web.pages.paging import PageNumber, json_page, paged
from producer.web.pages.templates import page

FORECAST, AUDIT = "route:/forecast", "route:/audit"


class HouseDecision(BaseModel):
    """``deals`` as ``N`` or ``SESSION/GROUP/N``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    deals: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=500)]],
        Field(min_length=1, max_length=500),
    ]
    reason: Annotated[str, Field(min_length=1, max_length=1000, pattern=r"\S")]


def routes(gate: Gate, settings: Settings) -> APIRouter:
    router = APIRouter()

    @router.get("/forecast")
    def forecast_page(request: Request, number: PageNumber = 1) -> HTMLResponse:
        foreseen = paged(forecast_of(gate, settings, request), number)
        known = known_to(gate, request)
        places = places_for(gate, request)
        return page("forecast.html.j2", forecast=foreseen, known=known, places=places)

    @router.get("/api/forecast")
    def forecast_api(request: Request, number: PageNumber = 1) -> JSONResponse:
        return json_page(request, forecast_of(gate, settings, request), number, forecast_answer)

    @router.get("/audit")
    def audit_page(request: Request, number: PageNumber = 1) -> HTMLResponse:
        entries = paged(audit(gate, AUDIT)[::-1], number)
        return page("audit.html.j2", found=entries, places=places_for(gate, request))

    @router.get("/api/audit")
    def audit_api(
        request: Request, csv: Annotated[bool, Query()] = False, number: PageNumber = 1
    ) -> Response:
        if not csv:
            return json_page(request, audit(gate, AUDIT), number, audit_answer)
        by_hand.note_export(gate, "audit", "browser", request.scope["who"].by)
        rows = [audit_answer(entry) for entry in audit(gate, AUDIT)]
        headers = {"Content-Disposition": 'attachment; filename="audit.csv"'}
        return Response(csv_text(AUDIT_COLUMNS, rows), media_type="text/csv", headers=headers)

    @router.post("/api/release")
    def release(request: Request, decision: HouseDecision) -> JSONResponse:
        try:
            keys = by_hand.release(gate, decision.deals, decision.reason, request.scope["who"].by)
        except CannotDecide as error:
            raise Refusal(409, f"Not released: {error}.") from error
        return JSONResponse({"told": f"Released: {', '.join(map(str, keys))}."})

    @router.post("/api/seal")
    def seal(request: Request, decision: HouseDecision) -> JSONResponse:
        keys = by_hand.seal(gate, decision.deals, decision.reason, request.scope["who"].by)
        return JSONResponse({"told": f"SEALED: {', '.join(map(str, keys))}."})

    return router


def known_to(gate: Gate, request: Request) -> Collection[DealKey]:
    """The deals of which whoever asks may see a page while they are sealed."""
    if not request.scope["who"].sees_sealed:
        return ()
    return gate.view(FORECAST).verdicts.keys()


def forecast_of(gate: Gate, settings: Settings, request: Request) -> list[Forecast]:
    """The forecast for those who may see which deals are in play, nothing for others.

    Raises Refusal where the setting ``draw`` names no draw, or that of another session.
    """
    if request.scope["who"].role not in SCORERS:
        return []
    try:
        return live_forecasts(gate, FORECAST, draw_file(settings.draw) if settings.draw else None)
    except WrongDraw as error:
        raise Refusal(
            500, "The setting `draw` names no draw of this session.", f"{error}"
        ) from error
