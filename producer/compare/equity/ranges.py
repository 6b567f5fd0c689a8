"""Named ranges of starting hands, and the order they are cut from.

A starting hand is named by its ranks, the higher first: ``"AA"``, ``"AKs"`` suited,
``"AKo"`` offsuit. The order is that of the exact equity before the flop against one opponent with
any two cards. 'top N %' are the first hands of the order, as many whole ones as fit into N % of
the 1,326 combinations.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations

from producer.compare.equity.preflop import order
from producer.games.cards import DECK, RANKS, Cards

ANY_TWO = "any two"

RANGES: Mapping[str, int] = {ANY_TWO: 100, "top 40 %": 40, "top 20 %": 20, "top 10 %": 10}
"""By name: the share of all combinations, in per cent."""

_ALL = 1326


def called(hand: Cards) -> str:
    """
    >>> called((51, 46))
    'AKo'
    """
    low, high = sorted(card // 4 for card in hand)
    pair = RANKS[high] + RANKS[low]
    if low == high:
        return pair
    return pair + ("s" if hand[0] % 4 == hand[1] % 4 else "o")


@lru_cache(maxsize=len(RANGES))
def names_in(against: str) -> tuple[str, ...]:
    """The starting hands of a named range, best first. Raises ValueError for an unknown name."""
    if against not in RANGES:
        raise ValueError(f"no range {against!r}; there are {', '.join(map(repr, RANGES))}")
    inside: list[str] = []
    taken = 0
    for name in order():
        taken += len(hands_called(name))
        if taken > _ALL * RANGES[against] / 100:
            break
        inside.append(name)
    return tuple(inside)


@lru_cache(maxsize=len(RANGES))
def hands_in(against: str) -> tuple[Cards, ...]:
    """All combinations of a named range. Raises ValueError for an unknown name."""
    return tuple(hand for name in names_in(against) for hand in hands_called(name))


def hands_called(name: str) -> tuple[Cards, ...]:
    """All combinations of a starting hand."""
    return _by_name()[name]


@lru_cache(maxsize=1)
def _by_name() -> Mapping[str, tuple[Cards, ...]]:
    found: dict[str, list[Cards]] = {}
    for hand in combinations(DECK, 2):
        found.setdefault(called(hand), []).append(hand)
    return {name: tuple(hands) for name, hands in found.items()}
