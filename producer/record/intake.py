"""What happens to a batch of items: known, taken, or kept in quarantine; all in one transaction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection

from producer.feeds import Heard, Refused
from producer.feeds.sanity import Fault
from producer.record import derived, log, quarantine
from producer.record.derive import Accepted, Known, Same, settle
from producer.record.quarantine import refusal

_CONFLICT = Fault(
    "another event with this id is in the log",
    "Give every event an id of its own; a correction is an event that names what it replaces",
)


@dataclass(frozen=True, slots=True)
class Tally:
    """What became of items: events new to the log, known already, and refusals.

    A refusal counts every time it is met, though it is kept once. A live hand that turns out
    wrong at its end counts as a refusal besides its events.
    """

    new: int
    known: int
    quarantined: int

    def plus(self, other: Tally) -> Tally:
        return Tally(
            self.new + other.new, self.known + other.known, self.quarantined + other.quarantined
        )


def take(connection: Connection, items: list[Heard | Refused], now: str) -> Tally:
    """Takes ``items`` in. ``now``: RFC 3339 with zone; the connection holds the write lock."""
    heard = [item for item in items if isinstance(item, Heard)]
    bodies = log.known_bodies(connection, (item.event.id for item in heard))
    fresh = [item for item in heard if item.event.id not in bodies]
    known = derived.load(connection, fresh, log.last_position(connection) + 1)
    new: list[tuple[Heard, log.Body]] = []
    refused: list[Refused] = []
    again = 0
    for item in items:
        if isinstance(item, Refused):
            refused.append(item)
            continue
        before = bodies.get(item.event.id)
        if before is not None:
            if before.tells(item):
                again += 1
            else:
                refused.append(refusal(item, _CONFLICT))
            continue
        outcome = settle(known, item)
        refused += _refusals(item, outcome)
        if isinstance(outcome, Accepted):
            bodies[item.event.id] = log.body(item)
            new.append((item, bodies[item.event.id]))
        again += isinstance(outcome, Same)
    log.write(connection, new, now)
    derived.write(connection, known)
    quarantine.keep(connection, refused, now)
    return Tally(len(new), again, len(refused))


def derive_again(connection: Connection, batch: int, now: str) -> None:
    """Derives everything from the log into empty tables, ``batch`` events at a time."""
    after = 0
    while entries := log.read(connection, after, batch):
        items = [item for _, item in entries]
        known = derived.load(connection, items, entries[0][0])
        quarantine.keep(connection, _settled(known, items), now)
        derived.write(connection, known)
        after = entries[-1][0]


def _settled(known: Known, items: Iterable[Heard]) -> list[Refused]:
    refused: list[Refused] = []
    for item in items:
        refused += _refusals(item, settle(known, item))
    return refused


def _refusals(item: Heard, outcome: Accepted | Same | Fault) -> list[Refused]:
    if isinstance(outcome, Fault):
        return [refusal(item, outcome)]
    if isinstance(outcome, Accepted) and outcome.fault is not None:
        return [refusal(outcome.at or item, outcome.fault)]
    return []
