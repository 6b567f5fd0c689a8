"""Inputs of the templates for open-face Chinese."""

from __future__ import annotations

from dataclasses import dataclass

from overlay.contexts.two_up import Face, Side


@dataclass(frozen=True, slots=True)
class LaidRow:
    """One row of a player: its name, its cards, how many it takes, and its royalty, empty while
    the hand is not over or where it earns none. ``marked``: the places of the cards that the other
    side put into another row."""

    name: str
    cards: tuple[Face, ...]
    places: int
    royalty: str = ""
    marked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RowsPlate:
    """``rows``: the three rows of a side's player, the front on top, as they lie on the table.
    ``foul``: the word for a hand that is one, empty if it is none or stands elsewhere. ``upper``:
    of the two rows that make it one, the upper; ``reason``: which beats which, the first that fits.
    ``bonus``: the word under a royalty."""

    side: Side
    rows: tuple[LaidRow, ...]
    foul: str = ""
    upper: int | None = None
    reason: tuple[str, ...] = ()
    bonus: str = ""
