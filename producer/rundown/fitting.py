"""Fits the beats of a segment into a given time. Pure. In seconds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from producer.rundown.beats import Beat

LEAST_TARGET, MOST_TARGET = 30, 120
"""Between these a segment is planned."""

LEAVE_IN_TURN = (
    "tease", "recap", "table", "ranking", "field", "line", "lead", "ending-left", "contract",
    "question",
)  # fmt: skip
"""Which beats go first where there is not enough time. Cards, decisions and the result stay."""

WITHOUT_TABLE = 45
"""Up to this target the full table is left out even if it could be squeezed in."""


def natural_length(beats: Sequence[Beat]) -> Fraction:
    return sum((beat.length.natural for beat in beats), Fraction(0))


def fit(beats: Sequence[Beat], target: Fraction) -> tuple[Beat, ...]:
    """The beats with their planned ``seconds``, together ``target``.

    All are stretched or shortened alike, as far as each goes. Where even the shortest lengths are
    too long, whole beats are left out, in the order of ``LEAVE_IN_TURN``; up to 45 s the full table
    always, up to 30 s all that can be. What remains is never shorter than its shortest lengths nor
    longer than its longest: a target beyond these is missed, and the sum of the seconds says so.
    """
    sets = list(_fewer_and_fewer(beats))
    wished = next(n for n, kept in enumerate(sets) if _is_wished(kept, target) or kept is sets[-1])
    for kept in (*sets[wished:], *reversed(sets[:wished])):
        if _least(kept) <= target <= _most(kept):
            return _planned(kept, target)
    return _planned(sets[-1] if target < _least(sets[-1]) else sets[0], target)


def _fewer_and_fewer(beats: Sequence[Beat]) -> Iterator[tuple[Beat, ...]]:
    """All beats, then without one more each time."""
    kept = tuple(beats)
    yield kept
    for name in LEAVE_IN_TURN:
        fewer = tuple(beat for beat in kept if beat.name != name)
        if fewer != kept:
            kept = _result_alone(fewer)
            yield kept


def _result_alone(beats: tuple[Beat, ...]) -> tuple[Beat, ...]:
    """Without the left ending, the other one is about both."""
    if any(beat.name == "ending-left" for beat in beats):
        return beats
    return tuple(replace(beat, lit="") if beat.name == "ending-right" else beat for beat in beats)


def _is_wished(beats: Sequence[Beat], target: Fraction) -> bool:
    names = {beat.name for beat in beats}
    if target <= LEAST_TARGET:
        return names.isdisjoint(LEAVE_IN_TURN)
    return target > WITHOUT_TABLE or "table" not in names


def _least(beats: Sequence[Beat]) -> Fraction:
    return sum((beat.length.shortest for beat in beats), Fraction(0))


def _most(beats: Sequence[Beat]) -> Fraction:
    return sum((beat.length.longest for beat in beats), Fraction(0))


def _planned(beats: Sequence[Beat], target: Fraction) -> tuple[Beat, ...]:
    """Each beat as far towards its longest, or its shortest, as all the others."""
    natural = natural_length(beats)
    least, most = _least(beats), _most(beats)
    if target >= natural:
        part = min(Fraction(1), (target - natural) / (most - natural)) if most > natural else 0
        return tuple(
            replace(
                beat,
                seconds=beat.length.natural + part * (beat.length.longest - beat.length.natural),
            )
            for beat in beats
        )
    part = min(Fraction(1), (natural - target) / (natural - least)) if natural > least else 1
    return tuple(
        replace(
            beat, seconds=beat.length.natural - part * (beat.length.natural - beat.length.shortest)
        )
        for beat in beats
    )
