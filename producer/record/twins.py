"""One number told for two, and one thing told under two numbers: live sessions only. Pure.

Archives repeat numbers, and a program's match may repeat a deck.
"""

from __future__ import annotations

from producer.events import DealCards
from producer.feeds.sanity import Fault
from producer.games.line import DealKey
from producer.record.known import Known, is_live

HANDS = 2
FLOP = 6
"""Characters of three cards."""


def same_number(known: Known, key: DealKey, table: str, hand: int) -> Fault | None:
    """A table counts its hands: one number stands for one deal."""
    group = key.session, key.group
    if not is_live(known, group):
        return None
    before = known.numbers.get((*group, table, hand))
    if not before or key.number in before:
        return None
    return Fault(
        f"hand {hand} of table {table} was deal {min(before)} already",
        "Correct the number of the hand or of the deal; if two devices send as this table, give "
        "one its own table",
    )


def same_deck(known: Known, key: DealKey, wider: DealCards) -> Fault | None:
    """Two numbers of a group with the same cards are one deal told twice; which of them was heard
    first stands."""
    group = key.session, key.group
    if not is_live(known, group) or len(wider.cards) < HANDS:
        return None
    for other, deal in known.deals.items():
        if _same(deal, wider) and other != key and (other.session, other.group) == group:
            return Fault(
                f"deal {key.number} of group {key.group} has the same cards as deal "
                f"{other.number}: the same hand under two numbers",
                "Correct the number of the deal and send it again. Where it is right, void what "
                f"was played as deal {other.number}, correct that deal's cards (deal.corrected) "
                "and release this one",
            )
    return None


def _same(a: DealCards, b: DealCards) -> bool:
    """Whether all that both tell is the same, and too much for chance: two hands and the flop, or
    three hands. Two hands alone are met again in a match of some thousand deals.
    """
    if a.button != b.button:
        return False
    both = 0
    for seat, hole in a.cards.items():
        other = b.cards.get(seat)
        if hole and other:
            if other not in (hole, hole[2:] + hole[:2]):
                return False
            both += 1
    told = min(len(a.board), len(b.board))
    if told < FLOP:
        return both > HANDS
    alike = _flop(a.board) == _flop(b.board) and a.board[FLOP:told] == b.board[FLOP:told]
    return both >= HANDS and alike


def _flop(board: str) -> frozenset[str]:
    return frozenset((board[:2], board[2:4], board[4:6]))
