"""An equity, or the reason why it is not known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

ALL_CARDS = "all cards"
THESE_HANDS = "these hands"
PLAYERS_VIEW = "player's view"

PARTS = 2520
"""Parts of a board: divisible by 1 to 10, so that tied players share it in whole parts."""


@dataclass(frozen=True, slots=True)
class SpotKey:
    """All of a spot that its equities depend on: the street and the seats that have not folded."""

    street: str
    live: frozenset[int]


@dataclass(frozen=True, slots=True)
class Equity:
    """A seat's equity at a spot, labelled with what is known of the cards.

    ``known``: ``ALL_CARDS`` (every hole card, folded ones are out of the deck), ``THESE_HANDS``
    (the live hands only) or ``PLAYERS_VIEW`` (the own hand only; ``against`` names the range of
    each opponent). ``cases``: the boards counted, in the player's view each with every hand of the
    opponents; ``won``: of those, won alone; ``tied``: shared. ``parts``: what the seat takes of
    all cases, in 1/``PARTS`` of one. Exact, unless ``error`` is above 0: then the cases are a
    sample and ``error`` is the standard error of ``share``.
    """

    known: str
    cases: int
    won: int
    tied: int
    parts: int
    against: str = ""
    error: float = 0.0

    @property
    def win(self) -> float:
        """The chance to win alone, 0 to 1."""
        return self.won / self.cases

    @property
    def tie(self) -> float:
        """The chance to share the pot, 0 to 1."""
        return self.tied / self.cases

    @property
    def share(self) -> float:
        """The part of the pot to be expected, ties included, 0 to 1: the equity."""
        return self.parts / (PARTS * self.cases)

    @property
    def exact_share(self) -> Fraction:
        """``share`` as an exact fraction."""
        return Fraction(self.parts, PARTS * self.cases)


@dataclass(frozen=True, slots=True)
class NotKnown:
    """Why there is no equity, in words."""

    reason: str


Equities = Mapping[int, Equity] | NotKnown
"""By live seat."""
