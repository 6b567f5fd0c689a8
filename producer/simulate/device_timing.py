"""When a scoring device sends its entries: fingers are late, and some devices send in batches."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from producer.events import HandFinished
from producer.simulate.device import Entry

TimedEntries = Iterable[tuple[datetime, Entry]]
"""Entries of a table in order, each with the time it happened."""

ENTRY_DELAY = (1.0, 5.0)
"""Seconds from the action to its entry on the device."""

BATCH = (2, 4)
"""Entries per batch; a hand's end sends fewer."""

BATCH_DELAY = (3.0, 12.0)
"""Seconds from entry to arrival of a batch; entries of other devices arrive at once."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A sent entry. ``at``: the device's own time; ``arrives``: when the desk receives it."""

    at: datetime
    arrives: datetime
    entry: Entry


def with_entry_delay(entries: TimedEntries, rng: random.Random) -> Iterator[tuple[datetime, Entry]]:
    """Every entry with the time it was keyed in: 1 to 5 s late, in order."""
    last = None
    for happened, entry in entries:
        keyed = happened + _seconds(rng, ENTRY_DELAY)
        if last is not None:
            keyed = max(keyed, last + timedelta(milliseconds=200))
        last = keyed
        yield keyed, entry


def at_once(entries: TimedEntries, rng: random.Random) -> Iterator[Sent]:
    """A device that sends every entry as it is made."""
    for keyed, entry in with_entry_delay(entries, rng):
        yield Sent(keyed, keyed, entry)


def in_batches(entries: TimedEntries, rng: random.Random) -> Iterator[Sent]:
    """A device that sends a few entries together, all with the time of the last.

    The end of a hand sends the batch; batches arrive in order.
    """
    batch: list[Entry] = []
    size, arrived = rng.randint(*BATCH), None
    for keyed, entry in with_entry_delay(entries, rng):
        batch.append(entry)
        if len(batch) < size and not isinstance(entry, HandFinished):
            continue
        arrives = keyed + _seconds(rng, BATCH_DELAY)
        arrived = arrives if arrived is None else max(arrives, arrived)
        yield from (Sent(keyed, arrived, each) for each in batch)
        batch, size = [], rng.randint(*BATCH)


def _seconds(rng: random.Random, span: tuple[float, float]) -> timedelta:
    return timedelta(milliseconds=round(1000 * rng.uniform(*span)))
