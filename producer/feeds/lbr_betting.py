"""The betting of an LBR hand, ``r130c/cc/r400f``, as moves with totals of the street."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

from producer.bounds import LARGEST_NUMBER
from producer.feeds.received import Stakes

Street = Literal["preflop", "flop", "turn", "river"]
Action = Literal["fold", "check", "call", "bet", "raise"]
_STREETS: tuple[Street, ...] = ("preflop", "flop", "turn", "river")
_WORD = re.compile(r"[fc]|r(\d{1,12})")


class BettingAction(NamedTuple):
    """One move as the log tells it; ``to`` is the seat's total on the street, blinds included."""

    street: Street
    seat: int
    action: Action
    to: int | None


@dataclass(frozen=True, slots=True)
class Betting:
    """Who sits where: the button posts the small blind and opens before the flop (RULES H1)."""

    big_blind: int
    button: int
    stakes: Stakes


def read_betting(text: str, at: Betting) -> tuple[BettingAction, ...]:
    """The moves of ``text``, streets parted by ``/``, without the filling after an all-in call.

    Says what the log says: whether the rules allow it is found where the line is replayed.
    Raises ValueError where the text is no betting.
    """
    streets = text.split("/")
    if len(streets) > len(_STREETS):
        raise ValueError(f"{len(streets)} streets of betting in {text!r}, hold'em has four")
    moves: list[BettingAction] = []
    before = 0
    for street, words in zip(_STREETS, streets, strict=False):
        if street == "preflop":
            bets = {at.button: at.stakes.small_blind, at.big_blind: at.stakes.big_blind}
        else:
            bets = {at.big_blind: 0, at.button: 0}
        if before >= at.stakes.stack and not words.strip("c"):
            continue
        moves += _street(street, words, bets)
        before += max(bets.values())
    return tuple(moves)


def _street(street: Street, words: str, bets: dict[int, int]) -> list[BettingAction]:
    """The moves of one street; ``bets`` begins in the order of action and is brought up to date."""
    order = tuple(bets)
    moves: list[BettingAction] = []
    place = 0
    while place < len(words):
        word = _WORD.match(words, place)
        if word is None:
            raise ValueError(f"no betting: {words[place:]!r} on the {street}")
        seat = order[len(moves) % 2]
        moves.append(_move(street, seat, word, bets))
        place = word.end()
    return moves


def _move(street: Street, seat: int, word: re.Match[str], bets: dict[int, int]) -> BettingAction:
    highest = max(bets.values())
    if word[0] == "f":
        return BettingAction(street, seat, "fold", None)
    if word[0] == "c":
        called, bets[seat] = bets[seat] < highest, highest
        return BettingAction(
            street, seat, "call" if called else "check", highest if called else None
        )
    bets[seat] = highest + int(word[1])
    if bets[seat] > LARGEST_NUMBER:
        raise ValueError(f"a bet of {bets[seat]}; it must be at most {LARGEST_NUMBER:,}")
    return BettingAction(street, seat, "raise" if highest else "bet", bets[seat])
