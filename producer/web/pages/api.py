"""The API about released deals: the same JSON as the command line's (docs/json.md)."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request
from starlette.responses import JSONResponse

from producer.compare import with_all_cards, with_favourite
from producer.compare.comparison_json import comparison_json, deal_json
from producer.compare.ranking import varied
from producer.web.access.roles import SCREENS
from producer.web.access.router import Routes
from producer.web.pages.desk_rows import comparable
from producer.web.pages.paging import PageNumber, json_page
from producer.web.services import Injected
from producer.wording import headline, number_of_deals, pick_lines_json, points_json, talking_points
from producer.wording.language import LanguageCode

DEALS, DEAL = "route:/api/deals", "route:/api/deals/{reference}"

routes = Routes()


@routes.get("/api/deals", roles=SCREENS, exit="the ranking as JSON")
def deals(
    request: Request,
    services: Injected,
    all_: Annotated[bool, Query(alias="all")] = False,
    number: PageNumber = 1,
) -> JSONResponse:
    ranking = varied(services.gate.comparisons(DEALS))
    listed = ranking if all_ else comparable(ranking)
    return json_page(
        request, listed, number, lambda each: deal_json(each, headline(each), pick_lines_json(each))
    )


@routes.get("/api/deals/{reference:path}", roles=SCREENS, exit="one deal's comparison as JSON")
def deal(services: Injected, reference: str, language: LanguageCode = "en") -> JSONResponse:
    comparison = with_all_cards(with_favourite(services.gate.comparison(reference, DEAL)))
    deals = number_of_deals(services.gate.sessions(), comparison.deal.key)
    points = points_json(talking_points(comparison, language, deals))
    said = headline(comparison, language)
    answer = comparison_json(comparison, said, pick_lines_json(comparison, language))
    return JSONResponse({**answer, "talking_points": points})
