"""Which deals are the same cards under another name. Pure.

Seats count for nothing here: a group that numbers its seats otherwise plays the same cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from producer.games.line import DealKey
from producer.record import DealState, GroupState

HANDS = 2
"""So many hands in common are no accident: about one in 800,000 for two hands of any two decks."""

FLOP, TURN = 6, 8
"""Characters of three cards and of four. Nor is a board in common, from the turn on: one in
1,000,000."""

Group = tuple[str, str]
Pairs = tuple[tuple[DealKey, DealKey], ...]


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a group's deals. ``hands``, ``boards``: by hand, and by flop and turn, the
    numbers of the deals in which they are."""

    book: GroupState
    hands: Mapping[str, tuple[int, ...]]
    boards: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Shared:
    """Which deals are the same cards as far as known, by two groups that share any, or by a group
    twice. Archives are compared with live groups only: among themselves they seal nothing."""

    cards: Mapping[Group, Cards] = field(default_factory=dict)
    pairs: Mapping[tuple[Group, Group], Pairs] = field(default_factory=dict)

    def twins(self, key: DealKey) -> frozenset[DealKey]:
        """The deals that are the same cards as ``key``."""
        group = key.session, key.group
        return frozenset(
            b if a == key else a
            for groups, pairs in self.pairs.items()
            if group in groups
            for a, b in pairs
            if key in (a, b)
        )


NOTHING_SHARED = Shared()


def shared_cards(books: Mapping[Group, GroupState], before: Shared = NOTHING_SHARED) -> Shared:
    """``before``: of the same groups earlier; those whose cards have not changed are not compared
    with each other again."""
    cards = {
        group: known
        if (known := before.cards.get(group)) and _same(known.book, book)
        else _of(book)
        for group, book in books.items()
    }
    new = {group for group, each in cards.items() if each is not before.cards.get(group)}
    if not new:
        return before
    pairs = {groups: found for groups, found in before.pairs.items() if new.isdisjoint(groups)}
    for a in new:
        for b, others in cards.items():
            if (b not in new or a <= b) and "live" in (books[a].kind, books[b].kind):
                found = tuple(_pairs(cards[a], others))
                if found:
                    pairs[a, b] = found
    return Shared(cards, pairs)


def same_cards(a: DealState, b: DealState) -> bool:
    """Whether two deals are one deck as far as known: hands in common and no other flop, or a board
    in common and nothing that contradicts.

    Where one of them is known by a single hand, one hand in common is enough. Cards of hands that
    are void or do not fit the deck count too: they may be in play elsewhere.
    """
    return any(_is_same(one, other) for one in _versions(a) for other in _versions(b))


def _versions(deal: DealState) -> Iterator[DealState]:
    yield deal
    for hands, board in deal.others:
        yield replace(deal, hands=hands, board=board, sure=False, others=())


def _is_same(a: DealState, b: DealState) -> bool:
    known = min(len(a.hands), len(b.hands))
    if known and len(a.hands & b.hands) >= min(HANDS, known):
        return not (a.sure and b.sure and _other_flop(a, b))
    return _same_board(a.board, b.board) and not contradict(a, b)


def contradict(a: DealState, b: DealState) -> bool:
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
    live: list[GroupState], shared: Shared
) -> Iterator[tuple[GroupState, GroupState]]:
    """Pairs of live groups, each way, of which the second may play the cards of the first under
    the same numbers: groups of one session unless they were seen to differ; of several sessions
    only where they were seen to be the same."""
    seen = {
        groups
        for groups, pairs in shared.pairs.items()
        if any(key.number == other.number for key, other in pairs)
    }
    seen |= {(b, a) for a, b in seen}
    for a in live:
        for b in live:
            names = (a.session, a.group), (b.session, b.group)
            if a is b:
                continue
            if names in seen or (a.session == b.session and not _differ(a, b)):
                yield a, b


def _differ(a: GroupState, b: GroupState) -> bool:
    """Whether under one number they have shown what cannot be one deck."""
    return any(
        number in b.deals and contradict(deal, b.deals[number]) for number, deal in a.deals.items()
    )


def _same(before: GroupState, now: GroupState) -> bool:
    """Whether the cards are those of before."""
    if before is now:
        return True
    return before.deals.keys() == now.deals.keys() and all(
        (deal.hands, deal.board, deal.sure, deal.others)
        == (old.hands, old.board, old.sure, old.others)
        for deal, old in zip(now.deals.values(), before.deals.values(), strict=True)
    )


def _of(book: GroupState) -> Cards:
    hands: dict[str, tuple[int, ...]] = {}
    boards: dict[str, tuple[int, ...]] = {}
    for number, deal in book.deals.items():
        for hand in _all_hands(deal):
            hands[hand] = (*hands.get(hand, ()), number)
        for turn in _turns(deal):
            boards[turn] = (*boards.get(turn, ()), number)
    return Cards(book, hands, boards)


def _pairs(a: Cards, b: Cards) -> Iterator[tuple[DealKey, DealKey]]:
    for number, deal in a.book.deals.items():
        for other in _near(deal, b):
            if (a is not b or number < other) and same_cards(deal, b.book.deals[other]):
                yield _key(a.book, number), _key(b.book, other)


def _near(deal: DealState, cards: Cards) -> Iterable[int]:
    """The deals that share so much with ``deal`` that they may be one deck."""
    found = Counter(number for hand in _all_hands(deal) for number in cards.hands.get(hand, ()))
    known, deals = _fewest(deal), cards.book.deals
    near = {
        number
        for number, shared in found.items()
        if shared >= HANDS or shared >= min(known, _fewest(deals[number]))
    }
    return sorted(near.union(*(cards.boards.get(turn, ()) for turn in _turns(deal))))


def _all_hands(deal: DealState) -> frozenset[str]:
    return deal.hands.union(*(hands for hands, _ in deal.others))


def _fewest(deal: DealState) -> int:
    return min(len(hands) for hands in (deal.hands, *(hands for hands, _ in deal.others)))


def _turns(deal: DealState) -> set[str]:
    boards = (deal.board, *(board for _, board in deal.others))
    return {turn for board in boards if (turn := _turn(board))}


def _key(book: GroupState, number: int) -> DealKey:
    return DealKey(book.session, book.group, number)


def _turn(board: str) -> str:
    """Flop and turn, the flop's cards in one order; empty where the turn is not known."""
    if len(board) < TURN:
        return ""
    return "".join(sorted(_flop(board))) + board[FLOP:TURN]


def _same_board(a: str, b: str) -> bool:
    told = min(len(a), len(b))
    return told >= TURN and _flop(a) == _flop(b) and a[FLOP:told] == b[FLOP:told]


def _other_flop(a: DealState, b: DealState) -> bool:
    return min(len(a.board), len(b.board)) >= FLOP and _flop(a.board) != _flop(b.board)


def _places(deal: DealState) -> dict[str, str]:
    """Where each card that is known lies: in which hand, or on the board (``""``)."""
    held = {card: hand for hand in deal.hands for card in (hand[:2], hand[2:])}
    return held | {deal.board[at : at + 2]: "" for at in range(0, len(deal.board), 2)}


def _flop(board: str) -> frozenset[str]:
    return frozenset((board[:2], board[2:4], board[4:6]))
