"""Ingests a batch of items in one transaction, and rebuilds the derived tables from the log."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from sqlalchemy import Connection, delete, insert

from producer.feeds import Received, Refused
from producer.problems import Problem, problem
from producer.record.intake.admission import PendingBatch, refuse
from producer.record.intake.internal_errors import RulesFailed, cause_of, log_failure
from producer.record.intake.loading import load
from producer.record.intake.receipt import Receipt
from producer.record.intake.retry import ingest, ingest_logged, retry_logged
from producer.record.plan.state import WorkingState
from producer.record.tables import log, quarantine
from producer.record.tables import rows as derived
from producer.record.tables.schema import aside
from producer.record.tables.statements import in_pieces

Place = tuple[str, str, str]
"""Session, group and table."""


@dataclass(frozen=True, slots=True)
class IngestCounts:
    """Counts of new events, events already in the log, and refusals.

    A refusal counts each time, though it is stored once. A live hand found faulty at its end counts
    as a refusal besides its events. ``same_as``: tables of files that the log has byte for byte
    under another name, each with that name.
    """

    new: int
    known: int
    quarantined: int
    same_as: Mapping[str, str] = field(default_factory=dict, compare=False)

    def plus(self, other: IngestCounts) -> IngestCounts:
        return IngestCounts(
            self.new + other.new,
            self.known + other.known,
            self.quarantined + other.quarantined,
            {**self.same_as, **other.same_as},
        )


@dataclass(slots=True)
class WriteTransaction:
    """A transaction that holds the write lock. ``last``: the last position of the log so far.
    ``now``: RFC 3339 with zone. ``rule_failures``: events at which the rules raise, with the name
    of the exception. ``reinstated``: logged events that had been refused and now count."""

    connection: Connection
    state: WorkingState
    last: int
    now: str
    rule_failures: dict[log.EventName, str] = field(default_factory=dict)
    reinstated: list[Received] = field(default_factory=list)

    def ingest(
        self, items: list[Received | Refused], renamed: dict[Place, str]
    ) -> tuple[list[Receipt], int]:
        """Ingests ``items``; returns their receipts and the number of refusals, faulty hands
        included.

        ``renamed``: this source's tables that the log has under another name (see
        ``_under_logged_names``); updated for later batches. Raises RulesFailed.
        """
        connection, state = self.connection, self.state
        openings = [
            item.event
            for item in items
            if isinstance(item, Received) and item.event.type == "session.opened"
        ]
        items = _under_logged_names(items, log.logged_openings(connection, openings), renamed)
        bodies = log.logged_events(
            connection, (log.name_of(item.event) for item in items if isinstance(item, Received))
        )
        pending = PendingBatch(connection, state, self.last, rule_failures=self.rule_failures)
        load(connection, state, _fresh(items, bodies), pending.base + 1)
        receipts = [_ingest_one(pending, item, bodies) for item in items]
        self._write(pending)
        return receipts, len(pending.refused)

    def retry_logged(self, item: Received) -> Receipt | None:
        """Tries an event again that is in the log; None if there is nothing to try."""
        pending = PendingBatch(
            self.connection, self.state, self.last, rule_failures=self.rule_failures
        )
        receipt = retry_logged(pending, item)
        self._write(pending)
        return receipt

    def _write(self, pending: PendingBatch) -> None:
        log.write(self.connection, pending.new, self.now)
        write_aside(pending)
        derived.write(self.connection, self.state)
        quarantine.add(self.connection, pending.refused, self.now)
        for pos, item, _ in pending.new:
            if item.event.type == "quarantine.decided":
                quarantine.decide(self.connection, pos, item.event.data.entry)
        self.last = pending.next - 1
        self.reinstated += pending.reinstated


def counts_of(receipts: Iterable[Receipt], refused: int) -> IngestCounts:
    """Counts of outcomes. ``refused``: all refusals, faulty hands included."""
    outcomes = Counter(receipt.outcome for receipt in receipts)
    return IngestCounts(outcomes["accepted"] + outcomes["waiting"], outcomes["known"], refused)


def _fresh(
    items: list[Received | Refused], bodies: Mapping[log.EventName, log.LoggedEvent]
) -> list[Received]:
    received = [item for item in items if isinstance(item, Received)]
    return [item for item in received if log.name_of(item.event) not in bodies]


def _ingest_one(
    pending: PendingBatch, item: Received | Refused, bodies: dict[log.EventName, log.LoggedEvent]
) -> Receipt:
    """Answers an item that was refused or that the log has; ingests the others."""
    if isinstance(item, Refused):
        pending.refused.append(item)
        return Receipt(item.place, item.id, "refused", item.problem)
    event = item.event
    name = log.name_of(event)
    before = bodies.get(name)
    if before is not None:
        if before.is_same(item):
            return Receipt(item.place, event.id, "known")
        return refuse(pending, item, _conflict(item))
    receipt, logged = ingest(pending, item)
    if logged is not None:
        bodies[name] = logged
    return receipt


def _conflict(item: Received) -> Problem:
    """Another event has the id. In files of other formats: a hand number occurs twice."""
    event = item.event
    if not item.raw.lstrip().startswith(b"{"):
        return problem("hand-twice-in-file", hand=getattr(event.data, "hand", ""))
    if event.seq is None or event.table is None:
        return problem("id-used", "id")
    place = shlex.quote(f"{event.session}/{event.group}/{event.table}")
    return problem("id-used-in-turn", "id", seq=event.seq, place=place)


def _under_logged_names(
    items: list[Received | Refused],
    openings: Mapping[str, log.LoggedEvent],
    renamed: dict[Place, str],
) -> list[Received | Refused]:
    """``items`` with every table under the name that the log has for it.

    The same file under another name is the same table: if the log has an opening with the same id
    and bytes under another table's name, the events that follow belong to that table.
    """
    first: dict[str, Received] = {}
    result: list[Received | Refused] = []
    for item in items:
        if isinstance(item, Refused) or item.event.table is None:
            result.append(item)
            continue
        event = item.event
        place = event.session, event.group, item.event.table
        if event.type == "session.opened":
            renamed.pop(place, None)
            table = _first_name(item, openings.get(event.id), first.setdefault(event.id, item))
            if table != event.table:
                renamed[place] = table
        if place in renamed:
            update = {"table": renamed[place]}
            result.append(replace(item, event=event.model_copy(update=update), native=False))
        else:
            result.append(item)
    return result


def _first_name(item: Received, logged: log.LoggedEvent | None, first: Received) -> str:
    """The table's name in the log, else in the batch, else in the item itself."""
    if logged is not None and logged.raw == item.raw:
        return logged.parsed.table or ""
    if logged is None and first.raw == item.raw:
        return first.event.table or ""
    return item.event.table or ""


