"""The seat draw: every table has one player of each team, every seat has one of each (RULES P6)."""

from __future__ import annotations

import random
from collections.abc import Sequence


def seat_draw(order: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The teams of every table by seat, from the teams of the first table's seats 1 to n.

    A cyclic Latin square: each table moves everybody one seat down, so that a team always acts
    right after the same team. Raises ValueError where a team is named twice.

    >>> seat_draw("ABC")
    (('A', 'B', 'C'), ('B', 'C', 'A'), ('C', 'A', 'B'))
    """
    if len(set(order)) != len(order):
        raise ValueError(f"a team is named twice in the draw: {', '.join(order)}")
    first = tuple(order)
    return tuple(first[table:] + first[:table] for table in range(len(first)))


def draw_by_lot(teams: Sequence[str], lot: random.Random) -> tuple[tuple[str, ...], ...]:
    """A seat draw whose first table is drawn by lot."""
    return seat_draw(lot.sample(list(teams), len(teams)))
