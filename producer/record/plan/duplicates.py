"""Finds one hand number used for two deals, and one deal under two numbers, in live sessions. Pure.

Archives repeat numbers, and matches of programs may repeat a deck. Only the same table's events, or
the office's, are compared; two tables that give one deck two numbers are a matter for the gate.
"""

from __future__ import annotations

from collections.abc import Iterator

from producer.games.line import DealKey
from producer.messages import message
from producer.problems import Problem, problem
from producer.record.plan.decks import OFFICE, ShownCards, deck_from_office, same_deck
from producer.record.plan.state import WorkingState, is_live


def hand_number_fault(state: WorkingState, key: DealKey, table: str, hand: int) -> Problem | None:
    """The problem that the table has used the hand number for another deal."""
    group = key.session, key.group
    if not is_live(state, group):
        return None
    before = state.numbers.get((*group, table, hand))
    if not before or key.number in before:
        return None
    return problem(
        "hand-number-of-other-deal", "data.hand", hand=hand, table=table, deal=min(before)
    )


def same_deck_fault(
    state: WorkingState, key: DealKey, shown: ShownCards, by: str
) -> Problem | None:
    """The problem that ``by``, a table or the office, has shown the same cards under another deal
    number."""
    if not is_live(state, (key.session, key.group)) or not shown.cards:
        return None
    for other, before in _others(state, key, by):
        if same_deck(before, shown):
            who = message("the office") if by == OFFICE else message("table {name}", name=by)
            return problem("same-cards", "data.deal", who=who, other=other.number, deal=key.number)
    return None


def _others(state: WorkingState, key: DealKey, by: str) -> Iterator[tuple[DealKey, ShownCards]]:
    """The cards that ``by`` has shown of the other deals of the group."""
    group = key.session, key.group
    for other, views in state.views.items():
        if other == key or (other.session, other.group) != group:
            continue
        if by == OFFICE:
            deck = deck_from_office(views.values())
            if deck is not None:
                yield other, deck
            continue
        for view in views.values():
            if view.table == by and view.ended and not view.void:
                yield other, view.shown
