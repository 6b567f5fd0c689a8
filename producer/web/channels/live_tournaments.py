"""What the channels of a tournament show: its clock, chips, payouts and season."""

from __future__ import annotations

from dataclasses import dataclass

from producer.games.prizes import SeasonLine
from producer.games.tournament_course import TournamentCourse
from producer.release import Gate
from producer.stages.course import course_clock, course_counts, course_payouts
from producer.stages.programme.tournament import season_stage
from producer.stages.style import Style
from producer.web.channels.live import Drawing, Moving, draw


@dataclass(frozen=True, slots=True)
class TournamentSource:
    """What a channel is drawn from. ``kind``: how its name begins. ``season``: empty but for the
    season's channel."""

    kind: str
    course: TournamentCourse
    season: tuple[SeasonLine, ...] = ()


def tournament_source(gate: Gate, name: str, exit_: str) -> TournamentSource | None:
    """``None`` for a channel of no tournament, before anybody has entered it, and for a season in
    which no tournament is over."""
    kind, _, session = name.partition("-")
    course = gate.tournament(session, exit_)
    if course is None:
        return None
    if kind != "season":
        return TournamentSource(kind, course) if course.tournament.chips else None
    lines = gate.season(course.terms.season, exit_) if course.terms.season else ()
    return TournamentSource(kind, course, lines) if lines else None


def tournament_drawing(source: TournamentSource, style: Style) -> Drawing | Moving:
    """Raises NotDrawable."""
    course = source.course
    if source.kind == "clock":
        clock = course_clock(course, style)
        return lambda now: draw(clock(now))
    if source.kind == "chips":
        return draw(course_counts(course, style))
    if source.kind == "payouts":
        return draw(course_payouts(course, style))
    named = course.terms.season or ""
    return draw(season_stage(named, source.season, course.terms.currency, style))
