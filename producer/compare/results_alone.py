"""What the comparison asks of deals whose results alone are known: gaps and ranks, and no forks."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from producer.compare.facts import Facts, ForkedTables, GameFacts, Unit
from producer.games.line import Move, Play


def contrast(_: Move, __: Move) -> float:
    """There are no moves to be told apart."""
    return 0.0


def cap(play: Play) -> int:
    """What a player can lose is not known; the most that one did."""
    return max([1, *(ceil(abs(Fraction(chips))) for chips in play.result.values())])


def unit(play: Play) -> int:
    return play.game.unit


def describe(_: ForkedTables) -> GameFacts:
    return GameFacts()


RESULTS_ALONE = Facts(contrast, cap, unit, describe, Unit("chips", "chip", "chips", 1))
