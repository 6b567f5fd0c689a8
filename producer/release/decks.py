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

FLOP, TURN = 6, 8
"""Characters of three cards and of four. Nor is a board in common, from the turn on: one in
1,000,000."""

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
        self._with: dict[str, set[DealKey]] = defaultdict(set)
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
        for part in _parts(deal):
            near |= self._with[part]
        for other in near:
            met = live or other in self._live
            if met and same_cards(deal, self._known[other]):
                self.same.setdefault(key, set()).add(other)
                self.same.setdefault(other, set()).add(key)
                self.met |= {(key.session, key.group), (other.session, other.group)}
        self._known[key] = deal
        for part in _parts(deal):
            self._with[part].add(key)
        if live:
            self._live.add(key)

    def _forget(self, key: DealKey) -> None:
        before = self._known.pop(key, None)
        for part in _parts(before) if before else ():
            self._with[part].discard(key)
        for other in self.same.pop(key, ()):
            self.same[other].discard(key)


def decks_of(books: Iterable[GroupBook]) -> Decks:
    decks = Decks()
    decks.update(books)
    return decks


def same_cards(a: DealBook, b: DealBook) -> bool:
    """Whether two deals are one deck as far as known: hands in common and no other flop, or a board
    in common and nothing that contradicts.

    Where one of them is known by a single hand, one hand in common is enough.
    """
    known = min(len(a.hands), len(b.hands))
    if known and len(a.hands & b.hands) >= min(HANDS, known):
        return not (a.sure and b.sure and _other_flop(a, b))
    return _same_board(a.board, b.board) and not contradict(a, b)


def contradict(a: DealBook, b: DealBook) -> bool:
    """Whether two deals cannot be one deck: another flop, or a card that one has in one hand and
    the other elsewhere. Two hands alone say nothing: others may have been shown.

    Both must be sure: this releases deals, and a single device may be wrong, or lie.
    """
    if not (a.sure and b.sure):
        return False
    if _other_flop(a, b):
        return True
    places, others = _places(a), _places(b)
    return any(card in others and others[card] != place for card, place in places.items())


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
    """Whether under one number they have shown what cannot be one deck."""
    return any(
        number in b.deals and contradict(deal, b.deals[number]) for number, deal in a.deals.items()
    )


def _parts(deal: DealBook) -> Iterator[str]:
    """What two deals must have one of in common to be one deck."""
    yield from deal.hands
    if len(deal.board) >= TURN:
        yield "".join(sorted(_flop(deal.board))) + deal.board[FLOP:TURN]


def _same_board(a: str, b: str) -> bool:
    told = min(len(a), len(b))
    return told >= TURN and _flop(a) == _flop(b) and a[FLOP:told] == b[FLOP:told]


def _other_flop(a: DealBook, b: DealBook) -> bool:
    return min(len(a.board), len(b.board)) >= FLOP and _flop(a.board) != _flop(b.board)


def _places(deal: DealBook) -> dict[str, str]:
    """Where each card that is known lies: in which hand, or on the board (``""``)."""
    held = {card: hand for hand in deal.hands for card in (hand[:2], hand[2:])}
    return held | {deal.board[at : at + 2]: "" for at in range(0, len(deal.board), 2)}


def _flop(board: str) -> frozenset[str]:
    return frozenset((board[:2], board[2:4], board[4:6]))
