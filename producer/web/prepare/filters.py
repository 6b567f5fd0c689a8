"""Which picks the producer looks at: the filters of Prepare, and the picks that pass them. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from producer.compare.model import Comparison, Pick
from producer.compare.ranking import focused
from producer.compare.whole_hand import whole_hand
from producer.games.line import DealKey
from producer.stages.drawings import drawing_of
from producer.web.pages.desk_rows import group_of, has_words
from producer.wording.games.positions import position

Listed = Literal["released", "not-aired", "starred", "aired", "dismissed", "sealed"]
Choice = Annotated[str, Field(max_length=200)]

Aired = Mapping[tuple[DealKey, str], str]
"""By deal and pick, when it aired."""


class PickFilters(BaseModel):
    """Empty: any. ``merit``: at least, of 100. ``q``: words that must all occur in the deal's name,
    cards in words, tables, players or teams. ``listed`` ``sealed``: the forecast instead of
    picks."""

    model_config = ConfigDict(extra="ignore", frozen=True, str_strip_whitespace=True)

    listed: Listed = "released"
    session: Annotated[str, Field(max_length=401)] = ""
    merit: Annotated[int, Field(ge=0, le=100)] = 0
    story: Choice = ""
    team: Choice = ""
    player: Choice = ""
    position: Choice = ""
    street: Choice = ""
    q: Choice = ""


@dataclass(frozen=True, slots=True)
class Offers:
    """What there is to filter by among the released picks, each in its order."""

    sessions: tuple[str, ...]
    stories: tuple[str, ...]
    teams: tuple[str, ...]
    players: tuple[str, ...]
    positions: tuple[str, ...]
    streets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FoundPick:
    """A deal's best pick among those that pass, as the first of ``comparison``. ``place``: of the
    deal in the ranking, from 1. ``more``: how many other picks of the deal pass too."""

    place: int
    comparison: Comparison
    more: int

    @property
    def pick(self) -> Pick:
        return self.comparison.picks[0]


def find_picks(ranking: Sequence[Comparison], wanted: PickFilters, aired: Aired) -> list[FoundPick]:
    """One pick a deal, in the order of the ranking; where it is not the deal's best, after those
    that are."""
    words = wanted.q.casefold().split()
    best: list[FoundPick] = []
    others: list[FoundPick] = []
    for place, comparison in enumerate(ranking, 1):
        if wanted.session not in ("", group_of(comparison)):
            continue
        if not has_words(comparison, words):
            continue
        passing = [pick for pick in comparison.picks if _passes(comparison, pick, wanted, aired)]
        if not passing:
            continue
        found = FoundPick(place, focused(comparison, passing[0].id), len(passing) - 1)
        (best if passing[0] is comparison.picks[0] else others).append(found)
    return best + others


def whole_hands(ranking: Sequence[Comparison], wanted: PickFilters) -> list[Comparison]:
    """The hands of tables alone, those that won a tournament first, then those with the most won;
    none where anything is asked for but a session and words: they are no picks and have no
    merit."""
    words = wanted.q.casefold().split()
    if wanted != PickFilters(session=wanted.session, q=wanted.q):
        return []
    found = [
        each
        for each in ranking
        if wanted.session in ("", group_of(each))
        and whole_hand(each) is not None
        and has_words(each, words)
    ]
    return sorted(found, key=_won, reverse=True)


def _won(comparison: Comparison) -> tuple[bool, Fraction]:
    """Whether the hand won a tournament, and what its winner won, in big blinds."""
    (play,) = comparison.deal.plays
    won = Fraction(max(play.result.values(), default=0)) / play.game.unit
    return comparison.winner is not None, won


def offers(ranking: Iterable[Comparison]) -> Offers:
    """What the filters can be set to."""
    sessions: set[str] = set()
    stories: set[str] = set()
    teams: set[str] = set()
    players: set[str] = set()
    positions: set[str] = set()
    streets: dict[str, None] = {}
    for comparison in ranking:
        sessions.add(group_of(comparison))
        for pick in comparison.picks:
            stories.update(story.name for story in pick.stories)
            streets[pick.street] = None
            positions.add(position_of(comparison, pick))
            players.update(name for name, _ in _people(comparison, pick))
            teams.update(team for _, team in _people(comparison, pick))
    return Offers(
        sessions=_sorted(sessions),
        stories=_sorted(stories),
        teams=_sorted(teams),
        players=_sorted(players),
        positions=_sorted(positions),
        streets=tuple(streets),
    )


def _sorted(names: set[str]) -> tuple[str, ...]:
    return tuple(sorted(names - {""}))


def position_of(comparison: Comparison, pick: Pick) -> str:
    """Of the pick's seat, as its first table was seated; ``""`` where it cannot be named, and in a
    game without positions."""
    deal = comparison.deal
    if drawing_of(comparison).street is None:
        return ""
    table = pick.pairing[0] if pick.pairing else ""
    seats = next((tuple(play.players) for play in deal.plays if play.table == table), ())
    return (position(seats, deal.button, deal.direction, pick.seat) if seats else None) or ""


def _passes(comparison: Comparison, pick: Pick, wanted: PickFilters, aired: Aired) -> bool:
    people = _people(comparison, pick)
    return (
        _is_listed(comparison, pick, wanted.listed, aired)
        and round(100 * pick.merit) >= wanted.merit
        and (not wanted.story or wanted.story in {story.name for story in pick.stories})
        and wanted.street in ("", pick.street)
        and wanted.position in ("", position_of(comparison, pick))
        and (not wanted.team or wanted.team in {team for _, team in people})
        and (not wanted.player or wanted.player in {name for name, _ in people})
    )


def _is_listed(comparison: Comparison, pick: Pick, listed: Listed, aired: Aired) -> bool:
    if listed == "dismissed":
        return bool(pick.decision.dismissed)
    if pick.decision.dismissed or listed == "sealed":
        return False
    has_aired = (comparison.deal.key, pick.id) in aired
    return {"starred": pick.decision.starred, "aired": has_aired, "not-aired": not has_aired}.get(
        listed, True
    )


def _people(comparison: Comparison, pick: Pick) -> set[tuple[str, str]]:
    """Name and team of those who had the pick's seat at its tables."""
    tables: Collection[str] = set(pick.tables) | set(pick.pairing)
    found = set()
    for play in comparison.deal.plays:
        player = play.players.get(pick.seat)
        if player is not None and play.table in tables:
            team = comparison.deal.teams.get(player.team or "")
            found.add((player.name, team.name if team else player.team or ""))
    return found
