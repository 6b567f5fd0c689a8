"""What the sides show before the question: the way to the decision, up to the frozen picture."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from producer.segments.cutting.course import Course
from producer.segments.cutting.shots import (
    Row,
    between,
    frozen,
    in_a_row,
    length,
    played,
    without_flash,
)
from producer.segments.cutting.together import by_street
from producer.segments.cutting.trimming import Piece, Thinks, fitted, trimmed


def run_up(course: Course, frames: int, thinks: Thinks, rate: Fraction) -> Row:
    """The last part before the question that fits; where the hand is shorter, its first picture
    stands until it begins."""
    row = played(_pieces(course, thinks), rate)
    return _ending_at_the_question(course, row, frames, rate)


def run_up_by_street(
    courses: Mapping[str, Course], frames: int, thinks: Thinks, rate: Fraction
) -> dict[str, Row]:
    """The same with every street from the same frame on at all tables, and shorter thinks before
    the first streets are left out."""

    def rows(limits: Thinks) -> dict[str, Row]:
        pieces = {table: _pieces(course, limits) for table, course in courses.items()}
        return by_street(courses, pieces, rate, meeting=True)

    fitting = fitted(lambda limits: max(map(length, rows(limits).values())), thinks, frames)
    return {
        table: _ending_at_the_question(courses[table], row, frames, rate)
        for table, row in rows(fitting).items()
    }


def _pieces(course: Course, thinks: Thinks) -> tuple[Piece, ...]:
    return trimmed(course.begin, course.events[: course.decision], course.question, thinks)


def _ending_at_the_question(course: Course, row: Row, frames: int, rate: Fraction) -> Row:
    missing = frames - length(row)
    if missing <= 0:
        return without_flash(between(row, -missing, length(row), rate), rate)
    first = row[0].at if row else course.question
    return in_a_row([*frozen(first, missing), *row])
