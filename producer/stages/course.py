"""Stages of a tournament as its feed tells it: clock, chip counts, payouts."""

from __future__ import annotations

from datetime import datetime

from overlay.stage import Stage
from producer.games.tournament import entered
from producer.games.tournament_course import TournamentCourse
from producer.stages.entry import MovingStage
from producer.stages.moment import NotDrawable
from producer.stages.programme.tournament import (
    blinds,
    chip_counts_stage,
    clock_stage,
    payouts_stage,
)
from producer.stages.style import PLAIN, Style


def course_clock(course: TournamentCourse, style: Style = PLAIN) -> MovingStage:
    """The clock as a function of the time, in seconds since 1970. Before the first level it says
    that play has not begun as it does in a break."""
    stopped = course.paused or not course.number

    def at(now: float) -> Stage:
        return clock_stage(
            max(course.number, 1),
            course.level,
            course.following,
            None if stopped else _seconds(course.ends, now),
            len(course.tournament.chips),
            max(entered(course.tournament), 1),
            style,
            timed=course.ends is not None,
        )

    return at


def _seconds(ends: datetime | None, now: float) -> float:
    return 0.0 if ends is None else max(0.0, ends.timestamp() - now)


def course_counts(course: TournamentCourse, style: Style = PLAIN) -> Stage:
    """The chips of the players still in, the most first, as many as there is room for. Raises
    NotDrawable before anybody has entered."""
    chips = course.tournament.chips
    if not chips:
        raise NotDrawable("nobody has entered the tournament", "send tournament.entered")
    note = f"{style.say.gettext('BLINDS')} {blinds(course.level, style)}"
    return chip_counts_stage(chips, course.level.big_blind, style=style, note=note)


def course_payouts(course: TournamentCourse, style: Style = PLAIN) -> Stage:
    """The prizes by place, with the players who have won them so far. Raises NotDrawable before
    anybody has entered."""
    prizes = course.prizes
    if not prizes:
        raise NotDrawable("nobody has entered the tournament", "send tournament.entered")
    found = course.results
    names = [
        ", ".join(sorted(name for name, each in found.items() if each.place == place))
        for place in range(1, len(prizes) + 1)
    ]
    return payouts_stage(prizes, course.terms.currency, names, style)
