"""A hand as events in order, each with the earliest and the latest moment it can have happened.

A device is operated after the event, never before it: the time it sends is the latest moment, and
that less its uncertainty the earliest. The order of the hand narrows both: nothing happened after
what follows it, or before what it follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Literal

from producer.release.recordings.hand_times import ClockTime, Confidence, HandTimes

PACE = Fraction(2)
"""Seconds between events whose times were not received."""

GUARD = Fraction(1, 20)
"""Seconds: longer than the frame of the slowest recording stands, so that the nearest frame of a
recording is also before what must not be seen."""


@dataclass(frozen=True, slots=True)
class HandEvent:
    """``name``: of a street. ``number``: of a move, from 0. ``at``: the latest moment it can have
    happened. ``earliest``: ``None`` if no time before it was received. ``likely``: the most likely
    moment. ``event``: the id in the log of the event that says so, empty for none."""

    kind: Literal["start", "street", "move", "end"]
    name: str
    number: int
    at: Fraction
    earliest: Fraction | None
    confidence: Confidence
    likely: Fraction
    event: str = ""


_Place = tuple[Literal["start", "street", "move", "end"], str, int, ClockTime | None]


def hand_events(hand: HandTimes) -> tuple[HandEvent, ...]:
    """From the start to the end. Times that were not received are spread evenly between their
    neighbours. Raises ValueError unless the phase of every move is there."""
    places = _in_order(hand)
    latest = _latest([time for *_, time in places])
    events, earliest = [], None
    for (kind, name, number, time), at in zip(places, latest, strict=True):
        if time is not None:
            own = time.at - time.uncertain
            earliest = min(at, own if earliest is None else max(earliest, own))
        unknown: Confidence = "verified" if hand.verified else "reported"
        confidence = unknown if time is None else time.confidence
        event = "" if time is None else time.event
        events.append(HandEvent(kind, name, number, at, earliest, confidence, at, event))
    return tuple(
        event
        for _, group in groupby(events, key=lambda event: event.at)
        for event in _with_likely(tuple(group))
    )


def _with_likely(sent: Sequence[HandEvent]) -> list[HandEvent]:
    """Those of one time: the last half-way between its earliest and its latest moment, the others
    spread evenly before it, as a device that sends in batches has them."""
    first, last = sent[0].earliest, sent[-1]
    if first is None or last.earliest is None:
        return list(sent)
    span = (last.earliest + last.at) / 2 - first
    return [
        replace(event, likely=max(event.earliest or first, first + span * n / len(sent)))
        for n, event in enumerate(sent, 1)
    ]


def drawn_events(hand: HandTimes) -> tuple[HandEvent, ...]:
    """As a drawn table shows them: exactly when they were sent, but not two at once, as a device
    that sends in batches has them."""
    events: list[HandEvent] = []
    for event in hand_events(hand):
        at = max(event.at, events[-1].at + PACE / 2) if events else event.at
        events.append(replace(event, at=at, earliest=at, likely=at))
    return tuple(events)


@dataclass(frozen=True, slots=True)
class DrawnPoint:
    """How far a drawn table has come. ``street``: the last one opened, empty before the first."""

    moves: int
    street: str
    over: bool


def drawn_point(hand: HandTimes, at: Fraction) -> DrawnPoint:
    """What a drawn table shows at the time ``at``."""
    seen = [event for event in drawn_events(hand) if event.at <= at]
    return DrawnPoint(
        sum(event.kind == "move" for event in seen),
        next((event.name for event in reversed(seen) if event.kind == "street"), ""),
        any(event.kind == "end" for event in seen),
    )


def nudged(hand: HandTimes, seconds: Fraction) -> HandTimes:
    """The hand with every time moved later."""
    if not seconds:
        return hand

    def moved(time: ClockTime | None) -> ClockTime | None:
        return None if time is None else _moved(time, seconds)

    return replace(
        hand,
        started=moved(hand.started),
        moves=tuple(moved(time) for time in hand.moves),
        streets=tuple((name, _moved(time, seconds)) for name, time in hand.streets),
        finished=moved(hand.finished),
    )


def decision_place(events: Sequence[HandEvent], moves_before: int) -> int:
    """Where the decision is among ``events``; where the line has no such move, what comes after its
    last one."""
    moves = [place for place, event in enumerate(events) if event.kind == "move"]
    if moves_before < len(moves):
        return moves[moves_before]
    return moves[-1] + 1 if moves else 1


def first_not_known(
    events: Sequence[HandEvent], moves_before: int, known: int | None
) -> int | None:
    """The place of the first event that must not be seen when ``known`` moves are known from the
    decision on (``producer/stages/moment.py``); ``None`` if all may be."""
    if known is None:
        return None
    if known == 0:
        return decision_place(events, moves_before)
    moves = [place for place, event in enumerate(events) if event.kind == "move"]
    last = min(moves_before + known, len(moves)) - 1
    return moves[last] + 1 if last >= 0 else 1


def _moved(time: ClockTime, seconds: Fraction) -> ClockTime:
    confidence: Confidence = "nudged" if time.confidence == "reported" else time.confidence
    return replace(time, at=time.at + seconds, confidence=confidence)


def _in_order(hand: HandTimes) -> list[_Place]:
    if len(hand.phases) != len(hand.moves):
        raise ValueError(
            f"table {hand.table} has {len(hand.moves)} moves and the phases of {len(hand.phases)}"
        )
    streets = _streets(hand)
    places: list[_Place] = [("start", "", 0, hand.started)]
    for number, time in enumerate(hand.moves):
        places += [("street", name, 0, at) for name, before, at in streets if before == number]
        places.append(("move", "", number, time))
    places += [("street", name, 0, at) for name, before, at in streets if before == len(hand.moves)]
    return [*places, ("end", "", 0, hand.finished)]


def _streets(hand: HandTimes) -> list[tuple[str, int, ClockTime | None]]:
    """Name, how many moves come before it, and its time. The phase in which a hand begins is a
    street only if it has a time."""
    times: dict[str, ClockTime | None] = dict.fromkeys(hand.phases[1:])
    times.pop(hand.phases[0] if hand.phases else "", None)
    times |= dict(hand.streets)
    listed = [name for name, _ in hand.streets]
    before: dict[str, int] = {}
    following = len(hand.moves)
    for name in reversed(listed):
        before[name] = following = min(_first(hand.phases, name), following)
    for name in times:
        before.setdefault(name, _first(hand.phases, name))
    in_order = sorted(times, key=lambda name: (before[name], _rank(listed, name)))
    return [(name, before[name], times[name]) for name in in_order]


def _first(phases: Sequence[str], name: str) -> int:
    return phases.index(name) if name in phases else len(phases)


def _rank(listed: Sequence[str], name: str) -> int:
    return listed.index(name) if name in listed else -1


def _latest(times: Sequence[ClockTime | None]) -> list[Fraction]:
    """Each event's time, none after that of a later event; the missing ones spread evenly."""
    found: list[Fraction | None] = [None if time is None else time.at for time in times]
    after: Fraction | None = None
    for place in reversed(range(len(found))):
        at = found[place]
        if at is not None:
            found[place] = after = at if after is None else min(at, after)
    known = [place for place, at in enumerate(found) if at is not None]
    return [_spread(found, known, place) for place in range(len(found))]


def _spread(found: Sequence[Fraction | None], known: Sequence[int], place: int) -> Fraction:
    at = found[place]
    if at is not None:
        return at
    before = max((each for each in known if each < place), default=None)
    after = min((each for each in known if each > place), default=None)
    first = None if before is None else found[before]
    last = None if after is None else found[after]
    if before is not None and after is not None and first is not None and last is not None:
        return first + (last - first) * (place - before) / (after - before)
    if before is not None and first is not None:
        return first + PACE * (place - before)
    if after is not None and last is not None:
        return last - PACE * (after - place)
    return PACE * place
