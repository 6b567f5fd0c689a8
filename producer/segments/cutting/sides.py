"""The sides of a segment from the first frame to the last, handles included."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from producer.segments.cutting.after_question import (
    Room,
    Standing,
    advanced,
    advanced_by_street,
    in_real_time,
)
from producer.segments.cutting.course import Course
from producer.segments.cutting.knowledge import is_further
from producer.segments.cutting.placing import PlacedBeats, Stretch
from producer.segments.cutting.run_up import run_up, run_up_by_street
from producer.segments.cutting.shots import (
    Row,
    drawn_where_hidden,
    following,
    frozen,
    last_frame,
    whole,
)
from producer.segments.cutting.trimming import Thinks
from producer.segments.cutting.visible import next_hidden, visible_from
from producer.segments.timeline import SideShot
from producer.segments.wanted import Wanted
from producer.stages.moment import Known


def cut_sides(
    beats: PlacedBeats, courses: Mapping[str, Course], wanted: Wanted, handle: int
) -> dict[str, Row]:
    """By table; every row is as long as the beats and twice the ``handle``."""
    rate, thinks = wanted.rate, Thinks(wanted.longest_think, wanted.fastest)
    question = sum(each.frames for each in beats.question)
    ways = _ways(courses, beats.fork - beats.tease, thinks, wanted)
    rows = {
        table: [
            *frozen(course.question, beats.tease),
            *ways[table],
            *frozen(course.question, question),
        ]
        for table, course in courses.items()
    }
    standings = {
        table: Standing(course.question, course.question, 0) for table, course in courses.items()
    }
    for stretch in beats.stretches:
        known = {table: stretch.moment.of(table) for table in courses}
        room = Room(stretch.frames, rate, thinks)
        parts = _stretch(stretch, courses, standings, known, room, wanted)
        for table, part in parts.items():
            rows[table] += part
            standings[table] = standings[table].after(part, known[table], rate)
    return {
        table: _finished(course, whole(rows[table], rate), standings[table], handle, rate)
        for table, course in courses.items()
    }


def _ways(
    courses: Mapping[str, Course], frames: int, thinks: Thinks, wanted: Wanted
) -> dict[str, Row]:
    """By table, what leads up to the question. A tease has shown its frozen picture before."""
    if wanted.sync == "street":
        return run_up_by_street(courses, frames, thinks, wanted.rate)
    return {table: run_up(course, frames, thinks, wanted.rate) for table, course in courses.items()}


def _stretch(
    stretch: Stretch,
    courses: Mapping[str, Course],
    standings: Mapping[str, Standing],
    known: Mapping[str, Known],
    room: Room,
    wanted: Wanted,
) -> dict[str, Row]:
    if stretch.together and wanted.sync == "clock":
        return {
            table: in_real_time(course, standings[table], known[table], room)
            for table, course in courses.items()
        }
    playing = {
        table: course
        for table, course in courses.items()
        if table == stretch.lit or is_further(known[table], standings[table].known)
    }
    parts = {table: frozen(standings[table].shown, room.frames) for table in courses}
    in_step = {
        table: course
        for table, course in playing.items()
        if wanted.sync == "street" and _has_streets(course, standings[table], known[table])
    }
    if len(in_step) > 1:
        parts |= advanced_by_street(in_step, standings, known, room)
    else:
        in_step = {}
    return parts | {
        table: advanced(course, standings[table], known[table], room)
        for table, course in playing.items()
        if table not in in_step
    }


def _has_streets(course: Course, standing: Standing, known: Known) -> bool:
    """Whether streets are still to come that the others can be in step with."""
    return any(event.kind == "street" for event in course.open_events(standing.following, known))


def _finished(course: Course, row: Row, standing: Standing, handle: int, rate: Fraction) -> Row:
    with_handles = _with_tail(course, _with_head(course, row, handle, rate), standing, handle, rate)
    return whole(drawn_where_hidden(with_handles, course.hidden, rate), rate)


def _with_head(course: Course, row: Row, handle: int, rate: Fraction) -> Row:
    """What came before the first frame, as far back as it may be shown; before that, its first
    frame stands."""
    if not row or not handle:
        return row
    first, running = row[0], 0
    if first.kind == "play" and first.speed == 1:
        begin = None if course.drawn else visible_from(first.at, course.hidden)
        free = handle if begin is None else int((first.at - begin) * rate)
        running = max(0, min(handle, free))
    at = first.at - running / rate
    return whole([*frozen(at, handle - running), SideShot(0, running, "play", at), *row], rate)


def _with_tail(course: Course, row: Row, standing: Standing, handle: int, rate: Fraction) -> Row:
    """What came after the last frame, as far as it is certain that nothing later than the last beat
    knows is in it and that it may be shown; then its last frame stands."""
    if not row or not handle:
        return row
    last, running = row[-1], 0
    if last.kind == "play" and last.speed == 1:
        since = following(row, rate)
        ends = [course.limit(standing.known)]
        ends += [] if course.drawn else [next_hidden(since, course.hidden)]
        running = min([handle, *(int((end - since) * rate) for end in ends if end is not None)])
        running = max(0, running)
    shown = whole([*row, SideShot(0, running, "play", following(row, rate))], rate)
    return whole([*shown, *frozen(last_frame(shown, rate), handle - running)], rate)
