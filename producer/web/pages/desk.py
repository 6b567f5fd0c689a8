"""The desk and the comparison page."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query
from starlette.responses import HTMLResponse

from producer.compare import with_all_cards, with_favourite
from producer.compare.model import Comparison
from producer.compare.ranking import varied
from producer.release.deal_changes import changes_of
from producer.release.forecasts.forecast import Forecast
from producer.release.picks import comparison_of
from producer.web.access.roles import DESK, PRODUCERS, TAKERS, Who
from producer.web.access.router import Routes
from producer.web.ops.errors import Refusal
from producer.web.pages.comparison import comparison_view
from producer.web.pages.desk_rows import comparable, dismissed, find, group_of
from producer.web.pages.house import forecast_of, visible_while_sealed
from producer.web.pages.navigation import links
from producer.web.pages.paging import PageNumber
from producer.web.pages.pick_rows import decisions, pick_rows
from producer.web.pages.talking_points import talk_of
from producer.web.pages.templates import page
from producer.web.services import Injected, Services, Visitor
from producer.wording import number_of_deals
from producer.wording.language import LanguageCode

SOONEST = 5
"""Sealed deals listed on the desk, those expected first on top."""

DEALS, DEAL = "route:/", "route:/deals/{reference}"

routes = Routes()


@routes.get("/", roles=DESK, exit="the desk: deals by merit")
def desk(
    services: Injected,
    who: Visitor,
    session: Annotated[str, Query(max_length=401)] = "",
    q: Annotated[str, Query(max_length=200)] = "",
    page_number: PageNumber = 1,
) -> HTMLResponse:
    ranking = varied(services.gate.comparisons(DEALS))
    forecast, draw_problem = desk_forecast(services, who)
    return page(
        "desk.html.j2",
        found=find(ranking, session=session, search=q, page=page_number),
        groups=sorted({group_of(comparison) for comparison in comparable(ranking)}),
        dismissed=dismissed(ranking),
        session=session,
        search=q,
        forecast=forecast[:SOONEST],
        draw_trouble=draw_problem,
        takes=who.role in TAKERS,
        message=services.booth.message,
        produces=who.role in PRODUCERS,
        sees_sealed=who.sees_sealed,
        known=visible_while_sealed(services.gate, who),
        places=links(services.gate, who),
    )


@routes.get("/deals/{reference:path}", roles=DESK, exit="the comparison page of a deal")
def deal(
    services: Injected,
    who: Visitor,
    reference: str,
    language: LanguageCode | None = None,
    pick: Annotated[str | None, Query(max_length=100)] = None,
) -> HTMLResponse:
    """With ``pick``, that one is shown instead of the deal's best."""
    listed = _in_full(services.gate.comparison(reference, DEAL))
    comparison = listed
    if pick is not None:
        comparison = _in_full(comparison_of(services.gate, reference, pick, DEAL))
    spoken = language or services.settings.graphics.language
    deals = number_of_deals(services.gate.sessions(), comparison.deal.key)
    return page(
        "deal.html.j2",
        lines_language=spoken,
        view=comparison_view(comparison, spoken),
        talk=talk_of(comparison, spoken, deals),
        picks=pick_rows(listed, spoken),
        shown=comparison.best.id if comparison.best else "",
        named=pick is not None,
        moves=decisions(comparison),
        gone=comparison.gone,
        changes=changes_of(services.gate, comparison.deal.key, DEAL),
        language=spoken,
        produces=who.role in TAKERS,
        sealed=None,
        places=links(services.gate, who),
    )


def _in_full(comparison: Comparison) -> Comparison:
    """With what takes too long for a ranking."""
    return with_all_cards(with_favourite(comparison))


def desk_forecast(services: Services, who: Who) -> tuple[list[Forecast], str]:
    """The forecast and what is wrong with the setting ``draw``, which is then ignored."""
    try:
        return forecast_of(services.gate, services.settings, who), ""
    except Refusal as refusal:
        without = services.settings.model_copy(update={"draw": None})
        return forecast_of(services.gate, without, who), f"{refusal.reason} {refusal.hint}"
