"""How far the picture of a side has come in a frame: what a graphic over it may say."""

from __future__ import annotations

from fractions import Fraction

from producer.segments.cutting.course import Course
from producer.segments.timeline import Side
from producer.stages.moment import Known


def changes(course: Course, side: Side, rate: Fraction) -> list[tuple[int, Known]]:
    """From which frame on how many moves after the question are certainly in the picture, or have
    been: by the latest moment that each can have happened."""
    found: list[tuple[int, Known]] = [(0, 0)]
    events = course.events[course.decision :]
    for shot in side.shots:
        for event in events:
            known = _known_after(course, event.kind, event.number)
            frame = shot.start + _frames_until(shot.at, event.at, shot.speed, rate)
            runs = shot.kind in {"play", "drawn"} and shot.speed > 0
            seen = frame < shot.end if runs else shot.at >= event.at
            if known != 0 and seen and is_further(known, found[-1][1]):
                found.append((max(frame if runs else shot.start, found[-1][0]), known))
    return found


def is_further(known: Known, other: Known) -> bool:
    """Whether ``known`` is more than ``other``."""
    return other is not None and (known is None or known > other)


def least(one: Known, other: Known) -> Known:
    return other if is_further(one, other) else one


def _known_after(course: Course, kind: str, number: int) -> Known:
    if kind == "end":
        return None
    return number - course.moves_before + 1 if kind == "move" else 0


def _frames_until(first: Fraction, at: Fraction, speed: int, rate: Fraction) -> int:
    return max(0, -((first - at) * rate // max(1, speed)))
