"""A hand's line as a scorer writes it: street by street, ``raise 300, call, fold``.

The seats follow from the order of action; a number of a bet or raise is the seat's total on the
street. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from producer.events import HoldemGame
from producer.games.holdem import STREETS, Replay, ShowdownFacts, replay
from producer.games.line import IllegalLine, Line, Move

_WORDS = {
    **dict.fromkeys(("fold", "folds", "f"), "fold"),
    **dict.fromkeys(("check", "checks", "x"), "check"),
    **dict.fromkeys(("call", "calls", "c"), "call"),
    **dict.fromkeys(("bet", "bets", "b"), "bet"),
    **dict.fromkeys(("raise", "raises", "r"), "raise"),
}
_MOVE = re.compile(
    r"(?:(?:seat\s+)?(?P<seat>\d+)\s*:?\s+)?(?P<word>[a-z]+)(?:\s+(?:to\s+)?(?P<to>\d+))?"
)
EXAMPLE = "raise 300, call, fold"


class UnreadableLine(ValueError):
    """What is written cannot be read or played. ``street``: where; ``str``: why, and the fix."""

    def __init__(self, street: str, words: str) -> None:
        self.street = street
        super().__init__(words)


def read_line(
    game: HoldemGame,
    button: int,
    direction: str,
    stacks: Mapping[int, int | None],
    written: Mapping[str, str],
    ruled: Collection[int] = (),
) -> Line:
    """The line of a whole hand, ``written`` by street. Raises UnreadableLine."""
    line: Line = ()
    hand = _played(game, button, direction, stacks, line, "preflop", ruled)
    for street in STREETS:
        for text in _moves(written.get(street, "")):
            if hand.to_act is None:
                raise UnreadableLine(street, f"'{text}' comes after the end of the hand: remove it")
            if hand.to_act.street != street:
                raise UnreadableLine(street, _other_street(text, street, hand))
            line = (*line, _move(text, street, hand.to_act.seat, len(line) + 1))
            hand = _played(game, button, direction, stacks, line, street, ruled)
    if hand.to_act is not None:
        raise UnreadableLine(hand.to_act.street, f"the hand is not over: {hand.awaited}")
    return line


def written(line: Line) -> dict[str, str]:
    """A line as ``read_line`` reads it, by street.

    >>> written((Move("preflop", 1, "raise", 300), Move("preflop", 2, "fold")))
    {'preflop': 'raise 300, fold'}
    """
    found: dict[str, list[str]] = {}
    for move in line:
        size = f" {move.to}" if move.action in ("bet", "raise") else ""
        found.setdefault(move.street, []).append(f"{move.action}{size}")
    return {street: ", ".join(moves) for street, moves in found.items()}


def _moves(text: str) -> list[str]:
    return [each for part in re.split(r"[,;\n]", text.lower()) if (each := " ".join(part.split()))]


def _move(text: str, street: str, seat: int, n: int) -> Move:
    found = _MOVE.fullmatch(text)
    action = _WORDS.get(found["word"]) if found else None
    if found is None or action is None:
        words = f"move {n}, '{text}', is no action: write fold, check, call, bet 300 or raise 300"
        raise UnreadableLine(street, words)
    if found["seat"] and int(found["seat"]) != seat:
        raise UnreadableLine(street, f"move {n}, '{text}': it is the turn of seat {seat}")
    to = int(found["to"]) if found["to"] else None
    if action in ("bet", "raise") and to is None:
        example = f"{action} 300"
        words = f"move {n}, '{text}': add the seat's total on this street, such as '{example}'"
        raise UnreadableLine(street, words)
    if action in ("fold", "check") and to is not None:
        raise UnreadableLine(street, f"move {n}, '{text}': a {action} has no amount")
    return Move(street, seat, action, to)


def _other_street(text: str, street: str, hand: Replay) -> str:
    assert hand.to_act is not None
    if STREETS.index(hand.to_act.street) > STREETS.index(street):
        return f"the {street} is over before '{text}': write it under {hand.to_act.street}"
    return f"the {hand.to_act.street} is not over: {hand.awaited}"


def _played(
    game: HoldemGame,
    button: int,
    direction: str,
    stacks: Mapping[int, int | None],
    line: Line,
    street: str,
    ruled: Collection[int],
) -> Replay:
    try:
        return replay(game, button, direction, stacks, {}, (), line, ShowdownFacts(ruled=ruled))
    except IllegalLine as error:
        words = f"move {error.n}: {error.reason}. Expected {error.expected}"
        raise UnreadableLine(street, words) from error
