"""Reads the betting of an LBR hand, ``r130c/cc/r400f``, as moves with street totals."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from producer.bounds import LARGEST_NUMBER
from producer.events import LineMove
from producer.feeds.received import Stakes

Street = Literal["preflop", "flop", "turn", "river"]
Action = Literal["fold", "check", "call", "bet", "raise"]
_STREETS: tuple[Street, ...] = ("preflop", "flop", "turn", "river")
_WORD = re.compile(r"[fc]|r(\d{1,12})")


def read_betting(text: str, big_blind: int, button: int, stakes: Stakes) -> tuple[LineMove, ...]:
    """The moves of ``text``, streets separated by ``/``, without the ``c`` after an all-in call.

    ``big_blind`` and ``button`` are seats; the button posts the small blind and opens before the
    flop (RULES H1). Whether the moves are legal is checked later, by the replay. Raises
    ValueError if the text is not betting.
    """
    streets = text.split("/")
    if len(streets) > len(_STREETS):
        raise ValueError(f"{len(streets)} streets of betting in {text!r}, hold'em has four")
    moves: list[LineMove] = []
    before = 0
    for street, words in zip(_STREETS, streets, strict=False):
        if street == "preflop":
            bets = {button: stakes.small_blind, big_blind: stakes.big_blind}
        else:
            bets = {big_blind: 0, button: 0}
        if before >= stakes.stack and not words.strip("c"):
            continue
        moves += _street(street, words, bets)
        before += max(bets.values())
    return tuple(moves)


def _street(street: Street, words: str, bets: dict[int, int]) -> list[LineMove]:
    """The moves of one street. ``bets``: by seat in the order of action; updated in place."""
    order = tuple(bets)
    moves: list[LineMove] = []
    place = 0
    while place < len(words):
        word = _WORD.match(words, place)
        if word is None:
            raise ValueError(f"not betting: {words[place:]!r} on the {street}")
        seat = order[len(moves) % 2]
        moves.append(_move(street, seat, word, bets))
        place = word.end()
    return moves


def _move(street: Street, seat: int, word: re.Match[str], bets: dict[int, int]) -> LineMove:
    highest = max(bets.values())
    if word[0] == "f":
        return _line_move(street, seat, "fold", None)
    if word[0] == "c":
        called, bets[seat] = bets[seat] < highest, highest
        return _line_move(street, seat, *(("call", highest) if called else ("check", None)))
    bets[seat] = highest + int(word[1])
    if bets[seat] > LARGEST_NUMBER:
        raise ValueError(f"a bet of {bets[seat]}; it must be at most {LARGEST_NUMBER:,}")
    return _line_move(street, seat, "raise" if highest else "bet", bets[seat])


@lru_cache(maxsize=4096)  # validating a move takes longer than reading it
def _line_move(street: Street, seat: int, action: Action, to: int | None) -> LineMove:
    return LineMove(street=street, seat=seat, action=action, to=to)
