"""One number told for two deals, and one deal told under two numbers: live sessions only. Pure.

Archives repeat numbers, and a program's match may repeat a deck. Only what the same table has said,
or the office, is compared: two tables that give one deck two numbers are for the release gate.
"""

from __future__ import annotations

from collections.abc import Iterator

from producer.games.line import DealKey
from producer.problems import Problem, problem
from producer.record.plan.decks import AGREEING, OFFICE, Shown, deck_from_office, same_deck
from producer.record.plan.state import Known, is_live


def same_number(known: Known, key: DealKey, table: str, hand: int) -> Problem | None:
    """A table counts its hands: one number stands for one deal."""
    group = key.session, key.group
    if not is_live(known, group):
        return None
    before = known.numbers.get((*group, table, hand))
    if not before or key.number in before:
        return None
    return problem(
        "hand-number-of-other-deal", "data.hand", hand=hand, table=table, deal=min(before)
    )


def same_decks(known: Known, key: DealKey, shown: Shown, by: str) -> Problem | None:
    """Where ``by``, a table or the office, has shown the same cards under another number: one deal
    told twice."""
    if not is_live(known, (key.session, key.group)) or len(shown.cards) < AGREEING:
        return None
    for other, before in _others(known, key, by):
        if same_deck(before, shown):
            who = "the office" if by == OFFICE else f"table {by}"
            return problem("same-cards", "data.deal", who=who, other=other.number, deal=key.number)
    return None


def _others(known: Known, key: DealKey, by: str) -> Iterator[tuple[DealKey, Shown]]:
    """What ``by`` has shown of the other deals of the group."""
    group = key.session, key.group
    for other, views in known.views.items():
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
