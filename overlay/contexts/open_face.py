"""Inputs of the templates for open-face Chinese."""

from __future__ import annotations

from dataclasses import dataclass

from overlay.contexts.two_up import Face, Side


@dataclass(frozen=True, slots=True)
class LaidRow:
    """One row of a player: its name, its cards, how many it takes, and its royalty, empty while
    the hand is not over or where it earns none."""

    name: str
    cards: tuple[Face, ...]
    places: int
    royalty: str = ""


@dataclass(frozen=True, slots=True)
class RowsPlate:
    """``rows``: the three rows of a side's player, the front on top, as they lie on the table.
    ``foul``: the word for a hand that is one, else empty."""

    side: Side
    rows: tuple[LaidRow, ...]
    foul: str = ""
