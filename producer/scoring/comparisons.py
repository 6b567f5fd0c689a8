"""How the tables of one deal are scored against each other in bridge (RULES B3, B4).

Scores are North and South's, or one seat's, at each table; results of one side and its mirror at
the other side add up to 0 in IMPs.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from fractions import Fraction

from producer.games.line import Chips
from producer.scoring.places import whole

_STEPS = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750,
    2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
"""The smallest difference that is worth 1, 2, ... 24 IMPs."""

DATUM_STEP = 10
"""The datum of Butler scoring is rounded to whole tens of points."""


def imps(difference: Chips) -> int:
    """International match points for a difference of points, with its sign (B3).

    >>> imps(10), imps(-50), imps(720), imps(4000)
    (0, -2, 12, 24)
    """
    found = bisect_right(_STEPS, int(abs(Fraction(difference))))
    return found if difference >= 0 else -found


def matchpoints(scores: Mapping[str, Chips]) -> dict[str, int]:
    """By table: 2 for every other table with a lower score, 1 for an equal one (B4).

    >>> matchpoints({"1": 420, "2": 420, "3": -50})
    {'1': 3, '2': 3, '3': 0}
    """
    return {
        table: sum(
            2 if score > other else 1 if score == other else 0
            for name, other in scores.items()
            if name != table
        )
        for table, score in scores.items()
    }


def cross_imps(scores: Mapping[str, Chips]) -> dict[str, Chips]:
    """By table: the mean of the IMPs against every other table; 0 for a single table (B4).

    >>> cross_imps({"1": 420, "2": 420, "3": -50})
    {'1': 5, '2': 5, '3': -10}
    """
    others = max(1, len(scores) - 1)
    return {
        table: whole(Fraction(sum(imps(score - other) for other in scores.values()), others))
        for table, score in scores.items()
    }


def datum(scores: Mapping[str, Chips]) -> int:
    """The mean score, to the nearest ten points, halves away from 0.

    >>> datum({"1": 420, "2": 420, "3": -50}), datum({"1": -15})
    (260, -20)
    """
    mean = Fraction(sum(scores.values())) / len(scores)
    tens = int(abs(mean) / DATUM_STEP + Fraction(1, 2))
    return DATUM_STEP * (tens if mean >= 0 else -tens)


def butler(scores: Mapping[str, Chips]) -> dict[str, Chips]:
    """By table: the IMPs against the datum of all tables (B4).

    >>> butler({"1": 420, "2": 420, "3": -50})
    {'1': 4, '2': 4, '3': -7}
    """
    mean = datum(scores)
    return {table: imps(score - mean) for table, score in scores.items()}
