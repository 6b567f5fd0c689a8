"""Hands, beats and recordings to plan segments of, as plain numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from producer.release.recordings.hand_times import ClockTime, HandTimes, Span
from producer.rundown.beats import Beat, Length
from producer.segments.plan import plan
from producer.segments.recordings.placed import RecordedFile, TableRecording
from producer.segments.timeline import Side, Timeline
from producer.segments.wanted import Wanted
from producer.stages.moment import read_moment

Seconds = int | float | Fraction

Rows = Sequence[tuple[str, str, str, str, Seconds]]
"""Name, graphic, moment, lit table and seconds of each beat."""

LINE = "PPPFFTR"
"""Phases of a line's moves: three before the flop, two on it, one on the turn, one on the river."""

PHASES = {"P": "preflop", "F": "flop", "T": "turn", "R": "river"}

GUIDE_BEATS: Rows = (
    ("cards", "two-up", "before", "", 4),
    ("table", "table", "before", "", 8),
    ("line", "two-up", "before", "", 8),
    ("question", "two-up", "before", "", 7),
    ("decision-left", "two-up", "decision,2=before", "1", 7),
    ("decision-right", "two-up", "decision", "2", 7),
    ("ending-left", "two-up", "end,2=decision", "1", 4.5),
    ("ending-right", "two-up", "end", "2", 4.5),
    ("field", "matrix", "end", "", 7),
    ("ranking", "seat-ranking", "end", "", 3),
)
"""Those of a segment of 60 s."""


def at(seconds: Seconds | None, uncertain: Seconds = 0) -> ClockTime | None:
    return None if seconds is None else ClockTime(Fraction(seconds), Fraction(uncertain))


def hand(
    table: str,
    started: Seconds | None,
    moves: Sequence[Seconds | None],
    streets: Mapping[str, Seconds],
    finished: Seconds | None,
    *,
    phases: str = LINE,
    uncertain: Seconds = 0,
) -> HandTimes:
    """By default times that are right to the frame."""
    return HandTimes(
        table,
        at(started, uncertain),
        tuple(at(time, uncertain) for time in moves),
        tuple((name, ClockTime(Fraction(t), Fraction(uncertain))) for name, t in streets.items()),
        at(finished, uncertain),
        tuple(PHASES[letter] for letter in phases[: len(moves)]),
    )


def beats(rows: Rows = GUIDE_BEATS) -> tuple[Beat, ...]:
    return tuple(
        Beat(
            name,
            graphic,
            read_moment(moment),
            lit,
            f"What is said of {name}.",
            Length(Fraction(1), Fraction(seconds), Fraction(60)),
            Fraction(seconds),
        )
        for name, graphic, moment, lit, seconds in rows
    )


def recording(
    table: str, *spans: tuple[Seconds, Seconds], sound: bool = True, rate: Fraction | None = None
) -> TableRecording:
    """A file for each span."""
    return TableRecording(
        table,
        tuple(
            RecordedFile(
                Path(f"{table}-{number}.mp4"),
                Fraction(first),
                Fraction(last) - Fraction(first),
                rate or Fraction(25),
                1920,
                1080,
                sound,
            )
            for number, (first, last) in enumerate(spans)
        ),
    )


def wanted(tables: Iterable[str], moves_before: int, **others: Any) -> Wanted:
    own = {"layout": "two-up", "rate": Fraction(25), "width": 1920, "height": 1080} | others
    return Wanted(moves_before=dict.fromkeys(tables, moves_before), **own)


def planned(
    hands: Sequence[HandTimes],
    moves_before: int,
    *,
    rows: Rows = GUIDE_BEATS,
    recordings: Mapping[str, TableRecording] | None = None,
    sealed: Mapping[str, tuple[Span, ...]] | None = None,
    **others: Any,
) -> Timeline:
    """By default every table is recorded all the time, and nothing is sealed."""
    tables = [each.table for each in hands]
    return plan(
        beats(rows),
        tables,
        {each.table: each for each in hands},
        {table: recording(table, (-10_000, 10_000)) for table in tables}
        if recordings is None
        else recordings,
        dict.fromkeys(tables, ()) | dict(sealed or {}),
        wanted(tables, moves_before, **others),
    )


def side_of(timeline: Timeline, table: str) -> Side:
    return next(side for side in timeline.sides if side.table == table)


def shown_at(timeline: Timeline, table: str, frame: int) -> Fraction:
    """The time at the table that a frame shows."""
    return side_of(timeline, table).shot_at(frame).time_of(frame, timeline.rate)


def beat_start(timeline: Timeline, name: str) -> int:
    return next(beat.start for beat in timeline.beats if beat.name == name)


def later(hand_times: HandTimes, seconds: Seconds) -> HandTimes:
    """Another table that plays the same hand so much later."""
    moved = Fraction(seconds)

    def add(time: ClockTime | None) -> ClockTime | None:
        return None if time is None else replace(time, at=time.at + moved)

    return replace(
        hand_times,
        table=str(int(hand_times.table) + 1),
        started=add(hand_times.started),
        moves=tuple(add(time) for time in hand_times.moves),
        streets=tuple((n, replace(t, at=t.at + moved)) for n, t in hand_times.streets),
        finished=add(hand_times.finished),
    )
