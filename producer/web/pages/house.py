"""The forecast, the audit, and releasing and sealing by hand.

For producers, the forecast for scorers too. Sealed deals are marked SEALED and cannot be taken.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import HTMLResponse, JSONResponse, Response

from producer.games.line import DealKey
from producer.release import Gate, by_hand
from producer.release.audit import AuditEntry, audit
from producer.release.by_hand import CannotDecide
from producer.release.forecasts.forecast import Forecast
from producer.release.forecasts.live_forecast import WrongDraw, draw_file, live_forecasts
from producer.release.json_output import AUDIT_COLUMNS, audit_answer, forecast_answer
from producer.scoring.exports import csv_text
from producer.settings import Settings
from producer.web.access.roles import PRODUCERS, SCORERS, Who
from producer.web.access.router import Routes
from producer.web.languages import _
from producer.web.ops.errors import Refusal
from producer.web.pages.forecast_line import forecast_line
from producer.web.pages.navigation import links
from producer.web.pages.paging import PageNumber, json_page, paged
from producer.web.pages.templates import page
from producer.web.services import Injected, Visitor

FORECAST, AUDIT = "route:/forecast", "route:/audit"

routes = Routes()


class HouseDecision(BaseModel):
    """``deals`` as ``N`` or ``SESSION/GROUP/N``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    deals: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=500)]],
        Field(min_length=1, max_length=500),
    ]
    reason: Annotated[str, Field(min_length=1, max_length=1000, pattern=r"\S")]


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Which entries are listed: ``by`` whom, of the kind ``what``, with these ``words`` in any of
    their texts; ``""`` for all. ``sealed``: only those of deals that are sealed now."""

    by: str = ""
    what: str = ""
    words: str = ""
    sealed: bool = False

    @property
    def query(self) -> dict[str, str]:
        """As the parameters of an address."""
        given = {"by": self.by, "what": self.what, "q": self.words}
        given |= {"sealed": "true"} if self.sealed else {}
        return {name: value for name, value in given.items() if value}

    def shows(self, entry: AuditEntry) -> bool:
        texts = (entry.by, entry.what, entry.deal, entry.table, entry.more, entry.since)
        return (
            self.by in ("", entry.by)
            and self.what in ("", entry.what)
            and (not self.sealed or entry.sealed)
            and self.words.casefold() in " ".join(texts).casefold()
        )


def audit_filter(
    by: Annotated[str, Query(max_length=300)] = "",
    what: Annotated[str, Query(max_length=100)] = "",
    words: Annotated[str, Query(alias="q", max_length=200)] = "",
    sealed: Annotated[bool, Query()] = False,
) -> AuditFilter:
    return AuditFilter(by, what, words.strip(), sealed)


@routes.get("/forecast", roles=SCORERS, exit="the forecast as a page", sealed=True)
def forecast_page(services: Injected, who: Visitor, number: PageNumber = 1) -> HTMLResponse:
    gate = services.gate
    everything = forecast_of(gate, services.settings, who)
    forecast = paged(everything, number)
    return page(
        "forecast.html.j2",
        forecast=forecast,
        line=forecast_line(everything, forecast.items, gate.clock()),
        open=visible_while_sealed(gate, who),
        places=links(gate, who),
    )


@routes.get("/api/forecast", roles=SCORERS, exit="the forecast as JSON", sealed=True)
def forecast_api(
    request: Request, services: Injected, who: Visitor, number: PageNumber = 1
) -> JSONResponse:
    forecast = forecast_of(services.gate, services.settings, who)
    return json_page(request, forecast, number, forecast_answer)


@routes.get("/audit", roles=PRODUCERS, exit="the audit as a page", sealed=True)
def audit_page(
    services: Injected,
    who: Visitor,
    wanted: Annotated[AuditFilter, Depends(audit_filter)],
    number: PageNumber = 1,
) -> HTMLResponse:
    """Newest first."""
    everything = audit(services.gate, AUDIT)[::-1]
    chosen = [entry for entry in everything if wanted.shows(entry)]
    return page(
        "audit.html.j2",
        found=paged(chosen, number),
        total=len(everything),
        wanted=wanted,
        actors=sorted({entry.by for entry in everything}),
        kinds=sorted({entry.what for entry in everything}),
        places=links(services.gate, who),
    )


@routes.get("/api/audit", roles=PRODUCERS, exit="the audit as JSON", sealed=True)
def audit_api(
    request: Request,
    services: Injected,
    who: Visitor,
    csv: Annotated[bool, Query()] = False,
    number: PageNumber = 1,
) -> Response:
    if not csv:
        return json_page(request, audit(services.gate, AUDIT), number, audit_answer)
    by_hand.note_export(services.gate, "audit", "browser", who.by)
    rows = [audit_answer(entry) for entry in audit(services.gate, AUDIT)]
    headers = {"Content-Disposition": 'attachment; filename="audit.csv"'}
    return Response(csv_text(AUDIT_COLUMNS, rows), media_type="text/csv", headers=headers)


@routes.post("/api/release", roles=PRODUCERS, exit="the deal of a decision by hand", sealed=True)
def release(services: Injected, who: Visitor, decision: HouseDecision) -> JSONResponse:
    try:
        keys = by_hand.release(services.gate, decision.deals, decision.reason, who.by)
    except CannotDecide as error:
        raise Refusal(409, _("Not released: {error}.", error=error)) from error
    return JSONResponse({"message": _("Released: {deals}.", deals=", ".join(map(str, keys)))})


@routes.post("/api/seal", roles=PRODUCERS, exit="the deal of a decision by hand", sealed=True)
def seal(services: Injected, who: Visitor, decision: HouseDecision) -> JSONResponse:
    keys = by_hand.seal(services.gate, decision.deals, decision.reason, who.by)
    return JSONResponse({"message": _("SEALED: {deals}.", deals=", ".join(map(str, keys)))})


def visible_while_sealed(gate: Gate, who: Who) -> Collection[DealKey]:
    """The deals whose page ``who`` may open while they are sealed."""
    return gate.view(FORECAST).verdicts.keys() if who.sees_sealed else ()


def forecast_of(gate: Gate, settings: Settings, who: Who) -> list[Forecast]:
    """The forecast for roles that may see which deals are in play, empty for others.

    Raises Refusal if the setting ``draw`` names no draw, or that of another session.
    """
    if who.role not in SCORERS:
        return []
    try:
        return live_forecasts(gate, FORECAST, draw_file(settings.draw) if settings.draw else None)
    except WrongDraw as error:
        raise Refusal(
            500, _("The setting `draw` does not name a draw of this session."), f"{error}"
        ) from error
