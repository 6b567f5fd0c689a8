"""Where the beats of a segment stand, in frames, and which of them the tables play together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, groupby, pairwise

from producer.rundown.beats import Beat
from producer.segments.wanted import SyncMode
from producer.stages.moment import Moment

TOGETHER: dict[SyncMode, tuple[str, ...]] = {
    "decision": (),
    "street": ("ending",),
    "clock": ("decision", "ending"),
}
"""Beginnings of the names of the beats that all tables play at the same time, by sync mode."""


@dataclass(frozen=True, slots=True)
class PlacedBeat:
    beat: Beat
    start: int
    frames: int

    @property
    def end(self) -> int:
        return self.start + self.frames


@dataclass(frozen=True, slots=True)
class Stretch:
    """Beats during which the pictures go on without a stop. ``together``: all tables play, and may
    be as far as the last of the beats allows."""

    beats: tuple[PlacedBeat, ...]
    together: bool

    @property
    def start(self) -> int:
        return self.beats[0].start

    @property
    def end(self) -> int:
        return self.beats[-1].end

    @property
    def frames(self) -> int:
        return self.end - self.start

    @property
    def moment(self) -> Moment:
        return self.beats[-1].beat.moment

    @property
    def lit(self) -> str:
        return "" if self.together else self.beats[0].beat.lit


@dataclass(frozen=True, slots=True)
class PlacedBeats:
    """``run_up``: up to the question. ``question``: the pictures frozen before the decision.
    ``stretches``: all that follows."""

    run_up: tuple[PlacedBeat, ...]
    question: tuple[PlacedBeat, ...]
    stretches: tuple[Stretch, ...]

    @property
    def tease(self) -> int:
        """How many frames at the beginning belong to a tease of the question."""
        return sum(each.frames for each in self.run_up if each.beat.name == "tease")

    @property
    def fork(self) -> int:
        """The frame at which the run-up ends."""
        return self.all[0].start + sum(each.frames for each in self.run_up)

    def moved(self, frames: int) -> PlacedBeats:
        """Everything so many frames later."""
        return PlacedBeats(
            _moved(self.run_up, frames),
            _moved(self.question, frames),
            tuple(
                replace(stretch, beats=_moved(stretch.beats, frames)) for stretch in self.stretches
            ),
        )

    @property
    def all(self) -> tuple[PlacedBeat, ...]:
        after = (each for stretch in self.stretches for each in stretch.beats)
        return (*self.run_up, *self.question, *after)

    @property
    def frames(self) -> int:
        return sum(each.frames for each in self.all)


def placed(
    beats: Sequence[Beat], tables: Sequence[str], rate: Fraction, sync: SyncMode
) -> PlacedBeats:
    """Each beat from the frame nearest to its time, so that no rounding adds up."""
    seconds = accumulate((beat.seconds for beat in beats), initial=Fraction(0))
    ends = [round_half_up(at * rate) for at in seconds]
    all_placed = tuple(
        PlacedBeat(beat, start, end - start)
        for beat, (start, end) in zip(beats, pairwise(ends), strict=True)
    )
    fork = next(
        (place for place, each in enumerate(all_placed) if _is_at_the_fork(each.beat, tables)),
        len(all_placed),
    )
    after = next(
        (
            place
            for place, each in enumerate(all_placed)
            if place >= fork and each.beat.name != "question"
        ),
        len(all_placed),
    )
    groups = groupby(all_placed[after:], key=lambda each: _is_together(each.beat, sync))
    stretches = [
        stretch for together, group in groups for stretch in _stretches(tuple(group), together)
    ]
    return PlacedBeats(all_placed[:fork], all_placed[fork:after], tuple(stretches))


def _moved(beats: Sequence[PlacedBeat], frames: int) -> tuple[PlacedBeat, ...]:
    return tuple(replace(each, start=each.start + frames) for each in beats)


def _stretches(group: tuple[PlacedBeat, ...], together: bool) -> list[Stretch]:
    return [Stretch(group, True)] if together else [Stretch((each,), False) for each in group]


def _is_together(beat: Beat, sync: SyncMode) -> bool:
    return any(beat.name.startswith(begin) for begin in TOGETHER[sync])


def _is_at_the_fork(beat: Beat, tables: Sequence[str]) -> bool:
    return beat.name == "question" or any(beat.moment.of(table) != 0 for table in tables)


def round_half_up(value: Fraction) -> int:
    """
    >>> round_half_up(Fraction(5, 2)), round_half_up(Fraction(7, 2))
    (3, 4)
    """
    return math.floor(value + Fraction(1, 2))
