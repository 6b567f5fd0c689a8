"""The API that answers questions: the same JSON as the command line's (docs/json.md)."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse

from producer.compare.comparison_json import comparison_json, deal_json
from producer.release import Gate
from producer.web.pages.desk_rows import comparable
from producer.web.pages.paging import PageNumber, json_page
from producer.wording import headline, number_of_deals, pick_lines_json, points_json, talking_points

DEALS, DEAL = "route:/api/deals", "route:/api/deals/{reference}"


def routes(gate: Gate) -> APIRouter:
    router = APIRouter()

    @router.get("/api/deals")
    def deals(
        request: Request,
        all_: Annotated[bool, Query(alias="all")] = False,
        number: PageNumber = 1,
    ) -> JSONResponse:
        found = gate.comparisons(DEALS)
        listed = found if all_ else comparable(found)
        return json_page(
            request,
            listed,
            number,
            lambda each: deal_json(each, headline(each), pick_lines_json(each)),
        )

    @router.get("/api/deals/{reference:path}")
    def deal(reference: str, language: Literal["en", "es", "el"] = "en") -> JSONResponse:
        comparison = gate.comparison(reference, DEAL)
        deals = number_of_deals(gate.sessions(), comparison.deal.key)
        points = points_json(talking_points(comparison, language, deals))
        said = headline(comparison, language)
        answer = comparison_json(comparison, said, pick_lines_json(comparison, language))
        return JSONResponse({**answer, "talking_points": points})

    @router.get("/healthz")
    def healthz() -> JSONResponse:
        """Alive, and nothing about any deal: pages outside may ask this one."""
        return JSONResponse(
            {"status": "ok"}, headers={"Cross-Origin-Resource-Policy": "cross-origin"}
        )

    return router
