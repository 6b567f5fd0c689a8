"""The panel of a deal, the panel that follows the air, and the printed sheet of a deal."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Annotated, Any

from fastapi import Query
from starlette.responses import HTMLResponse

from producer.compare import with_all_cards
from producer.compare.model import Comparison
from producer.release.group_tallies import around
from producer.release.notes import notes_on
from producer.release.picks import comparison_of
from producer.release.roster.roster_people import pronunciations
from producer.rundown.beats import Beat
from producer.rundown.pick_beats import beats
from producer.scoring import standings
from producer.stages.comparisons.branches import best_point, decision_point
from producer.stages.moment import BEFORE, END, MOST_TEXT, Moment, read_moment
from producer.web.access.roles import DESK, Who
from producer.web.access.router import Routes
from producer.web.languages import OWN_NAMES, _
from producer.web.ops.errors import Refusal
from producer.web.pages.navigation import links
from producer.web.pages.talking_points import talk_of
from producer.web.pages.templates import page
from producer.web.panel.figures import equities, figures, results
from producer.web.panel.running import Followed, followed, moment_of
from producer.web.panel.view import panel_view
from producer.web.services import Injected, Services, Visitor
from producer.wording import number_of_deals
from producer.wording.language import LanguageCode
from producer.wording.language import language as speak

PANEL, FOLLOWING, PRINTED = (
    "route:/panel/{reference}",
    "route:/panel",
    "route:/panel-print/{reference}",
)

routes = Routes()

PickId = Annotated[str | None, Query(max_length=100)]
TableName = Annotated[str, Query(max_length=200)]


@routes.get("/panel", roles=DESK, exit="the panel of what is on air or next")
def following(
    services: Injected, who: Visitor, language: LanguageCode | None = None
) -> HTMLResponse:
    """Without a released deal on air or next, an empty panel that waits for one."""
    spoken = language or services.settings.graphics.language
    now = followed(services.channels, services.player.now(), time.monotonic())
    if now is None or now.deal not in {str(key) for key in services.gate.released(FOLLOWING)}:
        return page("panel.html.j2", **_nothing(services, who, spoken))
    comparison = comparison_of(services.gate, now.deal, now.pick or None, FOLLOWING)
    planned = _beats(services, comparison, now.tables, spoken)
    moment = moment_of(now, planned)
    values = _values(services, who, comparison, planned, now.tables, moment, spoken, FOLLOWING)
    return page("panel.html.j2", **values | _running(now, planned))


@routes.get("/panel/{reference:path}", roles=DESK, exit="the panel of a deal, as of a moment")
def panel(
    services: Injected,
    who: Visitor,
    reference: str,
    pick: PickId = None,
    moment: Annotated[str, Query(max_length=MOST_TEXT)] = str(BEFORE),
    left: TableName = "",
    right: TableName = "",
    language: LanguageCode | None = None,
) -> HTMLResponse:
    spoken = language or services.settings.graphics.language
    comparison = comparison_of(services.gate, reference, pick, PANEL)
    tables = tuple(table for table in (left, right) if table)
    planned = _beats(services, comparison, tables, spoken)
    at = _moment(moment)
    values = _values(services, who, comparison, planned, tables, at, spoken, PANEL)
    now = followed(services.channels, services.player.now(), time.monotonic())
    same = now is not None and now.deal == str(comparison.deal.key)
    running = _running(now, planned) if now and same else {}
    return page("panel.html.j2", **values | running | {"stays": True})


@routes.get("/panel-print/{reference:path}", roles=DESK, exit="a deal's panel, to be printed")
def printed(
    services: Injected,
    who: Visitor,
    reference: str,
    pick: PickId = None,
    language: LanguageCode | None = None,
) -> HTMLResponse:
    """One sheet: both tables to their ends, all results, what to say, the notes."""
    spoken = language or services.settings.graphics.language
    comparison = comparison_of(services.gate, reference, pick, PRINTED)
    planned = _beats(services, comparison, (), spoken)
    values = _values(services, who, comparison, planned, (), END, spoken, PRINTED)
    notes = notes_on(services.gate, str(comparison.deal.key), PRINTED)
    return page("panel_print.html.j2", **values | {"notes": notes})


def _moment(text: str) -> Moment:
    try:
        return read_moment(text)
    except ValueError as error:
        raise Refusal(422, _("moment: {error}.", error=error)) from error


def _nothing(services: Services, who: Who, language: str) -> dict[str, Any]:
    return {
        "view": None,
        "following": None,
        "waits": True,
        "stays": False,
        "prompt": None,
        "next_in": None,
        "reference": "",
        "message": services.booth.message,
        "language": language,
        "names": OWN_NAMES,
        "places": links(services.gate, who),
    }


def _values(
    services: Services,
    who: Who,
    comparison: Comparison,
    planned: tuple[Beat, ...],
    tables: tuple[str, ...],
    moment: Moment,
    language: str,
    exit_: str,
) -> dict[str, Any]:
    """What the template needs. Raises NotDrawable for tables that did not come to the decision."""
    gate, key = services.gate, comparison.deal.key
    style = replace(services.style, say=speak(language))
    session = next(s for s in gate.sessions() if (s.session, s.group) == key[:2])
    said = pronunciations(gate, session.pronunciations)
    view = panel_view(comparison, tables, moment, style, planned, said)
    values = _nothing(services, who, language) | {
        "view": view,
        "waits": False,
        "reference": str(key),
    }
    if view is None:
        return values
    point = decision_point(comparison)
    values |= {
        "figures": figures(comparison, point, view.tables, moment, gate.hand_times(key, exit_)),
        "equities": equities(comparison, point, view.tables),
        "talk": None,
        "results": (),
    }
    if view.ended:
        deals = number_of_deals(gate.sessions(), key)
        values["talk"] = talk_of(with_all_cards(comparison), language, deals)
        before, after = (standings(each) for each in around(gate, key, exit_))
        values["results"] = results(comparison, point.seat, (before, after))
    return values


def _beats(
    services: Services, comparison: Comparison, tables: tuple[str, ...], language: str
) -> tuple[Beat, ...]:
    """Of the two-up segment of the best pick; ``()`` without one."""
    best = comparison.best
    if best is None or best_point(comparison) is None:
        return ()
    deals = number_of_deals(services.gate.sessions(), comparison.deal.key)
    return beats(comparison, best, tables, language, deals=deals)


def _running(now: Followed, planned: tuple[Beat, ...]) -> dict[str, Any]:
    """``prompt``: the beat that runs, with the sentence offered for it."""
    return {"following": now, "prompt": now.beat(planned), "next_in": now.next_in(planned)}
