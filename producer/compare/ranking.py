"""Ranks deals by their best picks, with variety for a show (DESIGN, comparison 5)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace

from producer.compare.airable import ROADS, VARIETY
from producer.compare.model import Comparison, Pick
from producer.compare.picks import preference
from producer.compare.whole_hand import WHOLE_HAND, whole_hand
from producer.games.line import DealKey

MOST_REPEATS = 3
"""Repeats of one kind of decision that cost merit; further ones are free."""


@dataclass(frozen=True, slots=True)
class RankedDeal:
    """What ranks a deal: a list of many needs no comparison in memory. ``tables``: how many have
    played it; ``dismissed``: why its best pick was; ``wishes``: what comes before ``airable``, and
    ``on_hold`` before that; ``decision``, ``people`` and ``segments``: what a show would repeat.
    ``alone``: its group has one table; ``won`` is then the largest result, in its unit.
    """

    key: DealKey
    tables: int
    merit: float
    airable: float
    dismissed: str
    wishes: tuple[object, ...]
    on_hold: bool
    decision: Hashable = None
    people: frozenset[str] = frozenset()
    segments: frozenset[Hashable] = frozenset()
    roads: bool = False
    alone: bool = False
    won: float = 0.0


def ranked_deal(comparison: Comparison) -> RankedDeal:
    best = comparison.best
    deal = RankedDeal(
        key=comparison.deal.key,
        tables=len(comparison.deal.plays),
        merit=comparison.merit,
        airable=comparison.airable,
        dismissed="",
        wishes=(False, bool(comparison.vetoes), True, math.inf, True),
        on_hold=bool(comparison.holds),
        alone=comparison.deal.alone,
        won=_won(comparison) if comparison.deal.alone else 0.0,
    )
    if best is None:
        return deal
    return replace(
        deal,
        dismissed=best.decision.dismissed,
        wishes=(bool(best.decision.dismissed), bool(best.vetoes), False, *preference(best)),
        decision=_decision(best),
        people=_players(comparison, best, best.seat),
        segments=frozenset(_segments(comparison, best)),
        roads=any(story.name == ROADS for story in best.stories),
    )


def ranked(comparisons: Iterable[Comparison]) -> list[Comparison]:
    """The producer's own ranks first, then the stars, then by airable, merit and name. Holds come
    after all these, then deals without a pick, with a veto, and with all picks dismissed."""
    return sorted(comparisons, key=lambda each: _order(ranked_deal(each)))


def ranked_deals(deals: Iterable[RankedDeal]) -> list[RankedDeal]:
    """In the order of ``ranked``."""
    return sorted(deals, key=_order)


def varied(comparisons: Iterable[Comparison]) -> list[Comparison]:
    """As ``ranked``, but in the order of ``varied_deals``."""
    every = [(ranked_deal(each), each) for each in comparisons]
    by_deal = {id(deal): each for deal, each in every}
    return [by_deal[id(deal)] for deal in varied_deals(deal for deal, _ in every)]


def varied_deals(deals: Iterable[RankedDeal]) -> list[RankedDeal]:
    """As ``ranked_deals``, but deals that repeat the decision or people of a better one move down.

    The same kind of decision (street, kinds of action, stories) costs ``VARIETY`` for each better
    deal that had it, up to ``MOST_REPEATS``; the same players in the pick's seat cost it once.
    The same decision by or against the same players is the same segment again, and a show has one
    'different roads': further ones come after all deals that have not been seen.
    """
    decisions: Counter[Hashable] = Counter()
    people: Counter[Hashable] = Counter()
    segments: set[Hashable] = set()
    has_roads = False
    scored = []
    for each in ranked_deals(deals):
        cost, again = 0.0, False
        if each.decision is not None:
            seen = bool(each.people) and people[each.people] > 0
            cost = VARIETY * (min(decisions[each.decision], MOST_REPEATS) + seen)
            again = not each.segments.isdisjoint(segments) or (each.roads and has_roads)
            has_roads = has_roads or each.roads
            decisions[each.decision] += 1
            people[each.people] += 1
            segments |= each.segments
        scored.append((_order(each, cost, again=again), each))
    return [each for _, each in sorted(scored, key=lambda pair: pair[0])]


class NoSuchPick(ValueError):
    """The deal has no pick with this id; the message lists the ids it has."""

    def __init__(self, comparison: Comparison, id_: str) -> None:
        there = ", ".join(pick.id for pick in comparison.picks) or "none"
        super().__init__(
            f"this pick is gone: deal {comparison.deal.key} has no pick {id_}, as when a hand was "
            f"corrected since. Choose one of those it has: {there}"
        )


def focused(comparison: Comparison, id_: str) -> Comparison:
    """The comparison with this pick first, so that headline, pair and graphics are this pick's.
    A longer form of the id works too; ``hand`` is the whole hand of a table alone. Raises
    NoSuchPick."""
    if id_ == WHOLE_HAND and (hand := whole_hand(comparison)) is not None:
        return replace(comparison, picks=(hand, *comparison.picks))
    for pick in comparison.picks:
        if id_.lower().startswith(pick.id):
            others = (each for each in comparison.picks if each is not pick)
            return replace(comparison, picks=(pick, *others))
    raise NoSuchPick(comparison, id_)


def _order(each: RankedDeal, cost: float = 0.0, *, again: bool = False) -> tuple[object, ...]:
    return (
        *each.wishes,
        each.on_hold,
        again,
        cost - each.airable,
        -each.merit,
        -each.won,
        each.key,
    )


def _won(comparison: Comparison) -> float:
    plays = comparison.deal.plays
    results = (chips / play.game.unit for play in plays for chips in play.result.values())
    return float(max(results, default=0.0))


def _decision(pick: Pick) -> Hashable:
    actions = frozenset(branch.move.action for branch in pick.branches)
    return pick.street, actions, frozenset(story.name for story in pick.stories)


def _segments(comparison: Comparison, pick: Pick) -> set[Hashable]:
    """What makes two segments the same: the decision, what it answers, and who took it or whom it
    was taken against; empty without players' names."""
    bet = next((move for move in reversed(pick.history) if move.to is not None), None)
    answered = None if bet is None else (bet.street, bet.action)
    sides = {"by": pick.seat} if bet is None else {"by": pick.seat, "against": bet.seat}
    people = {side: _players(comparison, pick, seat) for side, seat in sides.items()}
    return {(_decision(pick), answered, side, names) for side, names in people.items() if names}


def _players(comparison: Comparison, pick: Pick, seat: int) -> frozenset[str]:
    """Who sat in a seat at the tables shown."""
    return frozenset(
        play.players[seat].name
        for play in comparison.deal.plays
        if play.table in pick.pairing and seat in play.players
    )
