"""What happens to a batch of items: known, taken, or kept in quarantine; all in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from producer.events import parse_event
from producer.feeds import Heard, Refused
from producer.feeds.sanity import Fault
from producer.record import derived, log, quarantine
from producer.record.derive import Known, Outcome, settle
from producer.record.quarantine import refusal

Place = tuple[str, str, str]
"""Session, group and table."""

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


def take(
    connection: Connection, items: list[Heard | Refused], now: str, renamed: dict[Place, str]
) -> Tally:
    """Takes ``items`` in. ``now``: RFC 3339 with zone; the connection holds the write lock.

    ``renamed``: the tables of this source that are known under another name (see ``_as_known``);
    brought up to date for the batches to come.
    """
    heard = [item for item in items if isinstance(item, Heard)]
    bodies = log.known_bodies(connection, (item.event.id for item in heard))
    items = _as_known(items, bodies, renamed)
    fresh = [item for item in items if isinstance(item, Heard) and item.event.id not in bodies]
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
        refused += _refusals(known, item, outcome)
        if outcome is Outcome.NEW:
            bodies[item.event.id] = log.body(item)
            new.append((item, bodies[item.event.id]))
        again += outcome is Outcome.SAME
    log.write(connection, new, now)
    derived.write(connection, known)
    quarantine.keep(connection, refused, now)
    return Tally(len(new), again, len(refused))


def _as_known(
    items: list[Heard | Refused], bodies: Mapping[str, log.Body], renamed: dict[Place, str]
) -> list[Heard | Refused]:
    """``items`` with every table under its first name, though its file came under another.

    The same bytes are the same table: where a table's opening is known, id and bytes, under
    another name, what follows is of the table known.
    """
    first: dict[str, Heard] = {}
    named: list[Heard | Refused] = []
    for item in items:
        if isinstance(item, Refused) or item.event.table is None:
            named.append(item)
            continue
        event = item.event
        place = event.session, event.group, item.event.table
        if event.type == "session.opened":
            renamed.pop(place, None)
            table = _first_name(item, bodies.get(event.id), first.setdefault(event.id, item))
            if table != event.table:
                renamed[place] = table
        if place in renamed:
            update = {"table": renamed[place]}
            named.append(replace(item, event=event.model_copy(update=update)))
        else:
            named.append(item)
    return named


def _first_name(item: Heard, known: log.Body | None, first: Heard) -> str:
    """The table's name in the log, else in the batch, else as told."""
    if known is not None and known.digest == log.digest(item.raw):
        return parse_event(known.event).table or ""
    if known is None and first.raw == item.raw:
        return first.event.table or ""
    return item.event.table or ""


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
        refused += _refusals(known, item, settle(known, item))
    return refused


def _refusals(known: Known, item: Heard, outcome: Outcome | Fault) -> list[Refused]:
    """The event itself, or hands that are told to their end with it and cannot be used."""
    if isinstance(outcome, Fault):
        return [refusal(item, outcome)]
    wrong, known.wrong = known.wrong, []
    return [refusal(at, found) for at, found in wrong]
