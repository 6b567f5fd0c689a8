"""The graphics of one table: seat plates, pots, the deal's strip, what an equity knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from overlay.contexts.two_up import Face, Shape, Side

Look = Literal["plain", "to act", "folded", "winner"]
"""How a plate stands out: framed while its player thinks, dimmed when folded, light as winner."""


@dataclass(frozen=True, slots=True)
class Plate:
    """``plate``: a seat. ``side``: the edge of the screen it stands at. ``team`` may be empty.

    ``backs``: cards held but not shown. ``stack``: what is left, with its unit. ``shape`` and
    ``word``: the last move on this street, with ``amount``, both empty where there is none; an
    all-in or cap is ``strong``. ``equity``: with its sign, empty where unknown. ``button``: the
    dealer's. ``short``: as in ``Name``.
    """

    side: Side
    look: Look
    team: str
    name: str
    colour: str
    stack: str
    cards: tuple[Face, ...] = ()
    backs: int = 0
    shape: Shape | None = None
    word: str = ""
    amount: str = ""
    strong: bool = False
    equity: str = ""
    button: bool = False
    short: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """``act``: the newest move, beside the plate of who made it; its tip points at the plate."""

    side: Side
    shape: Shape
    word: str
    amount: str


@dataclass(frozen=True, slots=True)
class PotPlate:
    """``pot``: the plate under the board, with all chips put in so far."""

    word: str
    amount: str
    unit: str


@dataclass(frozen=True, slots=True)
class Pots:
    """``pots``: main pot first, then the side pots: what each is called, and its amount."""

    parts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class DealStrip:
    """``deal_strip``: which deal, and what is played: the longest of ``terms`` that fits."""

    deal: str
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnownLabel:
    """``known``: what the equities on the plates know, in words."""

    text: str


@dataclass(frozen=True, slots=True)
class LogoMark:
    """``logo``: the theme's logo on its ground; of nothing but the theme."""