def derive_again(connection: Connection, batch: int, now: str) -> None:
    """Fills the empty derived tables from the log, ``batch`` events at a time."""
    quarantine.undecide_all(connection)
    after = 0
    rule_failures: dict[log.EventName, str] = {}
    while entries := log.read(connection, after, batch):
        _derive(connection, entries, now, rule_failures)
        after = entries[-1][0]


def _derive(
    connection: Connection,
    entries: list[tuple[int, Received]],
    now: str,
    rule_failures: dict[log.EventName, str],
) -> None:
    """If the rules raise at one of ``entries``, nothing is written yet: they are derived again one
    at a time, and that event stays refused."""
    state = WorkingState()
    pending = PendingBatch(
        connection, state, entries[0][0] - 1, writing=False, rule_failures=rule_failures
    )
    try:
        load(connection, state, [item for _, item in entries], pending.base + 1)
        for pos, item in entries:
            ingest_logged(pending, pos, item)
    except RulesFailed as error:
        rule_failures[error.name] = cause_of(error)
        log_failure(error, error.name.id)
        for entry in entries:
            _derive(connection, [entry], now, rule_failures)
        return
    quarantine.add(connection, pending.refused, now)
    for pos, item in entries:
        if item.event.type == "quarantine.decided":
            quarantine.decide(connection, pos, item.event.data.entry)
    write_aside(pending)
    derived.write(connection, state)


def write_aside(pending: PendingBatch) -> None:
    for piece in in_pieces(sorted(pending.freed)):
        pending.connection.execute(delete(aside).where(aside.c.pos.in_(piece)))
    rows = [
        {
            "pos": pos,
            "session": event.session,
            "grp": event.group,
            "tbl": event.table,
            "source": event.source,
            "seq": event.seq,
            "why": reason,
        }
        for pos, (event, reason) in pending.set_aside.items()
    ]
    if rows:
        pending.connection.execute(insert(aside).prefix_with("OR REPLACE"), rows)
