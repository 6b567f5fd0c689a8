"""Which deals are the same cards under another name.

Seats count for nothing here: a group that numbers its seats otherwise plays the same cards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from producer.games.line import DealKey
from producer.record import DealBook, GroupBook

HANDS = 2
"""So many hands in common are no accident: about one in 800,000 for two hands of any two decks."""

Group = tuple[str, str]


class Decks:
    """All deals by the hands in them. A deal is looked at again only where its cards change, since
    they seldom do and every verdict asks for them.

    Deals of archives are set beside live ones only: among themselves they seal nothing.
    ``same``: by deal, those that are the same cards as far as known. ``met``: groups of which any
    deal was ever seen to be the same as another.
    """

    def __init__(self) -> None:
        self._known: dict[DealKey, DealBook] = {}
        self._with_hand: dict[str, set[DealKey]] = defaultdict(set)
        self._live: set[DealKey] = set()
        self.same: dict[DealKey, set[DealKey]] = {}
        self.met: set[Group] = set()

    def update(self, books: Iterable[GroupBook]) -> None:
        """Takes in what has changed in ``books``."""
        for book in books:
            self.look(book, book.deals)

    def look(self, book: GroupBook, numbers: Iterable[int]) -> None:
        """Takes in what has changed in the deals ``numbers`` of ``book``."""
        for number in numbers:
            deal = book.deals[number]
            key = DealKey(book.session, book.group, number)
            before = self._known.get(key)
            if before is None or (before.hands, before.board) != (deal.hands, deal.board):
                self._forget(key)
                self._add(key, deal, live=book.kind == "live")

    def _add(self, key: DealKey, deal: DealBook, *, live: bool) -> None:
        near: set[DealKey] = set()
        for hand in deal.hands:
            near |= self._with_hand[hand]
        for other in near:
            met = live or other in self._live
            if met and same_cards(deal, self._known[other]):
                self.same.setdefault(key, set()).add(other)
                self.same.setdefault(other, set()).add(key)
                self.met |= {(key.session, key.group), (other.session, other.group)}
        self._known[key] = deal
        for hand in deal.hands:
            self._with_hand[hand].add(key)
        if live:
            self._live.add(key)

    def _forget(self, key: DealKey) -> None:
        before = self._known.pop(key, None)
        for hand in before.hands if before else ():
            self._with_hand[hand].discard(key)
        for other in self.same.pop(key, ()):
            self.same[other].discard(key)


def decks_of(books: Iterable[GroupBook]) -> Decks:
    decks = Decks()
    decks.update(books)
    return decks


def same_cards(a: DealBook, b: DealBook) -> bool:
    """Whether two deals are one deck as far as known: hands in common and no other flop.

    Where one of them is known by a single hand, that one hand must do.
    """
    known = min(len(a.hands), len(b.hands))
    if not known or len(a.hands & b.hands) < min(HANDS, known):
        return False
    return not a.board or not b.board or _flop(a.board) == _flop(b.board)


def parallel_groups(
    live: list[GroupBook], same: Mapping[DealKey, set[DealKey]]
) -> Iterator[tuple[GroupBook, GroupBook]]:
    """Pairs of live groups, each way, of which the second may play the cards of the first under
    the same numbers: groups of one session unless they were seen to differ; of several sessions
    only where they were seen to be the same."""
    seen = {
        ((key.session, key.group), (other.session, other.group))
        for key, others in same.items()
        for other in others
        if key.number == other.number
    }
    for a in live:
        for b in live:
            names = (a.session, a.group), (b.session, b.group)
            if a is b:
                continue
            if names in seen or (a.session == b.session and not _differ(a, b)):
                yield a, b


def _differ(a: GroupBook, b: GroupBook) -> bool:
    """Whether both have shown cards under one number; called where these are never the same."""
    return any(
        number in b.deals and deal.hands and b.deals[number].hands
        for number, deal in a.deals.items()
    )


def _flop(board: str) -> frozenset[str]:
    return frozenset((board[:2], board[2:4], board[4:6]))
