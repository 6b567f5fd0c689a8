"""Reads the betting of an ACPC state, ``cr230c/cr530c/cc``, as moves with street totals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from producer.events import HoldemGame, LineMove
from producer.feeds.hands import line_move

_STREETS: tuple[Literal["preflop", "flop", "turn", "river"], ...] = (
    "preflop",
    "flop",
    "turn",
    "river",
)
_WORD = re.compile(r"[fc]|r(\d{0,12})")


@dataclass(slots=True)
class _Street:
    """A street in progress, by position: the order in which a state lists its players.

    ``before``: chips put in on earlier streets by each player still in; ``last``: the last to act.
    """

    number: int
    bets: list[int]
    before: int
    last: int


def read_betting(text: str, game: HoldemGame, seats: Sequence[int]) -> tuple[LineMove, ...]:
    """The moves of ``text``, streets separated by ``/``; ``seats`` as the state lists its players.

    Whether the moves are legal is checked later, by the replay. Raises ValueError if the text is
    not betting of this game.
    """
    streets = text.split("/")
    if len(streets) > len(_STREETS):
        raise ValueError(f"{len(streets)} streets of betting in {text!r}, hold'em has four")
    moves: list[LineMove] = []
    out: set[int] = set()
    before = 0
    for number, words in enumerate(streets):
        street = _begin(number, game, len(seats), before)
        place = 0
        while place < len(words):
            word = _WORD.match(words, place)
            if word is None:
                raise ValueError(f"not betting: {words[place:]!r} on the {_STREETS[number]}")
            position = _next(street, game, out, len(seats))
            moves.append(_move(street, game, seats[position], position, word))
            if word[0] == "f":
                out.add(position)
            place = word.end()
        before += max(street.bets)
    return tuple(moves)


def _begin(number: int, game: HoldemGame, players: int, before: int) -> _Street:
    """Heads-up the first listed is the big blind and acts last before the flop. With more
    players the first two are the blinds. After the flop the first listed opens."""
    bets = [0] * players
    if number:
        return _Street(number, bets, before, players - 1)
    blinds = [game.small_blind, game.big_blind]
    bets[:2] = blinds if players > 2 else blinds[::-1]
    return _Street(number, bets, before, 1 if players > 2 else 0)


def _next(street: _Street, game: HoldemGame, out: set[int], players: int) -> int:
    """The next position that has neither folded nor gone all-in."""
    for step in range(1, players + 1):
        position = (street.last + step) % players
        in_all = street.before + street.bets[position]
        if position not in out and in_all != game.stack:
            street.last = position
            return position
    raise ValueError("an action although every player has folded or is all in")


def _move(
    street: _Street, game: HoldemGame, seat: int, position: int, word: re.Match[str]
) -> LineMove:
    name = _STREETS[street.number]
    level, bet = max(street.bets), street.bets[position]
    if word[0] == "f":
        return line_move(name, seat, "fold", None)
    if word[0] == "c":
        street.bets[position] = level
        if bet == level:
            return line_move(name, seat, "check", None)
        return line_move(name, seat, "call", level)
    to = _raise_to(street, game, level, word)
    street.bets[position] = to
    return line_move(name, seat, "raise" if level else "bet", to)


def _raise_to(street: _Street, game: HoldemGame, level: int, word: re.Match[str]) -> int:
    """``rN``: N chips in the whole hand; a bare ``r`` adds the street's fixed bet."""
    if game.betting == "fixed-limit":
        if word[1]:
            raise ValueError(f"{word[0]} names an amount, but this is a fixed-limit game")
        small = game.small_bet or game.big_blind
        return level + (small if street.number < 2 else game.big_bet or 2 * small)
    if not word[1]:
        raise ValueError("a raise without an amount, but this is not a fixed-limit game")
    if int(word[1]) <= street.before:
        raise ValueError(f"{word[0]}, but {street.before} chips were in on earlier streets")
    return int(word[1]) - street.before
