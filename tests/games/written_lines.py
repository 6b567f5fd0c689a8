"""A short notation of lines for tests: seat, letter, street total: ``3f 1c10 2k 1b20 2r40``."""

from __future__ import annotations

import re

from producer.games.cards import Cards, parse_cards
from producer.games.line import Line, Move

ACTIONS = {"f": "fold", "k": "check", "c": "call", "b": "bet", "r": "raise"}


def moves(preflop: str = "", flop: str = "", turn: str = "", river: str = "") -> Line:
    """Each street's moves; fold ``f``, check ``k``, call ``c``, bet ``b``, raise ``r``."""
    line: list[Move] = []
    for street, text in (("preflop", preflop), ("flop", flop), ("turn", turn), ("river", river)):
        for word in text.split():
            seat, letter, to = re.fullmatch(r"(\d+)([fkcbr])(-?\d*)", word).groups()
            line.append(Move(street, int(seat), ACTIONS[letter], int(to) if to else None))
    return tuple(line)


def hands(**cards: str) -> dict[int, Cards]:
    """``hands(s1="AsAh")``: hole cards by seat."""
    return {int(seat[1:]): parse_cards(text) for seat, text in cards.items()}
