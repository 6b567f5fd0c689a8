"""What is heard of the tables, in step with what is seen of them. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from producer.release.recordings.hand_times import Span
from producer.segments.cutting.course import Course
from producer.segments.cutting.placing import PlacedBeats
from producer.segments.cutting.shots import frames_in
from producer.segments.cutting.visible import joined, next_hidden
from producer.segments.recordings.placed import TableRecording
from producer.segments.timeline import Side, SideShot, SoundSpan
from producer.segments.wanted import Wanted

UNDER_COMMENTARY = -12.0
"""Decibels of a table's sound while a commentator speaks."""


def sound_of(
    beats: PlacedBeats,
    sides: Sequence[Side],
    courses: Mapping[str, Course],
    recordings: Mapping[str, TableRecording],
    wanted: Wanted,
) -> tuple[SoundSpan, ...]:
    """The table that is talked about, or all of them, while the recording runs at its own speed;
    silence in what is muted. ``beats``: where they are in ``sides``; the handles sound like the
    first and the last of them."""
    spans: list[SoundSpan] = []
    for side in sides:
        if side.table not in recordings:
            continue
        silent = joined([*wanted.muted.get(side.table, ()), *_silent(recordings[side.table])])
        for first, last in _heard(side, beats, sides, wanted):
            for shot in side.shots:
                span = _of_shot(side.table, shot, first, last)
                spans += _audible(span, side, silent, wanted.rate)
        if wanted.sound_in_freeze and wanted.sound != "none":
            frozen = _in_the_freeze(side, beats, courses[side.table], wanted.rate)
            spans += _audible(frozen, side, silent, wanted.rate)
    gain = UNDER_COMMENTARY if wanted.bed else 0.0
    return tuple(replace(span, gain=gain) for span in _joined(spans))


def _joined(spans: Sequence[SoundSpan]) -> list[SoundSpan]:
    """In order, those that go on with the next picture as one: only ends are faded."""
    found: dict[str, list[SoundSpan]] = {}
    for span in sorted(spans, key=lambda each: each.start):
        own = found.setdefault(span.table, [])
        if own and own[-1].at is None is span.at and own[-1].start + own[-1].frames == span.start:
            own[-1] = replace(own[-1], frames=own[-1].frames + span.frames)
        else:
            own.append(span)
    return sorted(
        (span for own in found.values() for span in own), key=lambda span: (span.start, span.table)
    )


def _heard(
    side: Side, beats: PlacedBeats, sides: Sequence[Side], wanted: Wanted
) -> list[tuple[int, int]]:
    """The frames in which the table is listened to, from each first up to each last."""
    end = side.shots[-1].end
    if wanted.sound == "none":
        return []
    if wanted.sound == "mix":
        return [(0, end)]
    starts = [0, *(each.start for each in beats.all[1:]), end]
    ranges: list[tuple[int, int]] = []
    for each, (first, last) in zip(beats.all, pairwise(starts), strict=True):
        if (each.beat.lit or sides[0].table) == side.table:
            begun = ranges.pop()[0] if ranges and ranges[-1][1] == first else first
            ranges.append((begun, last))
    return ranges


def _of_shot(table: str, shot: SideShot, first: int, last: int) -> SoundSpan:
    start, end = max(first, shot.start), min(last, shot.end)
    runs = shot.kind == "play" and shot.speed == 1
    return SoundSpan(table, start, max(0, end - start) if runs else 0)


def _in_the_freeze(side: Side, beats: PlacedBeats, course: Course, rate: Fraction) -> SoundSpan:
    """The table goes on being heard from the frozen frame on, up to what might be the decision."""
    start, frames = beats.fork, sum(each.frames for each in beats.question)
    if not frames or side.shot_at(start).kind != "freeze":
        return SoundSpan(side.table, start, 0)
    ends = [course.limit(0), next_hidden(course.question, course.hidden)]
    free = [math.floor((end - course.question) * rate) for end in ends if end is not None]
    return SoundSpan(side.table, start, max(0, min(frames, *free)), at=course.question)


def _audible(
    span: SoundSpan, side: Side, silent: Sequence[Span], rate: Fraction
) -> list[SoundSpan]:
    """The parts of the span outside the silent times."""
    if span.frames < 1:
        return []
    at = side.shot_at(span.start).time_of(span.start, rate) if span.at is None else span.at
    parts, start = [], 0
    cuts = frames_in(silent, at, span.frames, 1 / rate)
    for first, last in [*cuts, (span.frames, span.frames)]:
        part_at = None if span.at is None else span.at + start / rate
        if start < first:
            parts.append(replace(span, start=span.start + start, frames=first - start, at=part_at))
        start = last
    return parts


def _silent(recording: TableRecording) -> list[Span]:
    return [
        Span(file.start, file.start + file.length / (1 + file.drift))
        for file in recording.files
        if not file.sound
    ]
