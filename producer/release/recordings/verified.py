"""Times of hands that a producer has looked at in the recordings and found right."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from producer.acts import Act, SyncVerified, SyncVerifiedAct
from producer.events import RecordingAdded
from producer.games.line import DealKey
from producer.record import NUDGED
from producer.release.recordings.hand_times import ClockTime, HandTimes

LENGTH = 16
"""Hexadecimal digits of a hash."""

TIMES = "the times"


def fingerprint(value: Any) -> str:
    """A short hash of what ``repr`` says of the value."""
    return hashlib.sha256(repr(value).encode()).hexdigest()[:LENGTH]


def moments(hand: HandTimes) -> tuple[object, ...]:
    """When everything of the hand was, without how sure that is."""

    def at(time: ClockTime | None) -> Fraction | None:
        return None if time is None else time.at

    return (
        at(hand.started),
        [at(time) for time in hand.moves],
        [(name, time.at) for name, time in hand.streets],
        at(hand.finished),
    )


def recording_facts(recordings: Iterable[RecordingAdded]) -> dict[str, str]:
    """The hash of every file's place on the clock, by its name, and of all recordings together. A
    part that a recording goes on with changes none of them; another recording does."""
    rows = list(recordings)
    clocks = [each.model_dump_json(exclude={"files"}) for each in rows]
    facts = {
        f"the recording {file}": fingerprint((each.files[:number], clock))
        for each, clock in zip(rows, clocks, strict=True)
        for number, file in enumerate(each.files, 1)
    }
    first = [(each.files[0], clock) for each, clock in zip(rows, clocks, strict=True)]
    return {"the recordings": fingerprint(first), **facts}


def sync_facts(hand: HandTimes, recordings: Iterable[RecordingAdded]) -> dict[str, str]:
    """What a verification rests on: hashes by name."""
    return {TIMES: fingerprint(moments(hand)), **recording_facts(recordings)}


def verified_facts(acts: Iterable[Act], key: DealKey) -> dict[str, Mapping[str, str]]:
    """By table, what the last verification of its play of the deal rests on."""
    found: dict[str, Mapping[str, str]] = {}
    for act in acts:
        if isinstance(act, SyncVerifiedAct) and _deal_of(act.data) == key:
            if act.data.verified:
                found[act.data.table] = act.data.facts
            else:
                found.pop(act.data.table, None)
    return found


def still_verified(facts: Mapping[str, str], now: Mapping[str, str]) -> bool:
    """Whether nothing that was looked at has changed."""
    return all(now.get(name) == hash_ for name, hash_ in facts.items())


def as_verified(hand: HandTimes) -> HandTimes:
    """The hand with every time as sure as one that was looked at."""

    def sure(time: ClockTime | None) -> ClockTime | None:
        return None if time is None else _sure(time)

    return replace(
        hand,
        started=sure(hand.started),
        moves=tuple(sure(time) for time in hand.moves),
        streets=tuple((name, _sure(time)) for name, time in hand.streets),
        finished=sure(hand.finished),
        verified=True,
    )


def _sure(time: ClockTime) -> ClockTime:
    return replace(time, uncertain=min(time.uncertain, Fraction(NUDGED)), confidence="verified")


def _deal_of(data: SyncVerified) -> DealKey:
    return DealKey(data.session, data.group, data.deal)
