"""A table drawn from above, in place of its picture."""

from __future__ import annotations

from fractions import Fraction

from overlay import contexts
from overlay.stage import Box, Graphic, Stage
from overlay.theme import load_theme


def empty_table(table: str, at: Fraction, place: Box) -> Stage:  # noqa: ARG001 - the same for all
    """A table of which nothing is known, for a place of this size."""
    seats = tuple(contexts.DrawnSeat("", "", "plain", 0, "", False) for _ in range(6))
    return _stage(contexts.DrawnTable(seats, (), ("", "")), place)


def _stage(drawn: contexts.DrawnTable, place: Box) -> Stage:
    box = Box(0, 0, place.width, place.height)
    graphic = Graphic("table", "drawn_table", drawn, box)
    return Stage(place.width, place.height, (graphic,), load_theme())
