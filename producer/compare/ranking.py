"""Ranks deals by their best picks, with variety for a show (DESIGN, comparison 5)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import replace

from producer.compare.airable import ROADS, VARIETY
from producer.compare.model import Comparison, Pick
from producer.compare.picks import preference

MOST_REPEATS = 3
"""Repeats of one kind of decision that cost merit; further ones are free."""


def ranked(comparisons: Iterable[Comparison]) -> list[Comparison]:
    """The producer's own ranks first, then the stars, then by airable, merit and name. Holds come
    after all these, then deals without a pick, with a veto, and with all picks dismissed."""
    return sorted(comparisons, key=_order)


def varied(comparisons: Iterable[Comparison]) -> list[Comparison]:
    """As ``ranked``, but deals that repeat the decision or people of a better one move down.

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
    for each in ranked(comparisons):
        cost, again = 0.0, False
        if each.best is not None:
            decision, players = _decision(each.best), _players(each, each.best, each.best.seat)
            own = _segments(each, each.best)
            seen = bool(players) and people[players] > 0
            cost = VARIETY * (min(decisions[decision], MOST_REPEATS) + seen)
            roads = any(story.name == ROADS for story in each.best.stories)
            again = not own.isdisjoint(segments) or (roads and has_roads)
            has_roads = has_roads or roads
            decisions[decision] += 1
            people[players] += 1
            segments |= own
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
    A longer form of the id works too. Raises NoSuchPick."""
    for pick in comparison.picks:
        if id_.lower().startswith(pick.id):
            others = (each for each in comparison.picks if each is not pick)
            return replace(comparison, picks=(pick, *others))
    raise NoSuchPick(comparison, id_)


def _order(each: Comparison, cost: float = 0.0, *, again: bool = False) -> tuple[object, ...]:
    best = each.best
    wishes = (False, bool(each.vetoes), True, math.inf, True)
    if best is not None:
        dismissed = bool(best.decision.dismissed)
        wishes = (dismissed, bool(best.vetoes), False, *preference(best))
    return (*wishes, bool(each.holds), again, cost - each.airable, -each.merit, each.deal.key)


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
