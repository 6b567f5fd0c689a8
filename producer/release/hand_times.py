"""When a hand was played, and when a table's camera must not be seen. Pure values.

Times are seconds since 1970 (UTC) as fractions, by the house clock: a device's time with the
producer's nudges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Confidence = Literal["reported", "nudged", "verified"]
"""As a device sent it; moved by the producer; looked at on the verify page and found right."""


@dataclass(frozen=True, slots=True)
class ClockTime:
    """``uncertain``: by how many seconds it may be late; devices are operated by hand, one to five
    seconds after the event, never before it."""

    at: Fraction
    uncertain: Fraction
    confidence: Confidence = "reported"


@dataclass(frozen=True, slots=True)
class HandTimes:
    """Of one table's play of a deal. ``moves``: of its line, in order; ``None`` where no time was
    received. ``streets``: when each street's cards were on the table, by phase name, in order.
    ``phases``: of each move; they say which moves a street follows."""

    table: str
    started: ClockTime | None
    moves: tuple[ClockTime | None, ...]
    streets: tuple[tuple[str, ClockTime], ...]
    finished: ClockTime | None
    phases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Span:
    """From ``first`` up to, not including, ``last``; ``None`` is open-ended."""

    first: Fraction | None
    last: Fraction | None

    def overlaps(self, other: Span) -> bool:
        return (self.last is None or other.first is None or other.first < self.last) and (
            other.last is None or self.first is None or self.first < other.last
        )


def shown_within(wanted: Span, sealed: Sequence[Span], inside: Fraction) -> Span | None:
    """The longest part of ``wanted`` round the time ``inside`` that touches none of ``sealed``;
    ``None`` if ``inside`` itself is sealed."""
    first, last = wanted.first, wanted.last
    for span in sealed:
        if span.overlaps(Span(inside, inside + Fraction(1, 1_000_000))):
            return None
        if span.last is not None and span.last <= inside:
            first = span.last if first is None else max(first, span.last)
        elif span.first is not None and span.first > inside:
            last = span.first if last is None else min(last, span.first)
    return Span(first, last)
