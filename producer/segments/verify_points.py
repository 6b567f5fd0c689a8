"""What to look at before a table's times are called right. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from producer.release.recordings.hand_times import Confidence, HandTimes
from producer.segments.cutting.hand_events import (
    HandEvent,
    decision_place,
    hand_events,
    nudged,
)
from producer.segments.timed_frames import TimedFrame, timed_frames
from producer.segments.timeline import Timeline
from producer.segments.wanted import Wanted

QUESTION = "question"
_CHANGES = ("cut", "freeze", "hold")
"""What the picture does; everything else happens at the table."""


@dataclass(frozen=True, slots=True)
class PointToVerify:
    """One picture of a table. ``row``: the same for what compares at other tables. ``names``: what
    is there, such as ``flop``. ``frame``: of the segment, ``None`` where it is cut away. ``at``:
    house time. ``uncertain``: seconds by which the time that it was placed by may be late.
    ``event``: the id of the event that is shown, empty for none: then only all times of the table
    move it."""

    row: str
    names: tuple[str, ...]
    table: str
    frame: int | None
    at: Fraction
    uncertain: Fraction
    confidence: Confidence
    event: str


def points_to_verify(
    timeline: Timeline, times: Mapping[str, HandTimes], wanted: Wanted
) -> tuple[PointToVerify, ...]:
    """Every cut, standing picture, street, decision and end, in the order of the segment; then what
    is cut away. ``times``: as sure as they are, whatever the timeline was planned with."""
    shown = timed_frames(timeline, times, wanted)
    points: list[PointToVerify] = []
    for side in timeline.sides:
        own = [each for each in shown if each.table == side.table]
        if not any(shot.kind != "drawn" for shot in side.shots):
            continue
        seconds = wanted.nudges.get(side.table, 0) / timeline.rate
        events = _named(
            hand_events(nudged(times[side.table], seconds)), wanted.moves_before[side.table]
        )
        points += _of_table(own, events)
        points += _cut_away(side.table, events, {each.name for each in own})
    return tuple(sorted(points, key=_in_order))


def _named(events: Sequence[HandEvent], moves_before: int) -> dict[str, HandEvent]:
    """The streets, the decision and the end, in the order of the hand."""
    named = {place: event.name for place, event in enumerate(events) if event.kind == "street"}
    named |= {decision_place(events, moves_before): "decision", len(events) - 1: "end"}
    return {named[place]: events[place] for place in sorted(named)}


def _of_table(shown: Sequence[TimedFrame], events: Mapping[str, HandEvent]) -> list[PointToVerify]:
    """Those of one frame made one. A cut, freeze or hold compares with that of another table
    before the same event."""
    by_frame: dict[tuple[int, Fraction], list[TimedFrame]] = {}
    for each in shown:
        by_frame.setdefault((each.frame, each.at), []).append(each)
    found: list[PointToVerify] = []
    counted: Counter[str] = Counter()
    for (frame, at), there in by_frame.items():
        main, *others = sorted(there, key=lambda each: each.name in _CHANGES)
        row, name = main.name, _in_words(main.name)
        if row in _CHANGES:
            name += next((f" before the {e}" for e, event in events.items() if event.at >= at), "")
            counted[name] += 1
            row = f"{name} {counted[name]}"
        event = next((each.event for each in there if each.event), "")
        names = (name, *(_in_words(each.name) for each in others))
        found.append(
            PointToVerify(row, names, main.table, frame, at, main.uncertain, main.confidence, event)
        )
    return found


def _in_words(name: str) -> str:
    return QUESTION if name == "fork" else name


def _cut_away(table: str, events: Mapping[str, HandEvent], shown: set[str]) -> list[PointToVerify]:
    return [
        PointToVerify(
            name,
            (name,),
            table,
            None,
            event.at,
            event.at - (event.at if event.earliest is None else event.earliest),
            event.confidence,
            event.event,
        )
        for name, event in events.items()
        if name not in shown and event.event
    ]


def _in_order(point: PointToVerify) -> tuple[bool, int, Fraction]:
    return point.frame is None, point.frame or 0, point.at


def as_rows(
    points: Sequence[PointToVerify], tables: Sequence[str]
) -> list[tuple[PointToVerify | None, ...]]:
    """What compares side by side, a column a table."""
    rows: dict[str, dict[str, PointToVerify]] = {}
    for point in points:
        rows.setdefault(point.row, {})[point.table] = point
    return [tuple(row.get(table) for table in tables) for row in rows.values()]
