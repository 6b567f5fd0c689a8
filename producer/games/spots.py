"""What the actor faces at a spot: pots, stacks, price, required equity (RULES P2, H4).

Amounts are whole smallest units, quotients exact Fractions.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from producer.events import HoldemGame
from producer.games.holdem.replays import Spot
from producer.games.pots import Pot, layers


@dataclass(frozen=True, slots=True)
class Price:
    """The pot odds: ``to_call`` chips to win at most ``to_win``."""

    to_call: int
    to_win: int


def pots_at(spot: Spot) -> tuple[Pot, ...]:
    """Main pot and side pots at the spot, this street's bets included, and who can win them.

    Only all-in players split the pot; the others may still call.
    """
    seats = tuple(spot.committed)
    paid = [spot.committed[seat] - spot.dead.get(seat, 0) for seat in seats]
    live = [position for position, seat in enumerate(seats) if seat in spot.live]
    able = [position for position in live if spot.behind[seats[position]] != 0]
    pots = layers(paid, live, sum(spot.dead.values()), able)
    return tuple(Pot(amount, tuple(seats[p] for p in players)) for amount, players in pots)


def price(spot: Spot) -> Price | None:
    """What a call costs and can win, ``None`` with nothing to call.

    Chips beyond what the caller can match cannot be won (H4).
    """
    if not spot.to_call:
        return None
    live = {seat: put - spot.dead.get(seat, 0) for seat, put in spot.committed.items()}
    height = live[spot.seat] + spot.to_call
    to_win = sum(min(put, height) for put in live.values()) + sum(spot.dead.values())
    return Price(spot.to_call, to_win)


def required_equity(spot: Spot) -> Fraction | None:
    """The equity a call needs to break even, 0 to 1, ``None`` with nothing to call."""
    offer = price(spot)
    return None if offer is None else Fraction(offer.to_call, offer.to_call + offer.to_win)


def stack_left(spot: Spot, seat: int) -> int | None:
    """Chips in front of a seat, including those beyond the cap; ``None`` for unlimited."""
    stack = spot.stacks.get(seat)
    return None if stack is None else stack - spot.committed[seat]


def left_under_cap(game: HoldemGame, spot: Spot, seat: int) -> int | None:
    """What a seat may still put in under the cap (P2), ``None`` without a cap."""
    return None if game.cap is None else game.cap - spot.committed[seat]


def in_big_blinds(game: HoldemGame, chips: int | Fraction) -> Fraction:
    """An amount in big blinds, exactly."""
    return Fraction(chips) / game.big_blind
