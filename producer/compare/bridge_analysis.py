"""What calls and cards of a match of bridge gave up with all cards in view, by board and player.

Made of comparisons with all cards in view (``with_all_cards``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import cast

from producer.compare.model import AllCards, Comparison, MoveCost
from producer.events import Player
from producer.games.bridge.auction import PHASE
from producer.games.bridge.contracts import Contract
from producer.games.bridge.played import ReplayedBridge
from producer.games.bridge.seats import NORTH, SEATS
from producer.games.line import Chips, Deal, DealKey, Move
from producer.scoring.comparisons import imps


@dataclass(frozen=True, slots=True)
class GivenUp:
    """``calls`` and ``cards``: points; ``tricks``: of the cards."""

    calls: Chips = 0
    cards: Chips = 0
    tricks: int = 0

    def __add__(self, other: GivenUp) -> GivenUp:
        return GivenUp(
            self.calls + other.calls, self.cards + other.cards, self.tricks + other.tricks
        )


@dataclass(frozen=True, slots=True)
class AnalysedPlay:
    """A board at one table. ``points``: of North and South; ``lost``: by the seat that chose, so
    that dummy's cards are declarer's; ``worst``: the move that gave up most, if any did."""

    table: str
    contract: Contract | None
    tricks: int
    points: Chips
    players: Mapping[int, Player]
    lost: Mapping[int, GivenUp]
    worst: tuple[Move, MoveCost] | None


@dataclass(frozen=True, slots=True)
class AnalysedBoard:
    """``par``: points of North and South with best calls and play; ``missing``: why nothing could
    be counted, else empty. ``imps``: between two tables, to ``ahead``, a team or else a table's
    North and South; empty without a swing."""

    key: DealKey
    par: Chips | None
    missing: str
    plays: tuple[AnalysedPlay, ...]
    imps: int
    ahead: str


@dataclass(frozen=True, slots=True)
class PlayerTotal:
    """All boards of a player at a table that could be counted."""

    table: str
    seat: int
    name: str
    team: str
    boards: int
    lost: GivenUp


def analysed(comparison: Comparison) -> AnalysedBoard:
    """A board of a comparison that has all cards in view."""
    found, key = comparison.all_cards, comparison.deal.key
    assert found is not None, "all cards are in view"
    won, ahead = _swing(comparison.deal)
    if found.missing:
        return AnalysedBoard(key, None, found.missing, (), won, ahead)
    return AnalysedBoard(key, found.best[NORTH], "", tuple(_plays(comparison, found)), won, ahead)


def _swing(deal: Deal) -> tuple[int, str]:
    if len(deal.plays) != 2:
        return 0, ""
    first, second = sorted(deal.plays, key=lambda play: play.result[NORTH], reverse=True)
    won = imps(round(first.result[NORTH] - second.result[NORTH]))
    player = first.players.get(NORTH)
    team = player.team if player else None
    return won, (team or f"NS at {deal.name_of(first.table)}") if won else ""


def _plays(comparison: Comparison, found: AllCards) -> Iterator[AnalysedPlay]:
    for play in comparison.deal.plays:
        replayed = cast(ReplayedBridge, comparison.replays[play.table])
        costs = [*zip(play.line, found.costs[play.table], strict=True)]
        lost = dict.fromkeys(SEATS, GivenUp())
        for move, cost in costs:
            lost[_who_chose(move, replayed.contract)] += _given_up(move, cost)
        worst = max(costs, key=lambda each: each[1].lost, default=None)
        yield AnalysedPlay(
            comparison.deal.name_of(play.table),
            replayed.contract,
            replayed.tricks,
            play.result[NORTH],
            play.players,
            lost,
            worst if worst and worst[1].lost > 0 else None,
        )


def _who_chose(move: Move, contract: Contract | None) -> int:
    plays = contract is not None and move.phase != PHASE
    return contract.declarer if plays and contract and move.seat == contract.dummy else move.seat


def _given_up(move: Move, cost: MoveCost) -> GivenUp:
    """Nothing of a move that gained: only a claim does, agreed on by both sides."""
    if cost.lost <= 0:
        return GivenUp()
    if move.phase == PHASE:
        return GivenUp(calls=cost.lost)
    return GivenUp(cards=cost.lost, tricks=cost.tricks or 0)


def player_totals(boards: Iterable[AnalysedBoard]) -> tuple[PlayerTotal, ...]:
    """By table and seat. Who changes table is listed at both."""
    totals: dict[tuple[str, int, str], PlayerTotal] = {}
    for play in (play for board in boards for play in board.plays):
        for seat, player in play.players.items():
            key = play.table, seat, player.name
            none = PlayerTotal(play.table, seat, player.name, player.team or "", 0, GivenUp())
            before = totals.get(key, none)
            totals[key] = replace(
                before, boards=before.boards + 1, lost=before.lost + play.lost[seat]
            )
    return tuple(sorted(totals.values(), key=lambda each: (each.table, each.seat)))
