"""How far the picture of a side has come in a frame: what a graphic over it may say."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from producer.segments.cutting.course import Course
from producer.segments.cutting.hand_events import HandEvent
from producer.segments.timeline import Side
from producer.stages.moment import Known


def changes(
    course: Course, side: Side, rate: Fraction, streets: Mapping[str, int]
) -> list[tuple[int, Known]]:
    """From which frame on how many moves after the question are in the picture, or have been, by
    the most likely moment of each. ``streets``: the frames before which nothing on them is said."""
    found: list[tuple[int, Known]] = []
    wait = 0
    for event in course.events[course.decision :]:
        frame = first_seen(event, side, rate)
        if event.kind == "street":
            wait = max(wait, streets.get(event.name, 0))
        elif frame is not None:
            wait = max(wait, frame)
            known = None if event.kind == "end" else event.number - course.moves_before + 1
            found.append((wait, known))
    return found


def streets_of_all(
    courses: Mapping[str, Course], sides: Mapping[str, Side], rate: Fraction
) -> dict[str, int]:
    """By street, the frame in which the last of the tables that come to it has it in the picture;
    the end of the sides if one of them does not show it."""
    found: dict[str, int] = {}
    for table, side in sides.items():
        for event in courses[table].events:
            if event.kind == "street":
                frame = first_seen(event, side, rate)
                last = side.shots[-1].end if frame is None else frame
                found[event.name] = max(found.get(event.name, 0), last)
    return found


def first_seen(event: HandEvent, side: Side, rate: Fraction) -> int | None:
    """The first frame that shows the event or what comes after it; ``None`` if there is none.
    A drawn table shows it at its latest moment."""
    for shot in side.shots:
        at = event.at if shot.kind == "drawn" else event.likely
        if shot.kind in {"play", "drawn"} and shot.speed > 0:
            frame = shot.start + max(0, math.ceil((at - shot.at) * rate / shot.speed))
            if frame < shot.end:
                return frame
        elif shot.at >= at:
            return shot.start
    return None


def is_further(known: Known, other: Known) -> bool:
    """Whether ``known`` is more than ``other``."""
    return other is not None and (known is None or known > other)


def least(one: Known, other: Known) -> Known:
    return other if is_further(one, other) else one
