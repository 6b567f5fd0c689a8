"""Which frame of a timeline shows which moment of a hand: for the verify page, the manifest, tests.

Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from producer.release.recordings.hand_times import Confidence, HandTimes
from producer.segments.cutting.hand_events import (
    HandEvent,
    decision_place,
    hand_events,
    nudged,
)
from producer.segments.cutting.placing import round_half_up
from producer.segments.cutting.shots import last_frame
from producer.segments.timeline import Side, SideShot, Timeline
from producer.segments.wanted import Wanted


@dataclass(frozen=True, slots=True)
class TimedFrame:
    """Frame ``frame`` of the timeline shows ``table`` at the time ``at``. ``name``: ``fork``, a
    street, ``decision`` or ``end``; or what the picture does there: ``cut``, ``freeze``, ``hold``.
    ``uncertain`` and ``confidence``: of the device's time that it was placed by, of a cut or a
    frozen picture that of the last event before it. ``event``: the id in the log of the event that
    is shown, empty for a cut, a frozen picture and an event without a time."""

    name: str
    table: str
    frame: int
    at: Fraction
    uncertain: Fraction
    confidence: Confidence
    event: str = ""


def timed_frames(
    timeline: Timeline, times: Mapping[str, HandTimes], wanted: Wanted
) -> tuple[TimedFrame, ...]:
    """In the order of their frames, those of tables with a picture there; ``times`` and ``wanted``:
    those that the timeline was planned with."""
    fork = next(mark.frame for mark in timeline.marks if mark.name == "fork")
    found: list[TimedFrame] = []
    for side in timeline.sides:
        seconds = wanted.nudges.get(side.table, 0) / timeline.rate
        events = hand_events(nudged(times[side.table], seconds))
        decision = decision_place(events, wanted.moves_before[side.table])
        named = {place: event.name for place, event in enumerate(events) if event.kind == "street"}
        named |= {decision: "decision", len(events) - 1: "end"}
        pictures = [shot for shot in side.shots if shot.kind != "drawn"]
        for place, name in named.items():
            frame = frame_of(events[place].at, pictures, timeline.rate)
            if frame is not None:
                shown = _by(events[place], name, side.table, frame, events[place].at)
                found.append(replace(shown, event=events[place].event))
        found += [
            _by(_last_before(events, at), name, side.table, frame, at)
            for name, frame, at in _changes(side, fork, timeline.rate)
        ]
    return tuple(sorted(found, key=lambda each: (each.frame, each.table, each.name)))


def frame_of(at: Fraction, shots: Sequence[SideShot], rate: Fraction) -> int | None:
    """The frame nearest to the time ``at`` among those of running pictures; ``None`` if it is cut
    away."""
    for shot in shots:
        if shot.kind in {"play", "drawn"} and shot.at <= at < shot.time_of(shot.end, rate):
            within = round_half_up((at - shot.at) * rate / shot.speed)
            return min(shot.start + within, shot.end - 1)
    return None


def _changes(side: Side, fork: int, rate: Fraction) -> list[tuple[str, int, Fraction]]:
    """The fork, and every frame in which the picture jumps or stops."""
    found = []
    before: SideShot | None = None
    for shot in side.shots:
        if shot.kind != "drawn":
            jumps = before is None or abs(shot.at - last_frame((before,), rate)) > 2 / rate
            if shot.start <= fork < shot.end:
                found.append(("fork", fork, shot.time_of(fork, rate)))
            if shot.kind in {"freeze", "hold"}:
                found.append((shot.kind, shot.start, shot.at))
            elif jumps and shot.start:
                found.append(("cut", shot.start, shot.at))
        before = shot
    return found


def _last_before(events: Sequence[HandEvent], at: Fraction) -> HandEvent:
    return next((event for event in reversed(events) if event.at <= at), events[0])


def _by(event: HandEvent, name: str, table: str, frame: int, at: Fraction) -> TimedFrame:
    uncertain = event.at - (event.at if event.earliest is None else event.earliest)
    return TimedFrame(name, table, frame, at, uncertain, event.confidence)
