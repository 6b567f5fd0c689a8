"""The three rows of an open-face hand: how strong each is, and when the hand is a foul (RULES O1).

Rows are compared by the cards in them alone: three cards in front have no straight and no flush.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from types import MappingProxyType

from producer.games.cards import Cards, format_cards, parse_cards
from producer.messages import message

SIZES: Mapping[str, int] = MappingProxyType({"back": 5, "middle": 5, "front": 3})
"""Cards in each row, in the order in which placements name the rows."""

HAND = sum(SIZES.values())

KINDS = (
    "high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house",
    "four of a kind", "straight flush",
)  # fmt: skip

STRAIGHT, FLUSH, STRAIGHT_FLUSH = (
    KINDS.index(name) for name in ("straight", "flush", "straight flush")
)
ACE, FIVE = 12, 3
BY_COUNTS = {
    (2, 1, 1, 1): 1, (2, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3,): 3, (3, 2): 6, (4, 1): 7,
}  # fmt: skip

MADE = {(): 0, (2,): 1, (2, 2): 2, (3,): 3, (3, 2): 6, (4,): 7}

Strength = tuple[int, ...]
"""The kind of a row, a place in ``KINDS``, then the ranks that decide, 0 for deuces to 12 for aces.
Larger tuples are stronger, also of a row of three beside a row of five."""


@lru_cache(maxsize=1 << 17)
def strength(cards: Cards) -> Strength:
    """How strong a full row is.

    >>> strength(parse_cards("AhAdKc")) > strength(parse_cards("AsAcQdJs9c"))
    True
    """
    ranks = [card // 4 for card in cards]
    counted = sorted({(ranks.count(rank), rank) for rank in ranks}, reverse=True)
    deciding = tuple([rank for _, rank in counted])
    if len(counted) < len(cards):
        return (BY_COUNTS[tuple([count for count, _ in counted])], *deciding)
    if len(cards) < 5:
        return (0, *deciding)
    suited = len({card % 4 for card in cards}) == 1
    wheel = deciding[:2] == (ACE, FIVE)
    if wheel or deciding[0] - deciding[4] == 4:
        return (STRAIGHT_FLUSH if suited else STRAIGHT, FIVE if wheel else deciding[0])
    return (FLUSH if suited else 0, *deciding)


@dataclass(frozen=True, slots=True)
class Rows:
    """The cards of one player, by row, each in the order in which they were placed."""

    back: Cards = ()
    middle: Cards = ()
    front: Cards = ()

    def of(self, row: str) -> Cards:
        cards: Cards = getattr(self, row)
        return cards

    @property
    def cards(self) -> Cards:
        return self.back + self.middle + self.front

    @property
    def open(self) -> dict[str, int]:
        """How many cards each row still takes."""
        return {
            "back": 5 - len(self.back),
            "middle": 5 - len(self.middle),
            "front": 3 - len(self.front),
        }

    @property
    def is_full(self) -> bool:
        return len(self.cards) == HAND

    def with_cards(self, placed: Mapping[str, Cards]) -> Rows:
        return Rows(
            self.back + placed.get("back", ()),
            self.middle + placed.get("middle", ()),
            self.front + placed.get("front", ()),
        )


def is_foul(rows: Rows) -> bool:
    """Whether a full hand is a foul: the middle beats the back, or the front the middle.

    >>> is_foul(Rows(*map(parse_cards, ("AsAhKdQd2c", "3c3d3hKs7c", "QcJc9h"))))
    True
    """
    middle = strength(rows.middle)
    return middle > strength(rows.back) or strength(rows.front) > middle


def at_least(cards: Cards) -> Strength:
    """How strong a row that is not full will be at least: its pairs and threes stay.

    >>> at_least(parse_cards("AsAhAd")) > strength(parse_cards("9c9d9h5s4c"))
    True
    """
    ranks = [card // 4 for card in cards]
    several = sorted({(ranks.count(each), each) for each in ranks if ranks.count(each) > 1})[::-1]
    return (MADE[tuple([count for count, _ in several])], *[rank for _, rank in several])


def in_wrong_order(rows: Rows) -> bool:
    """Whether a row that is full is beaten already by one in front of it, full or not."""
    open_ = rows.open
    for behind, before in combinations(SIZES, 2):
        if not open_[behind]:
            own = rows.of(before)
            lowest = at_least(own) if open_[before] else strength(own)
            if lowest > strength(rows.of(behind)):
                return True
    return False


class BadPlacement(ValueError):
    """A text that is no placement. ``reason``: why."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


def spelt(placed: Mapping[str, Cards]) -> str:
    """A placement in the spelling by which two are compared: rows from the back to the front,
    high cards first.

    >>> spelt({"front": parse_cards("Qs"), "back": parse_cards("KdAh")})
    'back AhKd, front Qs'
    """
    return ", ".join(
        f"{row} {format_cards(tuple(sorted(placed[row], reverse=True)))}"
        for row in SIZES
        if placed.get(row)
    )


@lru_cache(maxsize=65536)
def placement(text: str) -> Mapping[str, Cards]:
    """The cards of a placement, by row, however it is spelt. Raises BadPlacement.

    >>> spelt(placement("front Qs, back KdAh"))
    'back AhKd, front Qs'
    """
    placed: dict[str, Cards] = {}
    for part in text.split(", "):
        row, _, cards = part.partition(" ")
        if row not in SIZES or row in placed:
            raise BadPlacement(
                message("'{part}' is not a row and its cards, such as 'back AhKd'", part=part)
            )
        try:
            placed[row] = parse_cards(cards)
        except ValueError as fault:
            raise BadPlacement(fault.args[0]) from None
    every = [card for cards in placed.values() for card in cards]
    if len(set(every)) < len(every):
        raise BadPlacement(message("a card is placed twice"))
    return MappingProxyType(placed)
