"""Context of a table that is drawn because it has no camera."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class DrawnSeat:
    """A seat. ``short``: the three letters of the team or the player's initials. ``backs``: how
    many cards are face down. ``bet``: what is in front of the seat on this street; may be empty."""

    short: str
    colour: str
    look: Literal["plain", "to act", "folded"]
    backs: int
    bet: str
    button: bool


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """``drawn_table``: a table from above, its seats clockwise from the lower left. ``pot``: word
    and amount; empty where it is not known."""

    seats: tuple[DrawnSeat, ...]
    pot: tuple[str, str] | None
