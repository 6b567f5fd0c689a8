"""From beats, hand times and recordings to a timeline. Pure (docs/segments.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from producer.release.recordings.hand_times import HandTimes, Span
from producer.rundown.beats import Beat
from producer.segments.cutting.course import Course, by_the_clock, course_of
from producer.segments.cutting.hand_events import nudged
from producer.segments.cutting.placing import PlacedBeats, placed, round_half_up
from producer.segments.cutting.sides import cut_sides
from producer.segments.cutting.visible import hidden_spans
from producer.segments.graphics_plan import graphics_of, lower_thirds_of
from producer.segments.recordings.placed import TableRecording
from producer.segments.sound_plan import sound_of
from producer.segments.timed_frames import frame_of
from producer.segments.timeline import WHOLE, BeatSpan, Commentary, Side, Timeline, TimelineMark
from producer.segments.wanted import NotPlanned, Wanted


def plan(
    beats: Sequence[Beat],
    tables: Sequence[str],
    times: Mapping[str, HandTimes],
    recordings: Mapping[str, TableRecording],
    sealed: Mapping[str, tuple[Span, ...]],
    wanted: Wanted,
) -> Timeline:
    """The segment of these ``beats``, its ``tables`` in the order of their pictures.

    ``times``: of each table's play. ``recordings``: a table that has none is drawn. ``sealed``: by
    table, the times that no picture and no sound may show; a table that is not in it is sealed
    altogether. Raises NotPlanned.
    """
    wanted.must_be_possible(tables)
    _must_be_there(beats, tables, times)
    rate = wanted.rate
    courses = {
        table: course_of(
            nudged(times[table], wanted.nudges.get(table, 0) / rate),
            wanted.moves_before[table],
            hidden_spans(recordings.get(table), sealed.get(table, (Span(None, None),))),
        )
        for table in tables
    }
    if wanted.sync == "clock":
        courses = by_the_clock(courses)
    handle = round_half_up(wanted.handle * rate)
    without_handles = placed(beats, tables, rate, wanted.sync)
    rows = cut_sides(without_handles, courses, wanted, handle)
    sides = tuple(Side(table, rows[table], wanted.crops.get(table, WHOLE)) for table in tables)
    in_place = without_handles.moved(handle)
    return Timeline(
        layout=wanted.layout,
        rate=rate,
        frames=without_handles.frames + 2 * handle,
        width=wanted.width,
        height=wanted.height,
        sides=sides,
        graphics=graphics_of(
            in_place, tables, courses, sides, rate, by_street=wanted.layout == "table"
        ),
        beats=_spans(in_place, handle),
        lower_thirds=lower_thirds_of(wanted, in_place),
        sound=sound_of(in_place, sides, courses, recordings, wanted),
        marks=_marks(in_place, courses, sides, rate),
        first_timecode=wanted.first_timecode,
        drop_frame=wanted.drop_frame,
        handle=handle,
        commentary=None if wanted.commentary is None else Commentary(wanted.commentary, handle),
    )


def _must_be_there(
    beats: Sequence[Beat], tables: Sequence[str], times: Mapping[str, HandTimes]
) -> None:
    if not tables or len(set(tables)) < len(tables):
        raise NotPlanned("a segment shows tables, each once", "name each table once")
    if sum(beat.seconds for beat in beats) <= 0 or any(beat.seconds < 0 for beat in beats):
        raise NotPlanned("a segment without beats has no picture", "plan at least one beat")
    missing = [table for table in tables if table not in times]
    if missing:
        raise NotPlanned(f"table {missing[0]} has not played this deal", "choose a table that has")


def _spans(beats: PlacedBeats, handle: int) -> tuple[BeatSpan, ...]:
    """The first and the last with the handles."""
    spans = []
    for place, each in enumerate(beats.all):
        before = handle if place == 0 else 0
        after = handle if place + 1 == len(beats.all) else 0
        start, frames = each.start - before, before + each.frames + after
        spans.append(BeatSpan(each.beat.name, start, frames, each.beat.sentence))
    return tuple(spans)


def _marks(
    beats: PlacedBeats, courses: Mapping[str, Course], sides: Sequence[Side], rate: Fraction
) -> tuple[TimelineMark, ...]:
    """The fork, every beat, and every street: one mark where it begins at all tables together."""
    marks = [
        TimelineMark("fork", beats.fork),
        *(TimelineMark(each.beat.name, each.start) for each in beats.all),
    ]
    streets: dict[str, dict[str, int]] = {}
    for side in sides:
        for event in courses[side.table].events:
            frame = frame_of(event.at, side.shots, rate) if event.kind == "street" else None
            if frame is not None:
                streets.setdefault(event.name, {})[side.table] = frame
    for name, frames in streets.items():
        if len(frames) == len(sides) and len({*frames.values()}) == 1:
            marks.append(TimelineMark(name, next(iter(frames.values()))))
        else:
            marks += [
                TimelineMark(f"{name}, table {table}", frame) for table, frame in frames.items()
            ]
    return tuple(sorted(marks, key=lambda mark: mark.frame))
