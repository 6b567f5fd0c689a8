"""Texas hold'em: replay a line, say what was possible at every spot, score it (RULES P, H).

Pure and exact: values in, values out; chips are ints, or Fractions where a split needs them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from producer.events import HoldemGame
from producer.games.cards import Cards
from producer.games.line import Chips, Line, Move

STREETS = ("preflop", "flop", "turn", "river")
BOARD_CARDS = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}


class IllegalLine(ValueError):
    """A line that the rules do not allow.

    ``n`` is the number of the offending action, counted from 1 (one past the last where an action
    is missing); ``reason`` says what is wrong, ``expected`` what would have been legal.
    """

    def __init__(self, n: int, reason: str, expected: str) -> None:
        self.n, self.reason, self.expected = n, reason, expected
        super().__init__(f"action {n}: {reason}; expected {expected}")


@dataclass(frozen=True, slots=True)
class Spot:
    """The situation before a move.

    ``pot``: all chips put in so far, the street's included. ``to_call``: chips the actor must add.
    ``min_to``/``max_to``: the legal street totals of a bet or raise, ``None`` where none is legal.
    ``committed``: chips put in over the whole hand; ``street_bets``: on this street;
    ``behind``: what each seat may still put in (cap and stack applied), ``None`` for unlimited.
    ``live``: seats that have not folded, in order of action.
    """

    street: str
    seat: int
    pot: int
    to_call: int
    min_to: int | None
    max_to: int | None
    committed: Mapping[int, int]
    street_bets: Mapping[int, int]
    behind: Mapping[int, int | None]
    live: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """A line carried out: ``spots[i]`` is the situation before move ``i``.

    ``marks[i]``: what move ``i`` did to its seat's chips: ``""``, ``"all-in"``, or ``"cap"``
    where chips remain behind (P2). ``to_act``: the spot after the last move, ``None`` when the
    hand is over. ``result``: chip score by seat (P3), ``None`` while the hand is not over or
    where unknown cards leave it open. ``shown``: the seats that reached showdown.
    """

    spots: tuple[Spot, ...]
    marks: tuple[str, ...]
    to_act: Spot | None
    committed: Mapping[int, int]
    live: tuple[int, ...]
    result: Mapping[int, Chips] | None
    shown: tuple[int, ...]
