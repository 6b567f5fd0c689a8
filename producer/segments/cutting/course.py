"""One table's hand: what happened when, what may be seen of it, where it is at the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from producer.release.recordings.hand_times import HandTimes, Span
from producer.segments.cutting.hand_events import (
    GUARD,
    HandEvent,
    decision_place,
    drawn_events,
    first_not_known,
    hand_events,
)
from producer.segments.cutting.trimming import MARGIN
from producer.segments.cutting.visible import (
    NOTHING_VISIBLE,
    is_hidden,
    next_hidden,
    visible_before,
    visible_from,
)

REACTION = Fraction(2)
"""Seconds that a picture runs on after the last event of a beat."""

MOST_BACK = Fraction(5)
"""Seconds before the question from which a picture may be frozen instead, if that one is hidden."""


@dataclass(frozen=True, slots=True)
class Course:
    """``decision``: its place among ``events``. ``hidden``: times that no picture may show;
    everything of a table that is drawn. ``question``: the time of the frozen picture."""

    table: str
    events: tuple[HandEvent, ...]
    decision: int
    moves_before: int
    hidden: tuple[Span, ...]
    question: Fraction

    @property
    def begin(self) -> Fraction:
        """When the hand starts, or as soon after it as the picture may be shown."""
        start = min(self.events[0].at, self.question)
        if self.drawn:
            return start
        shown = visible_from(self.question, self.hidden)
        return start if shown is None else max(start, shown)

    @property
    def drawn(self) -> bool:
        return self.hidden == NOTHING_VISIBLE

    def limit(self, known: int | None) -> Fraction | None:
        """The time before which nothing can have happened that ``known`` moves from the decision on
        leave open; ``None`` if nothing is left open."""
        place = first_not_known(self.events, self.moves_before, known)
        return None if place is None else safe_before(self.events, place)

    def open_events(self, since: Fraction, known: int | None) -> tuple[HandEvent, ...]:
        """Those after ``since`` that may be seen when ``known`` moves are known."""
        place = first_not_known(self.events, self.moves_before, known)
        return tuple(event for event in self.events[:place] if event.at > since)

    def clipped(self, needed: Fraction, end: Fraction) -> Fraction:
        """``end``, or the start of what is hidden between it and ``needed``."""
        if self.drawn:
            return end
        hidden = next_hidden(needed, self.hidden)
        return end if hidden is None else min(end, hidden)


def course_of(hand: HandTimes, moves_before: int, hidden: tuple[Span, ...]) -> Course:
    """A table whose picture cannot be shown at the question, or of whose times too few are known,
    is drawn from the first frame to the last."""
    events = hand_events(hand)
    decision = decision_place(events, moves_before)
    if events[decision].earliest is not None:
        meant = question_time(events, decision)
        question = visible_before(meant, hidden)
        if question is not None and question >= meant - MOST_BACK:
            return Course(hand.table, events, decision, moves_before, hidden, question)
    events = drawn_events(hand)
    question = question_time(events, decision)
    return Course(hand.table, events, decision, moves_before, NOTHING_VISIBLE, question)


def by_the_clock(courses: Mapping[str, Course]) -> dict[str, Course]:
    """The same with every picture's question as long after the action before it as at the table
    where that is shortest, so that real time from there on keeps the tables in step."""
    after = [
        course.question - course.events[course.decision - 1].at
        for course in courses.values()
        if not course.drawn
    ]
    return {
        table: course if course.drawn else _asked_earlier(course, min(after))
        for table, course in courses.items()
    }


def _asked_earlier(course: Course, after: Fraction) -> Course:
    question = course.events[course.decision - 1].at + after
    hidden = is_hidden(question, question + GUARD, course.hidden)
    return course if hidden else replace(course, question=question)


def question_time(events: Sequence[HandEvent], decision: int) -> Fraction:
    """A margin after the action or the street before the decision, but before the earliest moment
    at which the decision can have been made.

    The device's time of the decision alone says nothing about where to freeze: its finger comes one
    to five seconds after the player's chips, so that a frame shortly before it may show them.
    """
    return min(events[decision - 1].at + MARGIN, safe_before(events, decision))


def safe_before(events: Sequence[HandEvent], place: int) -> Fraction:
    """A recording's frame nearest to this time is before the event at ``place``."""
    event = events[place]
    return (event.at if event.earliest is None else event.earliest) - GUARD
