"""Contexts of the two-up, and the types that all graphics share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from overlay.pictures import Picture

Side = Literal["left", "right"]
Shape = Literal["cross", "ring", "triangle", "dots"]
"""A cross for fold, a ring for check and call, a triangle for bet and raise; three dots before the
decision."""


@dataclass(frozen=True, slots=True)
class Face:
    """A card face up: ``rank`` as printed (``"10"``, ``"K"``), ``suit`` one of c d h s."""

    rank: str
    suit: str


@dataclass(frozen=True, slots=True)
class Frame:
    """``frame``: the bar between the pictures; its gold line runs from ``top`` to ``fork``, both
    y in pixels."""

    top: int
    fork: int


@dataclass(frozen=True, slots=True)
class CardsPlate:
    """``cards``: the shared hole cards, with their label line by line."""

    label: tuple[str, ...]
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """``board``: the board so far, with empty places for the cards not dealt yet."""

    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class PricePlate:
    """``price``: the amount to call and the pot to win. ``to_call`` is empty if there is nothing
    to call.

    ``pot``: everything put in so far, the bet to call included. ``unit``: empty if the amounts are
    chips. ``to_win``: the words between the two amounts. ``pot_word``: the word before a pot alone.
    """

    to_call: str
    pot: str
    unit: str
    to_win: str
    pot_word: str


@dataclass(frozen=True, slots=True)
class Name:
    """``name``: this side's player and opponent.

    ``team``: empty without teams. ``versus`` and ``opponent``: two consecutive parts of a line,
    ``"v jacks of"``, ``"China"``. ``colour``: ``#RRGGBB``. ``short``: the team's short form, used
    if its name leaves no room for the player's; empty if it has none. ``flag``: the theme's
    picture of the team, or the code of a nation in ``overlay.flags``; empty without either.
    """

    side: Side
    team: str
    player: str
    versus: str
    opponent: str
    colour: str
    short: str = ""
    flag: Picture | str = ""


@dataclass(frozen=True, slots=True)
class DecisionBar:
    """``decision``: what this side did; ``amount`` is empty for a fold or check, and so is ``word``
    before the decision. ``tag``: what the word does not say, in at most two lines. ``fork``:
    whether the gold line ends in it."""

    side: Side
    shape: Shape
    word: str
    amount: str
    tag: tuple[str, ...] = ()
    fork: bool = True


@dataclass(frozen=True, slots=True)
class Result:
    """``result``: this side's result, every number with its sign. While the other side has not
    ended, ``rank`` has the result and the rest is empty."""

    side: Side
    versus_average: str
    rank: str
    chips: str


@dataclass(frozen=True, slots=True)
class ResultLabel:
    """``result_label``: what the first number of both results is measured against."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StandIn:
    """``picture``: a placeholder for a table's picture, in galleries and tests; never on air."""

    label: str
