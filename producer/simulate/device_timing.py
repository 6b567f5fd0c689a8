"""When a table's scoring device tells what happened: fingers are late, and some devices batch."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from producer.events import HandFinished
from producer.simulate.device import Told

Happened = Iterable[tuple[datetime, Told]]
"""What happened at a table and when, in order."""

LATE = (1.0, 5.0)
"""Seconds from the deed to the finger on the device."""

BATCH = (2, 4)
"""Entries that a batching device collects before it sends them, or fewer at a hand's end."""

ON_THE_WAY = (3.0, 12.0)
"""Seconds from the finger to the arrival of a batch; other devices' entries arrive at once."""


@dataclass(frozen=True, slots=True)
class Sent:
    """An entry as it was sent. ``at``: the device's own time; ``arrives``: when it is heard."""

    at: datetime
    arrives: datetime
    told: Told


def entered(happened: Happened, lot: random.Random) -> Iterator[tuple[datetime, Told]]:
    """Every entry with the time of the finger: 1 to 5 s after the deed, never before the last."""
    last = None
    for done, told in happened:
        finger = done + _seconds(lot, LATE)
        if last is not None:
            finger = max(finger, last + timedelta(milliseconds=200))
        last = finger
        yield finger, told


def at_once(happened: Happened, lot: random.Random) -> Iterator[Sent]:
    """A device that sends every entry as it is made."""
    for finger, told in entered(happened, lot):
        yield Sent(finger, finger, told)


def in_batches(happened: Happened, lot: random.Random) -> Iterator[Sent]:
    """A device that sends a few entries together, all under the time of the last of them.

    A hand's end sends what has been collected; no batch arrives before the one sent earlier.
    """
    collected: list[Told] = []
    size, arrived = lot.randint(*BATCH), None
    for finger, told in entered(happened, lot):
        collected.append(told)
        if len(collected) < size and not isinstance(told, HandFinished):
            continue
        arrives = finger + _seconds(lot, ON_THE_WAY)
        arrived = arrives if arrived is None else max(arrives, arrived)
        yield from (Sent(finger, arrived, one) for one in collected)
        collected, size = [], lot.randint(*BATCH)


def _seconds(lot: random.Random, span: tuple[float, float]) -> timedelta:
    return timedelta(milliseconds=round(1000 * lot.uniform(*span)))
