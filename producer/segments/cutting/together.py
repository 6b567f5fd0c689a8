"""Several tables in step: every street from the same frame on, the earlier table waiting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from producer.segments.cutting.course import Course
from producer.segments.cutting.shots import (
    Row,
    frozen,
    in_a_row,
    last_frame,
    length,
    played,
    waiting,
)
from producer.segments.cutting.trimming import Piece


def by_street(
    courses: Mapping[str, Course],
    pieces: Mapping[str, Sequence[Piece]],
    rate: Fraction,
    *,
    meeting: bool,
) -> dict[str, Row]:
    """The pieces of each table in rows of equal length. A table that comes to the end of a street
    before the others holds its last frame; ``meeting``: at the end of the last one too, instead of
    being over."""
    streets = _streets(courses, pieces)
    sections = {
        table: [played(part, rate) for part in _sections(course, pieces[table], streets)]
        for table, course in courses.items()
    }
    rows: dict[str, Row] = dict.fromkeys(courses, ())
    for place in range(len(streets) + 1):
        frames = {table: length(own[place]) for table, own in sections.items()}
        longest = max(frames.values())
        for table, own in sections.items():
            row = in_a_row([*rows[table], *own[place]])
            at = last_frame(row, rate) if row else _first_time(courses[table], pieces[table])
            missing = longest - frames[table]
            later = tuple(other for other in frames if frames[other] > frames[table])
            goes_on = meeting or any(own[place + 1 :])
            stands = waiting(at, missing, later) if goes_on else frozen(at, missing)
            rows[table] = in_a_row([*row, *stands])
    return rows


def _streets(courses: Mapping[str, Course], pieces: Mapping[str, Sequence[Piece]]) -> list[str]:
    """In order, those that begin in the pieces of any table."""
    found: list[str] = []
    by_table = [_seen_to_begin(courses[table], pieces[table]) for table in courses]
    for names in sorted(by_table, key=len, reverse=True):
        found += [name for name in names if name not in found]
    return found


def _seen_to_begin(course: Course, pieces: Sequence[Piece]) -> list[str]:
    return [
        event.name
        for event in course.events
        if event.kind == "street" and any(piece.first < event.at < piece.last for piece in pieces)
    ]


def _sections(course: Course, pieces: Sequence[Piece], streets: Sequence[str]) -> list[list[Piece]]:
    """The pieces before the first of the streets, then those of each."""
    times = {event.name: event.at for event in course.events if event.kind == "street"}
    begins: list[Fraction | None] = [times.get(name) for name in streets]
    for place in reversed(range(len(begins) - 1)):
        begins[place] = begins[place] if begins[place] is not None else begins[place + 1]
    sections, rest = [], list(pieces)
    for at in begins:
        before, rest = (rest, []) if at is None else _split(rest, at)
        sections.append(before)
    return [*sections, rest]


def _split(pieces: Sequence[Piece], at: Fraction) -> tuple[list[Piece], list[Piece]]:
    before = [replace(piece, last=min(piece.last, at)) for piece in pieces if piece.first < at]
    after = [replace(piece, first=max(piece.first, at)) for piece in pieces if piece.last > at]
    return before, after


def _first_time(course: Course, pieces: Sequence[Piece]) -> Fraction:
    return pieces[0].first if pieces else course.question
