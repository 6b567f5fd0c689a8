"""A tournament as its feed tells it: players, seats, chips, level, who is out (RULES H7). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache

from producer.games.levels import Level, by_eliminations
from producer.games.prizes import BuyIn, Finish, Money, SeasonLine, season
from producer.games.tournament import (
    NotNow,
    Tournament,
    TournamentRules,
    counted,
    ended,
    enter,
    entered,
    go_out,
    prizes,
    rebuy,
    reinstate,
    results,
)
from producer.tournament_events import TournamentEvent, TournamentSeat, TournamentTerms


@dataclass(frozen=True, slots=True)
class TournamentCourse:
    """``tournament``: its players and chips. ``seats``: of the players still in, as far as drawn.
    ``number``: of the level, 0 before the first. ``ends``: when the level ends, or the break;
    ``None`` where that is not known. ``paused``: it is a break. ``paid``: the prizes as they are
    paid, empty for shares of the pool."""

    terms: TournamentTerms
    tournament: Tournament
    seats: Mapping[str, TournamentSeat] = field(default_factory=dict)
    number: int = 0
    ends: datetime | None = None
    paused: bool = False
    paid: tuple[int, ...] = ()

    @property
    def level(self) -> Level:
        """The blinds of the level; before the first, those that it will have."""
        return level_at(self.terms, max(self.number, 1))

    @property
    def following(self) -> Level | None:
        """The next level, ``None`` after the last."""
        if self.terms.doubles_every is None and self.number >= len(self.terms.levels):
            return None
        return level_at(self.terms, self.number + 1)

    @property
    def prizes(self) -> tuple[int, ...]:
        return self.paid or (prizes(self.tournament) if entered(self.tournament) else ())

    @property
    def results(self) -> dict[str, Finish]:
        """Place and prize of the players who are out; of all at the end."""
        return results(self.tournament, self.paid)

    @property
    def over(self) -> bool:
        return entered(self.tournament) > 1 and ended(self.tournament)


def opened_course(terms: TournamentTerms) -> TournamentCourse:
    """The tournament before anybody has entered."""
    return TournamentCourse(terms, Tournament(_rules(terms), {}, level_at(terms, 1)))


@lru_cache(maxsize=64)
def _rules(terms: TournamentTerms) -> TournamentRules:
    """Cached, so that courses of the same terms are equal."""
    first, every = level_at(terms, 1), terms.doubles_every
    return TournamentRules(
        buy_in=BuyIn(terms.buy_in, terms.costs),
        stack=terms.stack,
        rise=by_eliminations(first, every) if every else lambda *_: first,
        prizes=terms.prizes,
        rebuys=1.0,
        end="complete" if terms.end == "complete" else "by prize",
    )


def level_at(terms: TournamentTerms, number: int) -> Level:
    """The blinds of a level; the last one stays."""
    if terms.doubles_every is None:
        now = terms.levels[min(number, len(terms.levels)) - 1]
        return Level(now.small_blind, now.big_blind, now.ante)
    first, times = terms.levels[0], 2 ** min(number - 1, 40)
    return Level(first.small_blind * times, first.big_blind * times, first.ante * times)


def followed(course: TournamentCourse, events: Iterable[TournamentEvent]) -> TournamentCourse:
    """The course after these events. Raises ValueError where one cannot be, in words."""
    for event in events:
        course = _after(course, event)
    return course


def followed_again(course: TournamentCourse, events: Iterable[TournamentEvent]) -> TournamentCourse:
    """``followed`` for events that all were accepted: one that a producer let in later counts after
    the others."""
    late = []
    for event in events:
        try:
            course = _after(course, event)
        except ValueError:
            late.append(event)
    return followed(course, late)


def _after(course: TournamentCourse, event: TournamentEvent) -> TournamentCourse:
    now = course.tournament
    match event.type:
        case "tournament.entered":
            drawn = {name: seat for name, seat in event.data.players.items() if seat is not None}
            now = enter(now, tuple(event.data.players))
            course = _seated(replace(course, tournament=now), drawn)
        case "tournament.seated":
            course = _seated(course, event.data.players)
        case "tournament.level":
            course = _at_level(course, event.data.level, event.data.ends)
        case "tournament.break":
            course = replace(course, paused=True, ends=event.data.until)
        case "tournament.chips":
            course = replace(course, tournament=counted(now, event.data.chips))
        case "tournament.rebought":
            late = course.number > course.terms.rebuys_until
            now = rebuy(now, event.data.player, 1.0 if late else 0.0)
            course = replace(course, tournament=now)
        case "tournament.eliminated":
            now = go_out(now, event.data.players)
            seats = {name: seat for name, seat in course.seats.items() if name in now.chips}
            course = _risen(replace(course, tournament=now, seats=seats))
        case "tournament.reinstated":
            now = reinstate(now, event.data.player, event.data.chips)
            course = _risen(replace(course, tournament=now))
        case "tournament.payouts":
            course = replace(course, paid=event.data.prizes)
    return course


def _seated(course: TournamentCourse, drawn: Mapping[str, TournamentSeat]) -> TournamentCourse:
    strangers = [name for name in drawn if name not in course.tournament.chips]
    if strangers:
        raise NotNow(f"{strangers[0]} is not in the tournament")
    seats = {name: seat for name, seat in course.seats.items() if name not in drawn}
    by_seat = {seat: name for name, seat in seats.items()}
    for name, seat in drawn.items():
        if seat in by_seat:
            raise ValueError(
                f"seat {seat.seat} of table {seat.table} is {by_seat[seat]}'s, not {name}'s"
            )
        by_seat[seat] = name
    return replace(course, seats={**seats, **drawn})


def _at_level(course: TournamentCourse, number: int, ends: datetime | None) -> TournamentCourse:
    if course.terms.doubles_every is None and number > len(course.terms.levels):
        raise ValueError(
            f"there is no level {number}: the tournament has {len(course.terms.levels)}"
        )
    level = level_at(course.terms, number)
    now = replace(course.tournament, level=level)
    return replace(course, tournament=now, number=number, ends=ends, paused=False)


def _risen(course: TournamentCourse) -> TournamentCourse:
    """With the blinds of so many players left, where they rise by eliminations."""
    every = course.terms.doubles_every
    if every is None:
        return course
    now = course.tournament
    number = 1 + (entered(now) - len(now.chips)) // every
    return replace(
        course, number=number, tournament=replace(now, level=level_at(course.terms, number))
    )


@dataclass(frozen=True, slots=True)
class TournamentStanding:
    """A player still in: the place by chips, shared by equal stacks."""

    place: int
    player: str
    chips: int
    seat: TournamentSeat | None


def standings(course: TournamentCourse) -> tuple[TournamentStanding, ...]:
    """The players still in by chips, the most first; level ones by name."""
    chips = course.tournament.chips
    places: dict[int, int] = {}
    found = []
    for number, player in enumerate(sorted(chips, key=lambda name: (-chips[name], name)), 1):
        place = places.setdefault(chips[player], number)
        found.append(TournamentStanding(place, player, chips[player], course.seats.get(player)))
    return tuple(found)


def names_of(course: TournamentCourse) -> set[str]:
    """Everybody who has entered."""
    now = course.tournament
    return {*now.chips, *(name for level in now.out for name in level)}


@dataclass(frozen=True, slots=True)
class TournamentWinner:
    """``prize``: in whole units of ``currency``, 0 where nothing was paid in."""

    player: str
    prize: Money
    currency: str


def winner_after(course: TournamentCourse, left: Mapping[str, int]) -> TournamentWinner | None:
    """Who has won the tournament, if this was its last hand. ``left``: the chips after it of those
    who played it, by name.

    It is the last hand if it left without chips some of those who went out last, and everybody else
    with as many as the floor counted, or with all that there are (H7). ``None`` for every other
    hand, for a first place that is shared, and where the winner plays at another table.
    """
    if not course.over or not course.tournament.out:
        return None
    now = course.tournament
    everything = now.rules.stack * (entered(now) + now.rebought)
    gone = {name for name, chips in left.items() if not chips}
    stayed = {name: chips for name, chips in left.items() if chips}
    first = [name for name, finish in course.results.items() if finish.place == 1]
    if (
        len(first) != 1
        or first[0] not in stayed
        or gone.isdisjoint(now.out[-1])
        or not gone <= names_of(course) - now.chips.keys()
        or any(
            name not in now.chips or chips not in (now.chips[name], everything)
            for name, chips in stayed.items()
        )
    ):
        return None
    return TournamentWinner(first[0], course.results[first[0]].prize, course.terms.currency)


def season_table(courses: Sequence[TournamentCourse]) -> tuple[SeasonLine, ...]:
    """The season over those of the tournaments that are over (H7)."""
    return season([course.results for course in courses if course.over])
