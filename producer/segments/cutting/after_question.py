"""What the sides show from the question on: decisions and endings, as far as each beat allows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from producer.segments.cutting.course import REACTION, Course
from producer.segments.cutting.hand_events import HandEvent
from producer.segments.cutting.shots import (
    Row,
    between,
    following,
    frozen,
    in_a_row,
    last_frame,
    length,
    played,
    without_flash,
)
from producer.segments.cutting.together import by_street
from producer.segments.cutting.trimming import MARGIN, Piece, Thinks, fitted, trimmed
from producer.stages.moment import Known


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a side has come. ``shown``: the time of its last frame; ``following``: of the next
    one; ``known``: moves from the decision on, ``None`` for the whole hand."""

    shown: Fraction
    following: Fraction
    known: Known

    def after(self, row: Row, known: Known, rate: Fraction) -> Standing:
        if not row:
            return replace(self, known=known)
        running = [shot for shot in row if shot.kind == "play"]
        goes_on = following(running, rate) if running else self.following
        return Standing(last_frame(row, rate), goes_on, known)


@dataclass(frozen=True, slots=True)
class Room:
    """How much there is for a stretch, and how it is cut."""

    frames: int
    rate: Fraction
    thinks: Thinks


@dataclass(frozen=True, slots=True)
class _Extent:
    """How much is shown: seconds ``after`` the last event, and whether the ``end`` of the hand is
    an event that counts."""

    thinks: Thinks
    after: Fraction = REACTION
    end: bool = True


def advanced(course: Course, standing: Standing, known: Known, room: Room) -> Row:
    """The table plays on to where ``known`` says; where that is shorter than the stretch, it plays
    on for as long as nothing later can be in the picture, then its last frame stands."""

    def rows(extent: _Extent) -> dict[str, Row]:
        return {course.table: played(_pieces(course, standing, known, extent), room.rate)}

    opens = {course.table: _opens(course, standing, known)}
    row = _in_the_room(rows, opens, room)[course.table]
    if (limit := course.limit(known)) is not None:
        row = _played_on(course, row, standing, limit, room)
    return _filled(row, standing.shown, room)


def advanced_by_street(
    courses: Mapping[str, Course],
    standings: Mapping[str, Standing],
    known: Mapping[str, Known],
    room: Room,
) -> dict[str, Row]:
    """All tables play on, every street from the same frame on."""

    def rows(extent: _Extent) -> dict[str, Row]:
        pieces = {
            table: _pieces(course, standings[table], known[table], extent)
            for table, course in courses.items()
        }
        return by_street(courses, pieces, room.rate, meeting=False)

    opens = {
        table: _opens(course, standings[table], known[table]) for table, course in courses.items()
    }
    shown = _in_the_room(rows, opens, room)
    return {table: _filled(row, standings[table].shown, room) for table, row in shown.items()}


def _in_the_room(
    rows: Callable[[_Extent], dict[str, Row]], opens: Mapping[str, Fraction], room: Room
) -> dict[str, Row]:
    """What fits: first less is shown after the last event, then the thinks become shorter, then the
    end of the hand is left out, then the beginning, but nothing from ``opens`` on: by table, the
    earliest moment of the last move or street."""
    thinks = fitted(
        lambda limits: _longest(rows(_Extent(limits, MARGIN))), room.thinks, room.frames
    )
    first = 0
    if _longest(rows(_Extent(thinks, MARGIN))) <= room.frames:
        shown = rows(_Extent(thinks))
    else:
        shown = rows(_Extent(thinks, MARGIN, end=False))
        needed = max(_frames_before(row, opens[table], room.rate) for table, row in shown.items())
        first = max(0, min(_longest(shown) - room.frames, needed))
    cut = {
        table: between(row, first, first + room.frames, room.rate) for table, row in shown.items()
    }
    return {table: without_flash(row, room.rate) for table, row in cut.items()} if first else cut


def in_real_time(course: Course, standing: Standing, known: Known, room: Room) -> Row:
    """The table plays on without a cut, to a little after its end."""
    events = course.open_events(standing.following, known)
    last = events[-1].at if events else standing.following
    end = course.clipped(last, min(last + REACTION, standing.following + room.frames / room.rate))
    if (limit := course.limit(known)) is not None:
        end = min(end, limit)
    row = played([Piece(standing.following, end)], room.rate)
    return _filled(row, standing.shown, room)


def _pieces(course: Course, standing: Standing, known: Known, extent: _Extent) -> tuple[Piece, ...]:
    """From where the side stands to the last event that may be seen, and what follows it."""
    since = standing.following
    events = course.open_events(since, known)
    if not events:
        return ()
    last = _last_to_see(events)
    end = (events[-1] if extent.end else last).at + extent.after
    limit = course.limit(known)
    # If half of the time at which it can have happened is visible, the rest is not drawn: the
    # picture stands, and the graphic says what happened.
    needed = last.at if last.earliest is None else (last.at + last.earliest) / 2
    end = course.clipped(needed, end if limit is None else min(end, limit))
    return trimmed(since, events, end, extent.thinks)


def _opens(course: Course, standing: Standing, known: Known) -> Fraction:
    """The earliest moment of the last move or street that may be seen."""
    events = course.open_events(standing.following, known)
    if not events:
        return standing.following
    last = _last_to_see(events)
    return last.at if last.earliest is None else last.earliest


def _last_to_see(events: Sequence[HandEvent]) -> HandEvent:
    """The last move or street: of the end itself little is seen."""
    return next((event for event in reversed(events) if event.kind != "end"), events[-1])


def _frames_before(row: Row, at: Fraction, rate: Fraction) -> int:
    for shot in row:
        if shot.kind == "play" and shot.time_of(shot.end, rate) > at:
            return shot.start + max(0, int((at - shot.at) * rate / shot.speed))
    return length(row)


def _played_on(course: Course, row: Row, standing: Standing, limit: Fraction, room: Room) -> Row:
    since = following(row, room.rate) if row else standing.following
    end = course.clipped(since, min(limit, since + (room.frames - length(row)) / room.rate))
    return in_a_row([*row, *played([Piece(since, end)], room.rate)])


def _filled(row: Row, shown: Fraction, room: Room) -> Row:
    at = last_frame(row, room.rate) if row else shown
    return in_a_row([*row, *frozen(at, room.frames - length(row))])


def _longest(rows: Mapping[str, Row]) -> int:
    return max(map(length, rows.values()))
