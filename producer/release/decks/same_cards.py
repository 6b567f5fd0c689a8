"""Which deals have the same cards under different names. Pure.

Seats are ignored: a group may number its seats differently and still play the same cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from producer.games.cards import cards_in
from producer.games.line import DealKey
from producer.record import DealState, GroupState
from producer.record.plan.decks import BEYOND_CHANCE, FLOP, TURN, flop_of

IN_HANDS = 4
"""Four cards in whole hands in common make two deals of duplicate groups the same: two hands of
hold'em, by chance 1 in 800,000 for two decks heads-up and 1 in 3,600 six-handed. So does a board in
common up to the turn: 1 in 1,000,000."""

Group = tuple[str, str]
Pairs = tuple[tuple[DealKey, DealKey], ...]


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a group's deals. ``alone``: nobody else is to play them. ``hands``, ``boards``:
    by hole cards, and by flop and turn, the numbers of the deals that have them."""

    book: GroupState
    alone: bool
    hands: Mapping[str, tuple[int, ...]]
    boards: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Shared:
    """Pairs of deals with the same cards, as far as known, by the two groups they are in (or one
    group twice). Archives are compared with live groups only: among themselves they seal nothing.
    """

    cards: Mapping[Group, Cards] = field(default_factory=dict)
    pairs: Mapping[tuple[Group, Group], Pairs] = field(default_factory=dict)

    def twins(self, key: DealKey) -> frozenset[DealKey]:
        """The deals with the same cards as ``key``."""
        group = key.session, key.group
        return frozenset(
            b if a == key else a
            for groups, pairs in self.pairs.items()
            if group in groups
            for a, b in pairs
            if key in (a, b)
        )


NOTHING_SHARED = Shared()


def find_same_cards(
    books: Mapping[Group, GroupState],
    alone: Collection[Group] = (),
    before: Shared = NOTHING_SHARED,
) -> Shared:
    """All pairs of deals with the same cards. ``alone``: the groups of a single table, whose cards
    nobody else is to play: of two of them only whole deals are the same. ``before``: the result for
    earlier books; groups whose cards have not changed since are not compared with each other again.
    """
    if all(book.kind == "archive" for book in books.values()):
        return NOTHING_SHARED
    cards = {
        group: old
        if (old := before.cards.get(group))
        and old.alone == (group in alone)
        and _same_books(old.book, book)
        else _cards_of(book, group in alone)
        for group, book in books.items()
    }
    new = {group for group, each in cards.items() if each is not before.cards.get(group)}
    if not new:
        return before
    pairs = {groups: matches for groups, matches in before.pairs.items() if new.isdisjoint(groups)}
    for a in new:
        for b, others in cards.items():
            if (b not in new or a <= b) and "live" in (books[a].kind, books[b].kind):
                matches = tuple(_pairs(cards[a], others))
                if matches:
                    pairs[a, b] = matches
    return Shared(cards, pairs)


def same_cards(a: DealState, b: DealState) -> bool:
    """Whether two deals have the same cards as far as known: ``IN_HANDS`` in common and no
    different flop, or a board in common and no contradiction.

    Where fewer cards of a deal are known, those are enough. Cards of void hands and of
    hands that do not fit the deck count too: they may be in play elsewhere.
    """
    return any(_is_same(one, other) for one in _versions(a) for other in _versions(b))


def same_whole_deal(a: DealState, b: DealState) -> bool:
    """Whether two deals of tables alone are one: they have the same hands, ``IN_HANDS`` at least;
    or all hands known of one are the other's, with ``BEYOND_CHANCE`` cards of hands and board in
    common. Nothing contradicts.

    Of the hands that many such tables play in a night, two have two hands in common by chance, and
    would wait for each other.
    """
    return any(_is_whole(one, other) for one in _versions(a) for other in _versions(b))


def _is_whole(a: DealState, b: DealState) -> bool:
    hands = a.hands & b.hands
    if hands not in (a.hands, b.hands) or _cannot_be_one(a, b):
        return False
    in_common = _cards(hands) + _board_in_common(a.board, b.board)
    return in_common >= (IN_HANDS if a.hands == b.hands else BEYOND_CHANCE)


def _versions(deal: DealState) -> Iterator[DealState]:
    yield deal
    for hands, board in deal.others:
        yield replace(deal, hands=hands, board=board, sure=False, others=())


def _is_same(a: DealState, b: DealState) -> bool:
    shared = _cards(a.hands & b.hands)
    if shared and shared >= min(IN_HANDS, _cards(a.hands), _cards(b.hands)):
        return not (a.sure and b.sure and _different_flop(a, b))
    return _same_board(a.board, b.board) and not contradict(a, b)


