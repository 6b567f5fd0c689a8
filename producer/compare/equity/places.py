"""Lookup tables that rank thousands of hands in one step (RULES H5).

Places are those of ``games.holdem.ranks``: 1 is best, 7462 worst. Built at the first use, from
one evaluation of each of the 7,462 distinct hands.

Ranks, 0 to 12 for deuce to ace, are counted by *keys*: numbers whose sum is unique for any five
ranks, so that ranks are combined by adding. A set of ranks of one suit is a mask of
13 bits.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

import numpy as np
import numpy.typing as npt

from producer.games.holdem.ranks import rank

Places = npt.NDArray[np.int16]
Numbers = npt.NDArray[np.int64]

NO_HAND = 7463
"""Worse than every hand: no flush in this suit, or five cards of a rank."""

RANK_KEYS: Numbers = np.array(
    (0, 1, 6, 31, 108, 366, 926, 2286, 5733, 12905, 27316, 44676, 94545), dtype=np.int64
)
"""The smallest rising numbers for which no two groups of five have the same sum."""

GROUPS: tuple[Numbers, ...] = tuple(
    np.array(list(combinations_with_replacement(range(13), size)), dtype=np.int64).reshape(
        math.comb(12 + size, size), size
    )
    for size in range(6)
)
"""By size: every group of so many ranks, repeats allowed, as rows of ranks in rising order."""

GROUP_KEYS: tuple[Numbers, ...] = tuple(RANK_KEYS[group].sum(axis=1) for group in GROUPS)

MASKS: tuple[Numbers, ...] = tuple(
    np.array(
        [sum(1 << r for r in ranks) for ranks in combinations(range(13), size)], dtype=np.int64
    )
    for size in range(6)
)
"""By size: every set of so many different ranks."""

MASK_KEYS: Numbers = ((np.arange(1 << 13)[:, None] >> np.arange(13) & 1) * RANK_KEYS).sum(axis=1)
"""By mask: the sum of its keys."""

FIVES = len(GROUPS[5])

NUMBER: npt.NDArray[np.int16] = np.zeros(int(GROUP_KEYS[5].max()) + 1, dtype=np.int16)
"""By key of five ranks: their number in ``GROUPS[5]``."""
NUMBER[GROUP_KEYS[5]] = np.arange(FIVES)


@lru_cache(maxsize=1)
def flush_places() -> Places:
    """By mask of a suit: the place of its best flush, ``NO_HAND`` below five cards.

    Right up to seven cards, which is all a hold'em player can have.
    """
    places = np.full(1 << 13, NO_HAND, dtype=np.int16)
    for mask in MASKS[5].tolist():
        places[mask] = rank(tuple(4 * r for r in range(13) if mask >> r & 1))
    size = (np.arange(1 << 13)[:, None] >> np.arange(13) & 1).sum(axis=1)
    for more in (6, 7):
        masks = np.flatnonzero(size == more)
        for bit in 1 << np.arange(13):
            held = masks[masks & bit > 0]
            places[held] = np.minimum(places[held], places[held ^ bit])
    return places


@lru_cache(maxsize=91)
def pair_places(low: int, high: int) -> Places:
    """By number of the board's five ranks: the place of a player with two more, flushes left out.

    The best of the 21 fives of seven cards.
    """
    board, keys, five = GROUPS[5], GROUP_KEYS[5], _five_places()
    best = np.minimum(_with_one()[low], _with_one()[high])
    both = int(RANK_KEYS[low] + RANK_KEYS[high])
    for left, right in combinations(range(5), 2):
        kept = keys - RANK_KEYS[board[:, left]] - RANK_KEYS[board[:, right]] + both
        best = np.minimum(best, five[NUMBER[kept]])
    return best


def places_of(boards: Numbers, hands: Numbers) -> Places:
    """The places of hands, ``(..., 2)`` cards, on boards, ``(..., 5)``; the shapes broadcast."""
    row = _ROWS[hands[..., 0] // 4, hands[..., 1] // 4]
    best = _all_pairs().take(row + NUMBER[RANK_KEYS[boards // 4].sum(axis=-1)])
    suit = _flush_suits(boards)
    masks = _BIT[boards // 4] * (boards % 4 == suit[..., None])
    mask = masks.sum(axis=-1, dtype=np.int16)
    for place in range(2):
        mask = mask | _BIT[hands[..., place] // 4] * (hands[..., place] % 4 == suit)
    found: Places = np.minimum(best, flush_places().take(mask))
    return found


def _flush_suits(boards: Numbers) -> Numbers:
    """The suit with three or more cards on each board; any suit if there is none."""
    # of five suits in order, the third is the one that is there three times
    suits: Numbers = np.sort(boards % 4, axis=-1)[..., 2]
    return suits


_BIT: npt.NDArray[np.int16] = (1 << np.arange(13)).astype(np.int16)
"""By rank: its mask."""

_PAIRS = tuple(combinations_with_replacement(range(13), 2))
_ROWS: Numbers = np.zeros((13, 13), dtype=np.int64)
for _row, (_low, _high) in enumerate(_PAIRS):
    _ROWS[_low, _high] = _ROWS[_high, _low] = _row * FIVES


@lru_cache(maxsize=1)
def _all_pairs() -> Places:
    """``pair_places`` of all pairs of ranks, one after the other."""
    return np.concatenate([pair_places(low, high) for low, high in _PAIRS])


@lru_cache(maxsize=1)
def _five_places() -> Places:
    """By number of five ranks: their place in suits that make no flush."""
    suits = (0, 1, 2, 3, 0)
    return np.array(
        [
            NO_HAND
            if ranks[0] == ranks[4]
            else rank(tuple(4 * r + suit for r, suit in zip(ranks, suits, strict=True)))
            for ranks in GROUPS[5].tolist()
        ],
        dtype=np.int16,
    )


@lru_cache(maxsize=1)
def _with_one() -> list[Places]:
    """By one rank more, then the number of five: the best five of the six."""
    five, keys = _five_places(), GROUP_KEYS[5]
    found = []
    for key in RANK_KEYS:
        best = five
        for away in range(5):
            best = np.minimum(best, five[NUMBER[keys - RANK_KEYS[GROUPS[5][:, away]] + key]])
        found.append(best)
    return found
