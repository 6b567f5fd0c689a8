"""What most players do, in numbers: ranges before the flop, then how often they bet and call.

Chosen so that hands of six players take the course that real ones do (tests/simulate).
"""

from __future__ import annotations

from dataclasses import dataclass

OPENS = (0.25, 0.30, 0.52, 0.31, 0.29, 0.16, 0.14, 0.12, 0.10, 0.09)
"""Share of hands raised when nobody has, by the number of players behind: none is the big blind,
one the small blind, two the button."""

LIMPS = 0.28
"""Share of hands that the small blind calls with instead, below those it raises."""

OPENS_HEADS_UP, LIMPS_HEADS_UP = (0.25, 0.65), 0.20

USUAL_PRICE = 0.28
"""What the big blind's call of a usual raise costs, as a share of the pot after calling."""

OWN_MIND = {"preflop": 0.3, "flop": 0.5, "turn": 0.7, "river": 0.9}
"""How often a player decides a close spot without regard to what others would do."""

BET_SIZES = {"flop": 0.65, "turn": 0.85, "river": 1.0}
"""Bets as shares of the pot."""


@dataclass(frozen=True, slots=True)
class Betting:
    """How often a player bets when it may: with a good hand, a middling one, and nothing."""

    good: float
    middling: float
    nothing: float


GOOD = {"flop": 0.66, "turn": 0.70, "river": 0.74}
NOTHING = {"flop": 0.42, "turn": 0.36, "river": 0.30}
"""The chances to win above and below which a hand is good, and worth nothing."""

LEADING = {
    "flop": Betting(0.82, 0.40, 0.45),
    "turn": Betting(0.68, 0.18, 0.30),
    "river": Betting(0.75, 0.15, 0.40),
}
"""Of the player who bet or raised last on the street before."""

FREE = {
    "flop": Betting(0.75, 0.35, 0.35),
    "turn": Betting(0.75, 0.35, 0.35),
    "river": Betting(0.85, 0.35, 0.50),
}
"""Of the others, unless the leader is still to act: then they nearly always check to it."""

CALLS_FROM = {"flop": 0.56, "turn": 0.62, "river": 0.81}
"""The chance to win from which a bet is usually called."""

CLOSE = {"flop": 0.16, "turn": 0.20, "river": 0.30}
"""How wide the range of chances is in which calling is close."""

RAISES_FROM = {"flop": 0.86, "turn": 0.87, "river": 0.94}
"""The chance to win from which a bet is often raised."""
