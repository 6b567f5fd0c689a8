"""The page Prepare: the producer's first page."""

from __future__ import annotations

from collections import defaultdict
from typing import Annotated
from urllib.parse import urlencode

from fastapi import Query
from pydantic import Field
from starlette.responses import HTMLResponse

from producer.compare.ranking import varied
from producer.release import NotAvailable
from producer.release.picks import PickGone, comparison_of
from producer.release.programme.as_run import as_run
from producer.release.programme.rows import programme_clock
from producer.release.programme.rundown import rundown
from producer.web.access.roles import PRODUCERS, TAKERS
from producer.web.access.router import Routes
from producer.web.appearance import appearance
from producer.web.pages.desk import desk_forecast
from producer.web.pages.house import visible_while_sealed
from producer.web.pages.navigation import links
from producer.web.pages.paging import paged
from producer.web.pages.templates import page
from producer.web.prepare.chosen import ChosenPick, chosen_pick
from producer.web.prepare.filters import (
    Aired,
    FoundPick,
    PickFilters,
    find_picks,
    offers,
    whole_hands,
)
from producer.web.prepare.pick_list import listed_pick
from producer.web.programme.sealed_rows import sealed_rows
from producer.web.programme.shown_rows import shown_rows
from producer.web.services import Injected, Services, Visitor
from producer.wording import headline

PREPARE = "route:/prepare"

PICKS = 50
"""Rows of one page of the list."""

HANDS = 10
"""Hands of tables alone beside them."""

GONE = "This pick is not there: its deal is not released, or one of its moves was corrected."

FILTERS = set(PickFilters.model_fields)

routes = Routes()


class PrepareRequest(PickFilters):
    """``deal``, ``pick``: the one in the middle, by default the first of the list; ``left`` and
    ``right``: the tables it shows."""

    deal: Annotated[str, Field(max_length=500)] = ""
    pick: Annotated[str, Field(max_length=100)] = ""
    left: Annotated[str, Field(max_length=200)] = ""
    right: Annotated[str, Field(max_length=200)] = ""
    page: Annotated[int, Field(ge=1, le=1_000_000)] = 1

    @property
    def tables(self) -> tuple[str, ...]:
        return tuple(table for table in (self.left, self.right) if table)


@routes.get("/prepare", roles=TAKERS, exit="the picks to choose from, and the chosen one in full")
def prepare(
    services: Injected, who: Visitor, asked: Annotated[PrepareRequest, Query()]
) -> HTMLResponse:
    gate, language = services.gate, appearance().language
    ranking = varied(gate.comparisons(PREPARE))
    aired: Aired = {
        (each.deal, each.pick): f"{each.on_air.astimezone():%H:%M}"
        for each in as_run(gate, PREPARE)
    }
    found = paged(find_picks(ranking, asked, aired), asked.page, PICKS)
    hands = whole_hands(ranking, PickFilters(**asked.model_dump(include=FILTERS)))
    chosen = _chosen(services, asked, found.items[0] if found.items else None)
    sealed = asked.listed == "sealed"
    forecast, draw_problem = desk_forecast(services, who) if sealed else ([], "")
    rows = shown_rows(services, PREPARE)
    return page(
        "prepare.html.j2",
        lines_language=services.settings.graphics.language,
        asked=asked,
        query=urlencode(asked.model_dump(include=FILTERS, exclude_defaults=True)),
        offers=offers(ranking),
        found=found,
        picks=[listed_pick(each, aired, language) for each in found.items],
        chosen=chosen,
        alone=len(hands),
        hands=[(each.deal.key, headline(each, language)) for each in hands[:HANDS]],
        gone=GONE,
        forecast=forecast,
        draw_trouble=draw_problem,
        known=visible_while_sealed(gate, who) if forecast else (),
        rows=rows,
        sealed=defaultdict(tuple, sealed_rows(services, who)),
        total=sum(row.seconds for row in rows if row.starts is not None),
        programme_clock=programme_clock(gate),
        produces=who.role in PRODUCERS,
        places=links(gate, who),
    )


def _chosen(
    services: Services, asked: PrepareRequest, first: FoundPick | None
) -> ChosenPick | None:
    """The pick that the address names, by default the first of the list."""
    gate = services.gate
    try:
        if asked.deal:
            comparison = comparison_of(gate, asked.deal, asked.pick or None, PREPARE)
        elif first is not None:
            comparison = first.comparison
        else:
            return None
    except (NotAvailable, PickGone):
        return None
    if not comparison.picks:
        return None
    language = services.settings.graphics.language
    planned = rundown(gate, PREPARE)
    return chosen_pick(services, comparison, asked.tables, planned, language, PREPARE)
