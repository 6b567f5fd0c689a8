"""Ingests a batch and settles the quarantine entries that it resolves: a device has sent a refused
event again under its id, or a file its hand, and it could be used."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from pathlib import PurePath
from typing import NamedTuple

from sqlalchemy import Connection

from producer.events import Event
from producer.feeds import Received, Refused
from producer.record.intake.batch import Place, WriteTransaction
from producer.record.intake.decision_events import Decided, check_undecided, decision
from producer.record.intake.one_by_one import ingest_one_by_one, retry_logged
from producer.record.intake.receipt import Receipt
from producer.record.tables import log, quarantine
from producer.record.tables.quarantine import TRY, OpenEntry, OpenFileHand

Way = Callable[
    [WriteTransaction, list[Received | Refused], dict[Place, str]], tuple[list[Receipt], int]
]
"""How a batch is ingested: at once, or one by one."""


def ingest(
    batch: WriteTransaction,
    items: list[Received | Refused],
    renamed: dict[Place, str],
    way: Way = WriteTransaction.ingest,
) -> tuple[list[Receipt], int]:
    """Ingests as ``way`` does, then decides the entries that are settled by it."""
    before = quarantine.last_position(batch.connection)
    new = _new_names(batch.connection, items)
    receipts, refused = way(batch, items, renamed)
    if quarantine.has_open(batch.connection):
        decided = _sent_again(batch.connection, items, receipts, new, before)
        corrected = _corrected_in_files(batch.connection, items, receipts, new, before)
        _decide(batch, decided | corrected | _in_roster_now(batch))
        _decide(batch, _settled_hands(batch))
    batch.state.settled.clear()
    return receipts, refused


def decide(
    batch: WriteTransaction,
    entry: int,
    item: Received | Refused | None,
    decided: Callable[[Receipt | None], Mapping[int, Received]],
) -> Receipt | None:
    """Ingests ``item`` in place of ``entry``, and the decisions, by entry, that ``decided`` makes
    from its receipt. If ``item`` is the entry itself and the log has it, it is tried again there.
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
    _decide(batch, _settled_hands(batch))
    return receipts[0] if receipts else None


def _new_names(connection: Connection, items: Iterable[Received | Refused]) -> set[log.EventName]:
    """The events among ``items`` that the log does not have; all of them if no entry is open, when
    the answer does not matter."""
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
    """Decisions about entries whose event came again among ``items`` and could be used. An entry
    above ``before`` was refused in this batch: it counts only if that was before the usable one."""
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
                reason = f"{event.source} sent event {event.id} again, and it was accepted"
                found[entry.pos] = decision(entry.pos, entry.identity, "resent", reason)
                break
    return found


class _HandLines(NamedTuple):
    """The lines of a usable hand in its file."""

    first: int
    last: int
    event: Event


def _corrected_in_files(
    connection: Connection,
    items: list[Received | Refused],
    receipts: list[Receipt],
    new: set[log.EventName],
    before: int,
) -> dict[int, Received]:
    """Decisions about hands of files that stood within the lines of a usable hand among ``items``,
    or were the same table's of the same deal, unless they are refused again. Only entries up to
    ``before``: a file may have a hand twice, once with a fault."""
    hands: dict[str, list[_HandLines]] = {}
    deals: dict[tuple[str, ...], Event] = {}
    for item, receipt in zip(items, receipts, strict=True):
        if receipt.outcome == "refused" or not isinstance(item, Received) or item.native:
            continue
        event = item.event
        if event.type != "hand.recorded" or log.name_of(event) not in new:
            continue
        deal = str(event.data.deal)
        file, line = _file_and_line(item.place)
        hands.setdefault(file, []).append(_HandLines(line, line + item.raw.count(b"\n"), event))
        deals[event.session, event.group, event.table or "", deal] = event
        deals[event.session, _file_of(item.place), deal] = event
    for own in hands.values():
        own.sort(key=attrgetter("first"))
    still_refused = {item.raw for item in items if isinstance(item, Refused)}
    found: dict[int, Received] = {}
    for session in {each.event.session for own in hands.values() for each in own}:
        for entry in quarantine.read_open_of_files(connection, session):
            of, deal = entry.identity, str(entry.identity.deal)
            whose = (of.group, of.table) if of.table else (_file_of(entry.place),)
            again = _hand_at(entry.place, hands) or deals.get((of.session, *whose, deal))
            if entry.raw in still_refused or entry.pos > before or again is None:
                continue
            if _is_of(entry, again):
                reason = f"the hand was read again from {_file_of(entry.place)}, and accepted"
                found[entry.pos] = decision(entry.pos, of, "resent", reason[:1000])
    return found


def _hand_at(place: str, hands: Mapping[str, Sequence[_HandLines]]) -> Event | None:
    file, line = _file_and_line(place)
    own = hands.get(file, ())
    number = bisect_right(own, line, key=attrgetter("first")) - 1
    return own[number].event if number >= 0 and line <= own[number].last else None


def _file_and_line(place: str) -> tuple[str, int]:
    file, _, line = place.rpartition(":")
    return (file, int(line)) if line.isdecimal() else (place, 0)


def _file_of(place: str) -> str:
    return PurePath(place.rpartition(":")[0]).name


def _is_of(entry: OpenEntry | OpenFileHand, event: Event) -> bool:
    """Whether the entry is of the event's table, as far as it names one. An entry of a table
    outside the roster shows that somebody plays there, whatever other tables send."""
    of = entry.identity
    named = zip((of.session, of.group, of.table), log.name_of(event)[:3], strict=True)
    return all(name in ("", own) for name, own in named)


def _in_roster_now(batch: WriteTransaction) -> dict[int, Received]:
    """Decisions about refused events of tables that are in the roster now."""
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


def _settled_hands(batch: WriteTransaction) -> dict[int, Received]:
    """Decisions about hands that could not be used or had not arrived, and that count now or are
    void."""
    settled, batch.state.settled = batch.state.settled, {}
    items: dict[int, Received] = {}
    for entry in quarantine.read_open_hands(batch.connection, settled) if settled else ():
        words = settled[entry.hand]
        reason = f"hand {entry.hand.hand} of table {entry.hand.table} {words}"
        what: Decided = "resent" if words == "counts now" else "discarded"
        items[entry.pos] = decision(entry.pos, entry.identity, what, reason)
    return items


def _tried(batch: WriteTransaction, entry: int, item: Received) -> Receipt | None:
    (found,) = quarantine.read(batch.connection, entry)
    is_own = not item.place.startswith(TRY) and found.raw == item.raw
    return retry_logged(batch, item) if is_own else None


def _decide(batch: WriteTransaction, decided: Mapping[int, Received]) -> None:
    if decided:
        batch.ingest(list(decided.values()), {})
