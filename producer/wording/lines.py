"""Lines of play as text."""

from __future__ import annotations

from itertools import groupby

from producer.compare.facts import Facts
from producer.games.line import Line, Move


def line_text(line: Line, facts: Facts | None = None) -> str:
    """A line by streets, seats by number, amounts as the street's total; as its game writes moves
    and names seats, where ``facts`` of that game say it.

    >>> line_text((Move("preflop", 3, "raise", 300), Move("preflop", 5, "call", 300),
    ...            Move("flop", 5, "check")))
    'preflop 3 raise 300, 5 call 300; flop 5 check'
    """
    return "; ".join(
        f"{street} {', '.join(move_text(move, facts) for move in moves)}"
        for street, moves in groupby(line, key=lambda move: move.street)
    )


def move_text(move: Move, facts: Facts | None = None) -> str:
    """One move: seat, action and, where there is one, its detail: in poker the street's total."""
    if facts and facts.written:
        return f"{facts.seat_name(move.seat)} {facts.written(move)}"
    return f"{move.seat} {move.action}{'' if move.detail is None else f' {move.detail}'}"
