"""Contexts of the graphics of one table: seat plates, pots, deal strip, label of the equities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from overlay.contexts.two_up import Face, Shape, Side
from overlay.themes.pictures import Picture

Look = Literal["plain", "to act", "folded", "winner"]
"""How a plate is drawn: framed for the player to act, dimmed when folded, light for a winner."""


@dataclass(frozen=True, slots=True)
class Plate:
    """``plate``: a seat. ``side``: the edge of the screen it is at. ``team`` may be empty.

    ``stack``: chips left, with their unit; at a showdown, the hand in words. ``backs``: how many
    cards are face down. ``shape``, ``word``, ``amount``: the last action on this street, empty
    without one; ``strong`` for an all-in or cap. ``equity``: with a percent sign, empty if unknown.
    ``button``: the dealer's. ``short``, ``flag``: as in ``Name``.
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
    flag: Picture | str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """``act``: the latest action, beside its player's plate and pointing at it."""

    side: Side
    shape: Shape
    word: str
    amount: str


@dataclass(frozen=True, slots=True)
class PotPlate:
    """``pot``: the plate under the board, with all chips put in so far, uncalled bets included."""

    word: str
    amount: str
    unit: str


@dataclass(frozen=True, slots=True)
class Pots:
    """``pots``: the tab under the board. Label, amount and whose it is, of the main pot, then of
    the side pots, or of the price to call; whose it is may be empty."""

    parts: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class TournamentWon:
    """``tournament_won``: under the board after the last hand of a tournament. ``prize``: with its
    currency, empty if there is none."""

    word: str
    name: str
    prize: str


@dataclass(frozen=True, slots=True)
class DealStrip:
    """``deal_strip``: the deal's number, and its blinds and cap: the first of ``terms`` that fits,
    longest first."""

    deal: str
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnownLabel:
    """``known``: which cards the equities on the plates are computed from, in words."""

    text: str


@dataclass(frozen=True, slots=True)
class LogoMark:
    """``logo``: the theme's logo on its background."""
