"""Places and the points they are worth, level sides sharing both (RULES P5)."""

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
    """A rank, 1 the best, and twice its points, a whole number even where places are shared.

    Level sides have the better rank and equal points.
    """

    rank: int
    halves: int

    @property
    def points(self) -> Chips:
        return of_halves(self.halves)


def of_halves(halves: int) -> Chips:
    """
    >>> of_halves(11), of_halves(12)
    (Fraction(11, 2), 6)
    """
    return Fraction(halves, 2) if halves % 2 else halves // 2


def whole(value: Chips) -> Chips:
    """The amount as an int where it is one.

    >>> whole(Fraction(6, 2))
    3
    """
    if isinstance(value, Fraction) and value.denominator == 1:
        return value.numerator
    return value


def places(scores: Mapping[Side, Chips]) -> dict[Side, Place]:
    """The sides' places: of n sides the first gets n points, the last 1 (P5).

    Sides level on their score share the points of the places they occupy equally, so the points
    always add up to n(n+1)/2. The order of the answer is that of ``scores``.

    >>> places({"A": 40, "B": 40, "C": -80})["A"].points
    Fraction(5, 2)
    """
    return dict(zip(scores, _places(tuple(scores.values())), strict=True))


@lru_cache(maxsize=16384)  # the deals that are finished are asked for again after every hand
def _places(scores: tuple[Chips, ...]) -> tuple[Place, ...]:
    found: dict[Chips, Place] = {}
    rank = 1
    for score, level in groupby(sorted(scores, reverse=True)):
        size = sum(1 for _ in level)
        best, worst = len(scores) - rank + 1, len(scores) - rank - size + 2
        found[score] = Place(rank, best + worst)
        rank += size
    return tuple(found[score] for score in scores)


def ranked(rows: list[Row], key: Callable[[Row], Any]) -> list[tuple[int, Row]]:
    """The rows best first by ``key`` (larger is better), each with its rank; level rows share.

    Level rows stay in the order given.

    >>> ranked([("a", 1), ("b", 2), ("c", 2)], key=lambda row: row[1])
    [(1, ('b', 2)), (1, ('c', 2)), (3, ('a', 1))]
    """
    found: list[tuple[int, Row]] = []
    for number, row in enumerate(sorted(rows, key=key, reverse=True), start=1):
        level = bool(found) and key(found[-1][1]) == key(row)
        found.append((found[-1][0] if level else number, row))
    return found
