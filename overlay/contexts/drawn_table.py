"""Context of a table that is drawn because it has no camera."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from overlay.contexts.two_up import Face


@dataclass(frozen=True, slots=True)
class DrawnSeat:
    """A seat, clockwise from the lower left. ``name``: three letters or a short name. ``backs``:
    how many cards are face down. ``bet``: what is in front of the seat on this street."""

    name: str
    colour: str
    look: Literal["plain", "to act", "folded"]
    backs: int
    bet: str
    button: bool


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """``drawn_table``: a table from above. ``pot``: word and amount; empty without one."""

    seats: tuple[DrawnSeat, ...]
    board: tuple[Face, ...]
    pot: tuple[str, str]