def contradict(a: DealState, b: DealState) -> bool:
    """Whether two deals cannot have the same cards: a different flop, or one card in two places.
    Two different hands alone prove nothing: each may be another seat's.

    Both must be sure: this releases deals, and a single device may be wrong, or lie.
    """
    return a.sure and b.sure and _cannot_be_one(a, b)


def _cannot_be_one(a: DealState, b: DealState) -> bool:
    if _different_flop(a, b):
        return True
    places, others = _places(a), _places(b)
    return any(card in others and others[card] != place for card, place in places.items())


def possibly_parallel(
    live: list[GroupState], shared: Shared
) -> Iterator[tuple[GroupState, GroupState]]:
    """Pairs of live groups, each way, of which the second may play the cards of the first under
    the same numbers: groups of one session unless their cards differ, groups of different sessions
    only if they have cards in common."""
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
    """Whether a deal number has contradicting cards in the two groups."""
    return any(
        number in b.deals and contradict(deal, b.deals[number]) for number, deal in a.deals.items()
    )


def _same_books(before: GroupState, now: GroupState) -> bool:
    """Whether both have the same cards."""
    if before is now:
        return True
    return before.deals.keys() == now.deals.keys() and all(
        (deal.hands, deal.board, deal.sure, deal.others)
        == (old.hands, old.board, old.sure, old.others)
        for deal, old in zip(now.deals.values(), before.deals.values(), strict=True)
    )


def _cards_of(book: GroupState, alone: bool) -> Cards:
    hands: dict[str, tuple[int, ...]] = {}
    boards: dict[str, tuple[int, ...]] = {}
    for number, deal in book.deals.items():
        for hand in _all_hands(deal):
            hands[hand] = (*hands.get(hand, ()), number)
        for turn in _turns(deal):
            boards[turn] = (*boards.get(turn, ()), number)
    return Cards(book, alone, hands, boards)


def _pairs(a: Cards, b: Cards) -> Iterator[tuple[DealKey, DealKey]]:
    same = same_whole_deal if a.alone and b.alone else same_cards
    for number, deal in a.book.deals.items():
        for other in _near(deal, b):
            if (a is not b or number < other) and same(deal, b.book.deals[other]):
                yield _key(a.book, number), _key(b.book, other)


def _near(deal: DealState, cards: Cards) -> Iterable[int]:
    """The numbers of the deals in ``cards`` with enough in common with ``deal`` to be compared."""
    counts: Counter[int] = Counter()
    for hand in _all_hands(deal):
        for number in cards.hands.get(hand, ()):
            counts[number] += _cards((hand,))
    fewest, deals = _fewest(deal), cards.book.deals
    near = {
        number
        for number, shared in counts.items()
        if shared >= IN_HANDS or shared >= min(fewest, _fewest(deals[number]))
    }
    return sorted(near.union(*(cards.boards.get(turn, ()) for turn in _turns(deal))))


def _all_hands(deal: DealState) -> frozenset[str]:
    return deal.hands.union(*(hands for hands, _ in deal.others))


def _fewest(deal: DealState) -> int:
    return min(_cards(hands) for hands in (deal.hands, *(hands for hands, _ in deal.others)))


def _cards(hands: Collection[str]) -> int:
    return sum(map(len, hands)) // 2


def _turns(deal: DealState) -> set[str]:
    boards = (deal.board, *(board for _, board in deal.others))
    return {turn for board in boards if (turn := _turn(board))}


def _key(book: GroupState, number: int) -> DealKey:
    return DealKey(book.session, book.group, number)


def _turn(board: str) -> str:
    """Flop and turn, the flop sorted; empty where the turn is not known."""
    if len(board) < TURN:
        return ""
    return "".join(sorted(flop_of(board))) + board[FLOP:TURN]


def _same_board(a: str, b: str) -> bool:
    shown = min(len(a), len(b))
    return shown >= TURN and flop_of(a) == flop_of(b) and a[FLOP:shown] == b[FLOP:shown]


def _board_in_common(a: str, b: str) -> int:
    """How many cards of two boards of the same flop are the same; 0 before both have it."""
    shown = min(len(a), len(b))
    if shown < FLOP:
        return 0
    return 3 + sum(a[at : at + 2] == b[at : at + 2] for at in range(FLOP, shown, 2))


def _different_flop(a: DealState, b: DealState) -> bool:
    return min(len(a.board), len(b.board)) >= FLOP and flop_of(a.board) != flop_of(b.board)


def _places(deal: DealState) -> dict[str, str]:
    """Where each known card lies: in which hand, or ``""`` for the board."""
    in_hands = {card: hand for hand in deal.hands for card in cards_in(hand)}
    return in_hands | dict.fromkeys(cards_in(deal.board), "")
