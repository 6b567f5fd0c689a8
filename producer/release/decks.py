"""Which deals are the same cards under another name. Pure.

Seats count for nothing here: a group that numbers its seats otherwise plays the same cards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from producer.games.line import DealKey
from producer.record import DealBook, GroupBook

HANDS = 2
"""So many hands in common are no accident: about one in 800,000 for two hands of any two decks."""


class Decks:
    """Deals by the hands in them, to find those that share cards with another."""

    def __init__(self, deals: Iterable[tuple[DealKey, DealBook]]) -> None:
        self._with_hand: dict[str, list[tuple[DealKey, DealBook]]] = defaultdict(list)
        for key, deal in deals:
            for hand in deal.hands:
                self._with_hand[hand].append((key, deal))

    def same_as(self, key: DealKey, deal: DealBook) -> list[DealKey]:
        """The others that are, or may be, the same cards."""
        found = {
            other: other_deal
            for hand in deal.hands
            if hand in self._with_hand
            for other, other_deal in self._with_hand[hand]
            if other != key
        }
        return sorted(other for other in found if same_cards(deal, found[other]))


def same_cards(a: DealBook, b: DealBook) -> bool:
    """Whether two deals are one deck as far as known: hands in common and no other flop.

    Where one of them is known by a single hand, that one hand must do.
    """
    known = min(len(a.hands), len(b.hands))
    if not known or len(a.hands & b.hands) < min(HANDS, known):
        return False
    return not a.board or not b.board or _flop(a.board) == _flop(b.board)


def parallel_groups(live: list[GroupBook]) -> Iterator[tuple[GroupBook, GroupBook]]:
    """Pairs of live groups, each way, of which the second may play the cards of the first under
    the same numbers: groups of one session unless they were seen to differ; of several sessions
    only where they were seen to be the same."""
    for a in live:
        for b in live:
            if a is not b and _parallel(a, b):
                yield a, b


def _parallel(a: GroupBook, b: GroupBook) -> bool:
    differ = False
    for number in a.deals.keys() & b.deals.keys():
        one, other = a.deals[number], b.deals[number]
        if one.hands and other.hands:
            if same_cards(one, other):
                return True
            differ = True
    return a.session == b.session and not differ


def _flop(board: str) -> frozenset[str]:
    return frozenset((board[:2], board[2:4], board[4:6]))
