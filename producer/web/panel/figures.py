"""Figures for the panel's folds: the price, the stacks, the thinking time, the equities. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from producer.compare.equity import (
    ANY_TWO,
    Equity,
    NotKnown,
    SpotKey,
    deal_equities,
    hand_equities,
    players_view,
)
from producer.compare.model import Comparison
from producer.events import HoldemGame
from producer.games.holdem import Spot, board_at
from producer.games.spots import left_under_cap, required_equity, stack_left
from producer.release.recordings.hand_times import ClockTime, HandTimes
from producer.scoring.standings import Standings
from producer.stages.comparisons.branches import DecisionPoint
from producer.stages.moment import Moment
from producer.stages.words import amount, ordinal
from producer.web.appearance import appearance
from producer.web.languages import _, marked
from producer.web.pages.comparison import ComparisonRow, comparison_view
from producer.web.pages.desk_rows import percent
from producer.wording.language import language as speak


@dataclass(frozen=True, slots=True)
class Figure:
    """One row: what it is, and its value at each of the two tables."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One table at the end. ``seat_rank``: in the seat's ranking before and after the deal, empty
    without one."""

    table: str
    team: str
    player: str
    choice: str
    result: str
    against_average: str
    rank: str
    seat_rank: str


def figures(
    comparison: Comparison,
    point: DecisionPoint,
    tables: Sequence[str],
    moment: Moment,
    times: Mapping[str, HandTimes],
) -> tuple[Figure, ...]:
    """At the decision, for the shown tables of hold'em; ``()`` in other games. The thinking time
    of tables that have chosen by ``moment``."""
    spots = _spots(comparison, point, tables)
    if spots is None:
        return ()
    games = [comparison.replays[table].play.game for table in tables]
    rows = {
        marked("Equity needed to call"): [_needed(spot) for spot in spots],
        marked("Left under the cap"): [
            _in_blinds(game, left_under_cap(game, spot, spot.seat))
            for game, spot in zip(games, spots, strict=True)
            if isinstance(game, HoldemGame)
        ],
        marked("Stack"): [
            _in_blinds(game, stack_left(spot, spot.seat))
            for game, spot in zip(games, spots, strict=True)
            if isinstance(game, HoldemGame)
        ],
        marked("Thinking time"): [
            _thinking(times[table], point.at[table])
            if table in times and moment.of(table) != 0
            else ""
            for table in tables
        ],
    }
    return tuple(Figure(name, tuple(row)) for name, row in rows.items() if any(row))


def equities(
    comparison: Comparison, point: DecisionPoint, tables: Sequence[str]
) -> tuple[Figure, ...]:
    """The hand's equity at the decision three times, by what is known of the cards; ``()`` in other
    games."""
    spots, deal = _spots(comparison, point, tables), comparison.deal
    if spots is None:
        return ()
    views: list[str] = []
    hands: list[str] = []
    all_cards: list[str] = []
    for table, spot in zip(tables, spots, strict=True):
        key = SpotKey(spot.street, frozenset(spot.live))
        dealt = {seat: deal.cards.get(seat, ()) for seat in comparison.replays[table].play.players}
        own = deal.cards.get(spot.seat, ())
        board = board_at(deal.board, spot.street)
        views.append(_share(players_view(own, board, ANY_TWO, len(spot.live) - 1)))
        for found, count in ((hands, hand_equities), (all_cards, deal_equities)):
            shares = count(dealt, deal.board, [key])[key]
            found.append(_share(shares if isinstance(shares, NotKnown) else shares[spot.seat]))
    return (
        Figure(marked("Player's view: against any two cards"), tuple(views)),
        Figure(marked("These hands only"), tuple(hands)),
        Figure(marked("All cards, folded ones too"), tuple(all_cards)),
    )


def results(
    comparison: Comparison, seat: int, ranks: tuple[Standings, Standings] | None
) -> tuple[ResultRow, ...]:
    """Every table with a player in ``seat``, best first. ``ranks``: the standings before and after
    the deal."""
    page = comparison_view(comparison)
    groups = [*page.branches, *([page.elsewhere] if page.elsewhere else [])]
    scores = {play.table: play.result.get(seat, 0) for play in comparison.deal.plays}
    rows = [(row, group.words if group.shape else "") for group in groups for row in group.rows]
    ranked = [_seat_ranks(each, seat) for each in ranks] if ranks else [{}, {}]
    return tuple(
        _result(comparison, row, choice, *(each.get(row.table) for each in ranked))
        for row, choice in sorted(rows, key=lambda each: -Fraction(scores[each[0].table]))
    )


def _result(
    comparison: Comparison,
    row: ComparisonRow,
    choice: str,
    before: int | None,
    after: int | None,
) -> ResultRow:
    return ResultRow(
        comparison.deal.name_of(row.table),
        row.team,
        row.player,
        choice,
        row.score.chips,
        row.score.against,
        row.score.rank,
        moved(before, after),
    )


def _seat_ranks(standings: Standings, seat: int) -> dict[str, int]:
    """``{}`` before the first deal that counts: all are first then."""
    if not standings.counted.get(seat):
        return {}
    return {line.table: line.rank for line in standings.seats.get(seat, ())}


def moved(before: int | None, after: int | None) -> str:
    """A place before and after; empty where there is none.

    >>> moved(3, 1), moved(2, 2), moved(None, 1)
    ('3rd to 1st', 'stays 2nd', '')
    """
    if before is None or after is None:
        return ""
    say = speak(appearance().language)
    if before == after:
        return _("stays {place}", place=ordinal(after, say))
    return _("{before} to {after}", before=ordinal(before, say), after=ordinal(after, say))


def _spots(
    comparison: Comparison, point: DecisionPoint, tables: Sequence[str]
) -> list[Spot] | None:
    found = [comparison.replays[table].spots[point.at[table]] for table in tables]
    spots = [spot for spot in found if isinstance(spot, Spot)]
    return spots if len(spots) == len(found) else None


def _needed(spot: Spot) -> str:
    needed = required_equity(spot)
    return "" if needed is None else f"{percent(float(needed))} %"


def _in_blinds(game: HoldemGame, left: int | None) -> str:
    return "" if left is None else f"{amount(Fraction(left, game.big_blind))} BB"


def _share(equity: Equity | NotKnown) -> str:
    return _("unknown") if isinstance(equity, NotKnown) else f"{percent(equity.share)} %"


def _thinking(times: HandTimes, at: int) -> str:
    """From what came before the decision to the decision, as the device was operated; empty where
    a time is missing."""
    if at >= len(times.moves) or times.moves[at] is None:
        return ""
    earlier = [times.started, *times.moves[:at]]
    if times.phases:
        phase = times.phases[at]
        first = at == 0 or times.phases[at - 1] != phase
        earlier += [when for name, when in times.streets if first and name == phase]
    before = [each for each in earlier if each is not None]
    if not before:
        return ""
    return _apart(max(before, key=lambda each: each.at), times.moves[at])


def _apart(one: ClockTime, other: ClockTime | None) -> str:
    assert other is not None
    seconds = round(other.at - one.at)
    least = max(one.uncertain, other.uncertain)
    if least > max(5, seconds):
        return _("unclear")
    return _("{n} s, give or take {error}", n=seconds, error=round(least))
