"""How far a tournament is, from the events of the log."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from producer.games.tournament_course import TournamentCourse, followed_again, opened_course
from producer.record.tables import log
from producer.record.tables.rows import read_roster

Group = tuple[str, str]

_END = 2**62
"""Beyond every position of the log."""


@dataclass(frozen=True, slots=True)
class CourseRead:
    """``positions``: of the events that made ``course``, in log order."""

    course: TournamentCourse
    positions: tuple[int, ...] = ()


def read_course(
    connection: Connection, group: Group, before: CourseRead | None
) -> CourseRead | None:
    """``None`` for a group that is no tournament. Goes on from ``before`` unless an event came in
    between its own."""
    roster = read_roster(connection, group)
    if roster is None or roster.sent.tournament is None:
        return None
    terms = roster.sent.tournament
    positions = tuple(log.tournament_positions(connection, group))
    start = CourseRead(opened_course(terms))
    if before is not None and before.course.terms == terms:
        known = len(before.positions)
        start = before if positions[:known] == before.positions else start
    if positions == start.positions:
        return start
    after = start.positions[-1] if start.positions else 0
    new = [event for _, event in log.tournament_events(connection, group, _END, after)]
    return CourseRead(followed_again(start.course, new), positions)
