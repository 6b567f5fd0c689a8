"""Deals in order of their best picks, with variety for a show, or a pick chosen by hand (DESIGN,
comparison 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import replace

from producer.compare.airable import VARIETY
from producer.compare.model import Comparison, Pick

MOST_REPEATS = 3
"""Repeats of one kind of decision beyond which one more costs nothing."""


def ranked(comparisons: Iterable[Comparison]) -> list[Comparison]:
    """A deal with a veto comes last, before it one without a pick, before that one with a hold;
    then airable, merit, and the deal's name."""
    return sorted(comparisons, key=lambda each: _order(each, 0.0))


def varied(comparisons: Iterable[Comparison]) -> list[Comparison]:
    """``ranked``, but each deal whose decision or people a better one has shown comes later.

    The same kind of decision (street, kinds of action, stories) costs ``VARIETY`` for each better
    deal that had it, up to ``MOST_REPEATS``; the same players in the pick's seat cost it once.
    """
    decisions: Counter[Hashable] = Counter()
    people: Counter[Hashable] = Counter()
    scored = []
    for each in ranked(comparisons):
        cost = 0.0
        if each.best is not None:
            decision, players = _decision(each.best), _players(each, each.best)
            cost = VARIETY * (min(decisions[decision], MOST_REPEATS) + (people[players] > 0))
            decisions[decision] += 1
            people[players] += 1
        scored.append((_order(each, cost), each))
    return [each for _, each in sorted(scored, key=lambda pair: pair[0])]


class NoSuchPick(ValueError):
    """A pick's id that the deal does not have; the message names those it has."""

    def __init__(self, comparison: Comparison, id_: str) -> None:
        there = ", ".join(pick.id for pick in comparison.picks) or "none"
        super().__init__(
            f"deal {comparison.deal.key} has no pick {id_}; where a hand was corrected it is gone; "
            f"there are {there}"
        )


def focused(comparison: Comparison, id_: str) -> Comparison:
    """The comparison with the pick of that id as its first, so that all that shows or tells the
    deal shows and tells that pick. A longer id is taken as well. Raises NoSuchPick."""
    for pick in comparison.picks:
        if id_.lower().startswith(pick.id):
            others = (each for each in comparison.picks if each is not pick)
            return replace(comparison, picks=(pick, *others))
    raise NoSuchPick(comparison, id_)


def _order(each: Comparison, cost: float) -> tuple[object, ...]:
    return (
        bool(each.vetoes), not each.picks, bool(each.holds), cost - each.airable, -each.merit,
        each.deal.key,
    )  # fmt: skip


def _decision(pick: Pick) -> Hashable:
    actions = frozenset(branch.move.action for branch in pick.branches)
    return pick.street, actions, frozenset(story.name for story in pick.stories)


def _players(comparison: Comparison, pick: Pick) -> Hashable:
    return frozenset(
        player.name
        for play in comparison.deal.plays
        if play.table in pick.pairing and (player := play.players.get(pick.seat)) is not None
    )
