"""Takes a batch in and decides about the entries of the quarantine that it settles: a device that
was refused has sent the event again under its id, and it could be used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from sqlalchemy import Connection

from producer.events import Event
from producer.feeds import Received, Refused
from producer.record.intake.admission import Receipt
from producer.record.intake.batch import Place, WriteTransaction
from producer.record.intake.decision_events import check_undecided, decision
from producer.record.intake.one_by_one import ingest_one_by_one, retry_logged
from producer.record.tables import log, quarantine
from producer.record.tables.quarantine import TRY, OpenEntry

Way = Callable[
    [WriteTransaction, list[Received | Refused], dict[Place, str]], tuple[list[Receipt], int]
]
"""How a batch takes items in."""


def ingest(
    batch: WriteTransaction,
    items: list[Received | Refused],
    renamed: dict[Place, str],
    way: Way = WriteTransaction.ingest,
) -> tuple[list[Receipt], int]:
    """As ``way`` does; then decides about the entries that are settled by it."""
    before = quarantine.last_position(batch.connection)
    new = _new_names(batch.connection, items)
    receipts, refused = way(batch, items, renamed)
    if quarantine.has_open(batch.connection):
        decided = _sent_again(batch.connection, items, receipts, new, before)
        _decide(batch, decided | _in_roster_now(batch))
    return receipts, refused


def decide(
    batch: WriteTransaction,
    entry: int,
    item: Received | Refused | None,
    decided: Callable[[Receipt | None], Mapping[int, Received]],
) -> Receipt | None:
    """Takes ``item`` in, in the place of ``entry``, and the decisions, by entry, that follow from
    what became of it. The entry itself, where the log has it, is tried there again.
    Raises AlreadyDecided."""
    check_undecided(batch.connection, entry)
    items = [] if item is None else [item]
    before = quarantine.last_position(batch.connection)
    new = _new_names(batch.connection, items)
    receipts, _ = ingest_one_by_one(batch, items, {})
    if receipts and receipts[0].outcome == "known" and isinstance(item, Received):
        receipts = [_tried(batch, entry, item) or receipts[0]]
    settled = decided(receipts[0] if receipts else None)
    if settled:
        _decide(batch, settled)
        _decide(batch, _sent_again(batch.connection, items, receipts, new, before))
    return receipts[0] if receipts else None


def _new_names(connection: Connection, items: Iterable[Received | Refused]) -> set[log.EventName]:
    """Of ``items``, where any entry is open, the events that the log does not have."""
    if not quarantine.has_open(connection):
        return {log.name_of(item.event) for item in items if isinstance(item, Received)}
    names = {log.name_of(item.event) for item in items if isinstance(item, Received)}
    return names - log.logged_events(connection, names).keys()


def _sent_again(
    connection: Connection,
    items: list[Received | Refused],
    receipts: list[Receipt],
    new: set[log.EventName],
    before: int,
) -> dict[int, Received]:
    """The decisions about entries whose event came again among ``items`` and could be used; of an
    entry above ``before`` only where it was refused earlier in the same batch, as in a file of
    both."""
    usable: dict[str, list[tuple[int, Event]]] = {}
    refused: dict[bytes, int] = {}
    for number, (item, receipt) in enumerate(zip(items, receipts, strict=True)):
        if receipt.outcome == "refused":
            refused.setdefault(item.raw, number)
        elif isinstance(item, Received) and log.name_of(item.event) in new:
            usable.setdefault(item.event.id, []).append((number, item.event))
    found: dict[int, Received] = {}
    for entry in quarantine.read_open(connection, usable):
        least = -1 if entry.pos <= before else refused.get(entry.raw, len(items))
        for number, event in usable[entry.identity.id]:
            if number > least and _is_of(entry, event):
                reason = f"{event.source} sent event {event.id} again, and it was taken in"
                found[entry.pos] = decision(entry.pos, entry.identity, "resent", reason)
                break
    return found


def _is_of(entry: OpenEntry, event: Event) -> bool:
    """Whether the entry is of the event's table, as far as it names one: an entry of a table that
    is in no roster says that somebody plays there, whatever another table sends."""
    of = entry.identity
    named = zip((of.session, of.group, of.table), log.name_of(event)[:3], strict=True)
    return all(name in ("", own) for name, own in named)


def _in_roster_now(batch: WriteTransaction) -> dict[int, Received]:
    """The decisions about what was refused of tables that came into the roster now."""
    counts, batch.reinstated = {item.raw: item.event for item in batch.reinstated}, []
    if not counts:
        return {}
    ids = {event.id for event in counts.values()}
    return {
        entry.pos: decision(
            entry.pos,
            entry.identity,
            "released",
            f"table {counts[entry.raw].table} is in the roster now",
        )
        for entry in quarantine.read_open(batch.connection, ids)
        if entry.raw in counts
    }


def _tried(batch: WriteTransaction, entry: int, item: Received) -> Receipt | None:
    (found,) = quarantine.read(batch.connection, entry)
    is_own = not item.place.startswith(TRY) and found.raw == item.raw
    return retry_logged(batch, item) if is_own else None


def _decide(batch: WriteTransaction, decided: Mapping[int, Received]) -> None:
    if decided:
        batch.ingest(list(decided.values()), {})
