"""One number told for two, and one thing told under two numbers: live sessions only. Pure.

Archives repeat numbers, and a program's match may repeat a deck.
"""

from __future__ import annotations

from producer.events import DealCards
from producer.feeds.sanity import Fault
from producer.games.line import DealKey
from producer.record.known import Known, is_live

WHOLE_BOARD = 10


def same_number(known: Known, key: DealKey, table: str, hand: int) -> Fault | None:
    """A table counts its hands: one number stands for one deal."""
    group = key.session, key.group
    if not is_live(known, group):
        return None
    before = known.numbers.get((*group, table, hand), key.number)
    if before == key.number:
        return None
    return Fault(
        f"hand {hand} of table {table} was deal {before} already",
        "Correct the number of the hand or of the deal; if two devices send as this table, give "
        "one its own table",
    )


def same_deck(known: Known, key: DealKey, wider: DealCards) -> Fault | None:
    """Two numbers with the same cards at every seat and the same board are one deal told twice."""
    group = key.session, key.group
    if not is_live(known, group) or not _telling(wider):
        return None
    for other, deal in known.deals.items():
        if other != key and (other.session, other.group) == group and _same(deal, wider):
            return Fault(
                f"deal {key.number} has the very cards of deal {other.number}",
                "Correct the number of the deal; the same hand is told under one number only",
            )
    return None


def _telling(deal: DealCards) -> bool:
    return len(deal.board) == WHOLE_BOARD and len(deal.cards) > 1


def _same(a: DealCards, b: DealCards) -> bool:
    return a.board == b.board and a.cards == b.cards and a.button == b.button
