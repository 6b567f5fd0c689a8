"""All boards still possible, grouped into kinds that rank every hand the same.

The 658,008 boards of a six-handed deal make some 30,000 kinds: without a possible flush a board is
identified by its five ranks; with one, by the ranks in the flush suit and the other ranks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from producer.compare.equity.places import (
    FIVES,
    GROUP_KEYS,
    GROUPS,
    MASK_KEYS,
    MASKS,
    NUMBER,
    RANK_KEYS,
    Numbers,
    Places,
    flush_places,
    pair_places,
)
from producer.games.cards import DECK, Cards

Counts = npt.NDArray[np.float64]
"""Numbers of boards: whole, and far below the 2**53 up to which floats are exact."""

_CHOOSE: Counts = np.array(
    [[1, n, n * (n - 1) // 2, n * (n - 1) * (n - 2) // 6, int(n == 4), 0] for n in range(5)],
    dtype=np.float64,
)
"""Ways to draw 0 to 5 cards of a rank of which n are left."""

_OF_RANK: tuple[npt.NDArray[np.int64], ...] = tuple(
    (group[:, :, None] == np.arange(13)).sum(axis=1).T.copy() for group in GROUPS
)
"""By size, then rank: how many cards of the rank each group has."""


@dataclass(frozen=True, slots=True)
class _Suited:
    """Kinds of boards with a flush suit: every set of its ranks with every group of the others.

    ``masks``: the suit's ranks on the board, A; ``numbers``: of the five ranks, A x B.
    """

    suit: int
    masks: Numbers
    numbers: Numbers


@dataclass(frozen=True, slots=True)
class Kinds:
    """The kinds of boards and how many boards are of each.

    ``plain``: numbers of the five ranks of those without a flush; ``counts``: first of the plain
    kinds, then of every suited block in its order.
    """

    plain: Numbers
    suited: tuple[_Suited, ...]
    counts: Counts


def kinds_of_boards(board: Cards, dead: Iterable[Cards], hands: Collection[Cards]) -> Kinds:
    """Every way to complete ``board`` to five cards without a dead one.

    ``dead``: cards out of the deck; ``hands``: those that ``places`` will be called with, two cards
    each.
    """
    gone = set(board).union(*dead)
    left = [card for card in DECK if card not in gone]
    draws, key = 5 - len(board), int(RANK_KEYS[[card // 4 for card in board]].sum())
    boards = np.zeros(FIVES)
    boards[NUMBER[key + GROUP_KEYS[draws]]] = _ways(left, draws)
    suited, counts = [], []
    for suit in range(4):
        in_hand = max((sum(card % 4 == suit for card in hand) for hand in hands), default=0)
        on_board = suit_mask(board, suit)
        for drawn in range(max(0, 5 - in_hand - on_board.bit_count()), draws + 1):
            block, ways = _suited(left, suit, drawn, draws, key)
            suited.append(_Suited(suit, block.masks | on_board, block.numbers))
            counts.append(ways)
            np.subtract.at(boards, block.numbers.ravel(), ways)
    plain = np.flatnonzero(boards)
    return Kinds(plain, tuple(suited), np.concatenate([boards[plain], *counts]))


def places(kinds: Kinds, hand: Cards) -> Places:
    """The hand's place on every kind of board; 1 is best (H5)."""
    low, high = sorted(card // 4 for card in hand)
    by_ranks, flush = pair_places(low, high), flush_places()
    found = [by_ranks[kinds.plain]]
    for block in kinds.suited:
        best = flush[block.masks | suit_mask(hand, block.suit)]
        found.append(np.minimum(by_ranks[block.numbers], best[:, None]).ravel())
    return np.concatenate(found)


def suit_mask(cards: Cards, suit: int) -> int:
    """The ranks of one suit among the cards."""
    return sum(1 << card // 4 for card in cards if card % 4 == suit)


def _suited(left: list[int], suit: int, drawn: int, draws: int, key: int) -> tuple[_Suited, Counts]:
    """The boards that get ``drawn`` more cards of a suit, and how many are of each kind."""
    mine = sum(1 << card // 4 for card in left if card % 4 == suit)
    masks = MASKS[drawn][MASKS[drawn] & ~mine == 0]
    ways = _ways([card for card in left if card % 4 != suit], draws - drawn)
    able = np.flatnonzero(ways)
    numbers = NUMBER[key + MASK_KEYS[masks][:, None] + GROUP_KEYS[draws - drawn][able]]
    return _Suited(suit, masks, numbers.astype(np.int64)), np.tile(ways[able], len(masks))


def _ways(left: list[int], draws: int) -> Counts:
    """By group of ranks: in how many ways it can be drawn from the cards left."""
    available = np.bincount([card // 4 for card in left], minlength=13)
    ways = np.ones(len(GROUPS[draws]))
    for taken, n in zip(_OF_RANK[draws], available, strict=True):
        ways *= _CHOOSE[n][taken]
    return ways
