"""Places and their points, shared by tied sides (RULES P5)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import Any, TypeVar

from producer.games.line import Chips

Side = TypeVar("Side", bound=Hashable)
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Place:
    """A rank, 1 the best, and its points in halves, which are whole even for shared places.

    Tied sides have the better rank and equal points.
    """

    rank: int
    halves: int

    @property
    def points(self) -> Chips:
        return of_halves(self.halves)


def of_halves(halves: int) -> Chips:
    """Half of ``halves``, exactly.

    >>> of_halves(11), of_halves(12)
    (Fraction(11, 2), 6)
    """
    return Fraction(halves, 2) if halves % 2 else halves // 2


def whole(value: Chips) -> Chips:
    """The same amount, as an int if it is whole.

    >>> whole(Fraction(6, 2))
    3
    """
    if isinstance(value, Fraction) and value.denominator == 1:
        return value.numerator
    return value


def places(scores: Mapping[Side, Chips]) -> dict[Side, Place]:
    """The place of each side: of n sides the first gets n points, the last 1 (P5).

    Tied sides share the points of the places they occupy equally, so the points always add up to
    n(n+1)/2. In the order of ``scores``.

    >>> places({"A": 40, "B": 40, "C": -80})["A"].points
    Fraction(5, 2)
    """
    return dict(zip(scores, _places(tuple(scores.values())), strict=True))


@lru_cache(maxsize=16384)  # finished deals are ranked again after every hand
def _places(scores: tuple[Chips, ...]) -> tuple[Place, ...]:
    by_score: dict[Chips, Place] = {}
    rank = 1
    for score, tied in groupby(sorted(scores, reverse=True)):
        size = sum(1 for _ in tied)
        best, worst = len(scores) - rank + 1, len(scores) - rank - size + 2
        by_score[score] = Place(rank, best + worst)
        rank += size
    return tuple(by_score[score] for score in scores)


def ranked(rows: list[Row], key: Callable[[Row], Any]) -> list[tuple[int, Row]]:
    """The rows best first by ``key`` (larger is better), each with its rank.

    Tied rows share the rank and stay in the order given.

    >>> ranked([("a", 1), ("b", 2), ("c", 2)], key=lambda row: row[1])
    [(1, ('b', 2)), (1, ('c', 2)), (3, ('a', 1))]
    """
    ranks: list[tuple[int, Row]] = []
    for number, row in enumerate(sorted(rows, key=key, reverse=True), start=1):
        tied = bool(ranks) and key(ranks[-1][1]) == key(row)
        ranks.append((ranks[-1][0] if tied else number, row))
    return ranks
