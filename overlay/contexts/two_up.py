"""The graphics of two tables side by side, and the shapes that all graphics share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Side = Literal["left", "right"]
Shape = Literal["cross", "bars", "triangle"]
"""Fold is a cross, check and call two bars, bet and raise a triangle."""


@dataclass(frozen=True, slots=True)
class Face:
    """A card: ``rank`` as printed on it (``"10"``, ``"K"``), ``suit`` one of c d h s."""

    rank: str
    suit: str


@dataclass(frozen=True, slots=True)
class Frame:
    """``frame``: what parts the pictures; its gold line runs from ``top`` to ``fork``, in px."""

    top: int
    fork: int


@dataclass(frozen=True, slots=True)
class CardsPlate:
    """``cards``: the plate of what is given, its label line by line, and the hole cards."""

    label: tuple[str, ...]
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """``board``: the board so far; what is not dealt yet keeps its place, empty."""

    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class PricePlate:
    """``price``: what the choice costs and wins; ``to_call`` is empty where nothing is to call.

    ``pot`` holds everything put in so far, the bet to call included. ``unit`` is empty where the
    amounts are chips. ``to_win`` stands between the two, ``pot_word`` before a pot alone.
    """

    to_call: str
    pot: str
    unit: str
    to_win: str
    pot_word: str


@dataclass(frozen=True, slots=True)
class Name:
    """``name``: who acts on this side, and against whom.

    ``team`` is empty where there are no teams. ``versus`` and ``opponent`` are read one after the
    other: ``"v jacks of"``, ``"China"``. ``colour``: ``#RRGGBB``. ``short``: the team where its
    name leaves no room for the player's, empty where it has no short form.
    """

    side: Side
    team: str
    player: str
    versus: str
    opponent: str
    colour: str
    short: str = ""


@dataclass(frozen=True, slots=True)
class DecisionBar:
    """``decision``: what this side chose; ``amount`` is empty where the choice has none."""

    side: Side
    shape: Shape
    word: str
    amount: str


@dataclass(frozen=True, slots=True)
class Result:
    """``result``: how it ended for this side, every number with its sign."""

    side: Side
    versus_average: str
    rank: str
    chips: str


@dataclass(frozen=True, slots=True)
class ResultLabel:
    """``result_label``: what both sides' first number is measured against."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StandIn:
    """``picture``: stands in for a table's picture where there is none; never sent to air."""

    label: str
