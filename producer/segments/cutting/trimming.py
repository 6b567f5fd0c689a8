"""The pieces of a hand that are worth showing: every event whole, the thinks between them short."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from producer.segments.cutting.hand_events import HandEvent

MARGIN = Fraction(1, 2)
"""Seconds that a picture runs on after an event before it is cut or frozen: chips come to rest."""

STEP = Fraction(1, 2)
"""Seconds by which all thinks become shorter where a stretch does not fit."""

SHORTEST = Fraction(3, 2)
"""Seconds of a think below which they do not: faster than this, hands are a blur of cuts."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A table's time from ``first`` up to ``last``, played at a whole ``speed``."""

    first: Fraction
    last: Fraction
    speed: int = 1

    def frames(self, rate: Fraction) -> int:
        """Whole frames: the last one ends before ``last``."""
        return max(0, math.floor((self.last - self.first) * rate / self.speed))


@dataclass(frozen=True, slots=True)
class Thinks:
    """``longest``: seconds of a think that are shown. ``fastest``: the factor up to which the rest
    is played faster instead of cut."""

    longest: Fraction
    fastest: int = 1


def trimmed(
    begin: Fraction, events: Sequence[HandEvent], end: Fraction, thinks: Thinks
) -> tuple[Piece, ...]:
    """From ``begin`` to ``end`` without the dead time between ``events``.

    A cut leaves an event a margin after its latest moment, and comes to the next one before the
    earliest that it can have happened: nothing that happens is cut away, so a think is shown for as
    long as its times are uncertain even where the setting is shorter.
    """
    pieces: list[Piece] = []
    start = shown = before = begin
    for event in events:
        if event.at <= begin or shown >= end:
            continue
        opens = max(shown, event.at if event.earliest is None else event.earliest)
        dead = opens - shown
        over = max(Fraction(0), thinks.longest - (event.at - opens) - (shown - before))
        if dead > over:
            faster = _faster(opens, dead, over, thinks.fastest)
            pieces.append(Piece(start, shown))
            if faster is not None:
                pieces.append(faster)
            start = opens - over if faster is None else opens
        shown, before = max(shown, event.at + MARGIN), event.at
    pieces.append(Piece(start, end))
    return tuple(
        replace(piece, last=min(piece.last, end))
        for piece in pieces
        if piece.first < min(piece.last, end)
    )


def _faster(opens: Fraction, dead: Fraction, over: Fraction, fastest: int) -> Piece | None:
    """The dead time before ``opens`` in the time that is over: all of it, or its last part if the
    factor does not reach."""
    if fastest == 1 or not over:
        return None
    speed = min(fastest, math.ceil(dead / over))
    return Piece(opens - min(dead, over * speed), opens, speed)


def fitted(frames_with: Callable[[Thinks], int], thinks: Thinks, frames: int) -> Thinks:
    """The longest thinks, at most as long as asked, with which a stretch fits into ``frames``; the
    shortest ones if it does not even then."""
    longest = thinks.longest
    while longest > SHORTEST and frames_with(replace(thinks, longest=longest)) > frames:
        longest = max(SHORTEST, longest - STEP)
    return replace(thinks, longest=longest)
