"""Lines of play as text."""

from __future__ import annotations

from itertools import groupby

from producer.games.line import Line, Move


def line_text(line: Line) -> str:
    """A line by streets, seats by number, amounts as the street's total.

    >>> line_text((Move("preflop", 3, "raise", 300), Move("preflop", 5, "call", 300),
    ...            Move("flop", 5, "check")))
    'preflop 3 raise 300, 5 call 300; flop 5 check'
    """
    return "; ".join(
        f"{street} {', '.join(map(move_text, moves))}"
        for street, moves in groupby(line, key=lambda move: move.street)
    )


def move_text(move: Move) -> str:
    """One move: seat, action and, where there is one, its detail: in poker the street's total."""
    return f"{move.seat} {move.action}{'' if move.detail is None else f' {move.detail}'}"
