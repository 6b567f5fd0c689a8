"""The page of a tournament: clock, chips, who is out, prizes, season; each of them to preview."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Annotated, Any

from fastapi import Query
from starlette.responses import HTMLResponse

from producer.games.levels import Level
from producer.games.prizes import Money, SeasonLine
from producer.games.tournament import entered
from producer.games.tournament_course import TournamentCourse, standings
from producer.stages.programme.tournament import clock_text
from producer.stages.style import Style, with_currency
from producer.web.access.roles import PRODUCERS
from producer.web.access.router import Routes
from producer.web.appearance import appearance
from producer.web.channels.live import TOURNAMENT as CHANNELS
from producer.web.ops.errors import NO_SUCH_PAGE, Refusal
from producer.web.pages.navigation import links
from producer.web.pages.paging import PageNumber, paged
from producer.web.pages.templates import page
from producer.web.services import Injected, Services, Visitor
from producer.wording.language import language

PAGE = "route:/tournament"
MOST_ON_GRAPHIC = 1_000
"""Names of one request; a graphic shows the first twelve, and says of how many."""

routes = Routes()

Cue = dict[str, Any]
"""The body that puts a graphic on preview."""


@dataclass(frozen=True, slots=True)
class TournamentGraphic:
    """Of a tournament of no season there is no season's table.

    ``name``: how its channel begins. ``cue``: ``None`` while there is nothing to show. ``put``:
    a graphic was put on the channel by hand, so that it does not follow the tournament."""

    name: str
    channel: str
    cue: Cue | None
    put: bool


@dataclass(frozen=True, slots=True)
class PlayerOut:
    place: int
    name: str
    prize: Money


@routes.get("/tournament", roles=PRODUCERS, exit="a tournament as a page")
def tournament(
    services: Injected,
    who: Visitor,
    session: Annotated[str, Query(max_length=500)] = "",
    number: PageNumber = 1,
) -> HTMLResponse:
    """By default the tournament that was opened last. ``number``: of the page of chips."""
    gate = services.gate
    opened = [each for each in gate.sessions() if each.tournament is not None]
    chosen = next((each for each in opened[::-1] if session in ("", each.session)), None)
    course = None if chosen is None else gate.tournament(chosen.session, PAGE)
    if session and course is None:
        raise Refusal(404, *NO_SUCH_PAGE)
    if chosen is None or course is None:
        return page("tournament.html.j2", chosen=None, places=links(gate, who))
    season = gate.season(course.terms.season, PAGE) if course.terms.season else ()
    chips = paged(standings(course), number)
    return page(
        "tournament.html.j2",
        chosen=chosen,
        others=[each for each in opened if each is not chosen],
        course=course,
        clock=_clock_words(course, time.time()),
        ends=course.ends.timestamp() if _runs(course) and course.ends else None,
        entered=entered(course.tournament),
        chips=chips,
        big_blind=course.level.big_blind,
        gone=_gone(course),
        prizes=[
            (place, prize, _winners(course, place)) for place, prize in enumerate(course.prizes, 1)
        ],
        season=season,
        graphics=_graphics(services, chosen.session, course, season),
        money=partial(with_currency, currency=course.terms.currency, style=_style()),
        places=links(gate, who),
    )


def _style() -> Style:
    """Amounts as the desk's language writes them."""
    return Style(language(appearance().language))


def _runs(course: TournamentCourse) -> bool:
    return bool(course.number) and not course.paused


def _clock_words(course: TournamentCourse, now: float) -> str:
    """The time left in the level; empty during a break, before the first level, and where the
    level has no time."""
    if not _runs(course) or course.ends is None:
        return ""
    return clock_text(course.ends.timestamp() - now)


def _gone(course: TournamentCourse) -> list[PlayerOut]:
    """Who is out, the last first."""
    found = course.results
    out = [name for tied in course.tournament.out for name in tied]
    return [PlayerOut(found[name].place, name, found[name].prize) for name in reversed(out)]


def _winners(course: TournamentCourse, place: int) -> list[str]:
    return sorted(name for name, each in course.results.items() if each.place == place)


def _graphics(
    services: Services, session: str, course: TournamentCourse, season: Sequence[SeasonLine]
) -> list[TournamentGraphic]:
    cues: Mapping[str, Cue | None] = {
        "clock": clock_cue(course),
        "chips": chips_cue(course),
        "payouts": payouts_cue(course),
        "season": season_cue(course, season),
    }
    assert tuple(f"{name}-" for name in cues) == CHANNELS
    found = []
    for name, cue in cues.items():
        if name == "season" and not course.terms.season:
            continue
        channel = f"{name}-{session}"
        shown = services.channels[channel].now.shown if channel in services.channels else None
        found.append(TournamentGraphic(name, channel, cue, bool(shown and shown.kind != "live")))
    return found


def clock_cue(course: TournamentCourse) -> Cue | None:
    """``None`` before anybody has entered."""
    if not course.tournament.chips:
        return None
    cue: Cue = {
        "kind": "clock",
        "level": max(course.number, 1),
        "blinds": _blinds(course.level),
        "left": len(course.tournament.chips),
        "players": max(entered(course.tournament), 1),
    }
    if course.following is not None:
        cue["following"] = _blinds(course.following)
    if _runs(course):
        cue |= {"timed": False} if course.ends is None else {"ends": _written(course.ends)}
    return cue


def chips_cue(course: TournamentCourse) -> Cue | None:
    stacks = {each.player: each.chips for each in standings(course)[:MOST_ON_GRAPHIC]}
    if not stacks:
        return None
    return {"kind": "chip-counts", "stacks": stacks, "big_blind": course.level.big_blind}


def payouts_cue(course: TournamentCourse) -> Cue | None:
    prizes = course.prizes
    if not prizes:
        return None
    names = [", ".join(_winners(course, place)) for place in range(1, len(prizes) + 1)]
    return {
        "kind": "payouts",
        "prizes": list(prizes),
        "currency": course.terms.currency,
        "names": names,
    }


def season_cue(course: TournamentCourse, season: Sequence[SeasonLine]) -> Cue | None:
    """``None`` until one of its tournaments is over."""
    if not season:
        return None
    results = [
        {"name": line.player, "best": line.best, "prize": round(line.prize)}
        for line in season[:MOST_ON_GRAPHIC]
    ]
    return {
        "kind": "season",
        "season": course.terms.season or "",
        "results": results,
        "currency": course.terms.currency,
    }


def _blinds(level: Level) -> dict[str, int]:
    return {
        "small_blind": level.small_blind,
        "big_blind": level.big_blind,
        "ante": level.ante,
    }


def _written(at: datetime) -> str:
    return at.isoformat()
