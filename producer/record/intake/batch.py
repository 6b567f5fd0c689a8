"""What happens to a batch of items: known, taken, or kept in quarantine; all in one transaction."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from sqlalchemy import Connection, delete, insert

from producer.feeds import Received, Refused
from producer.problems import Problem, problem
from producer.record.intake.admission import PendingBatch, Receipt, refuse
from producer.record.intake.internal_errors import RulesFailed, cause_of, log_failure
from producer.record.intake.loading import load
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
    """What became of items: events new to the log, known already, and refusals.

    A refusal counts every time it is met, though it is kept once. A live hand that turns out
    wrong at its end counts as a refusal besides its events.
    """

    new: int
    known: int
    quarantined: int

    def plus(self, other: IngestCounts) -> IngestCounts:
        return IngestCounts(
            self.new + other.new, self.known + other.known, self.quarantined + other.quarantined
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
        """Takes ``items`` in, and says of each what became of it, and how many refusals there are,
        those of hands wrong at their end included.

        ``renamed``: the tables of this source that are known under another name (see
        ``_as_known``); brought up to date for the batches to come. Raises RulesFailed.
        """
        connection, state = self.connection, self.state
        openings = [
            item.event
            for item in items
            if isinstance(item, Received) and item.event.type == "session.opened"
        ]
        items = _as_known(items, log.logged_openings(connection, openings), renamed)
        bodies = log.logged_events(
            connection, (log.name_of(item.event) for item in items if isinstance(item, Received))
        )
        pending = PendingBatch(connection, state, self.last, rule_failures=self.rule_failures)
        load(connection, state, _fresh(items, bodies), pending.base + 1)
        told = [_ingest_one(pending, item, bodies) for item in items]
        self._write(pending)
        return told, len(pending.refused)

    def retry_logged(self, item: Received) -> Receipt | None:
        """``item``, which the log has, once more; None where there is nothing to try."""
        pending = PendingBatch(
            self.connection, self.state, self.last, rule_failures=self.rule_failures
        )
        told = retry_logged(pending, item)
        self._write(pending)
        return told

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


def tally_of(told: Iterable[Receipt], refused: int) -> IngestCounts:
    """Counts of outcomes; ``refused``: all refusals, those of hands at their end included."""
    outcomes = Counter(each.outcome for each in told)
    return IngestCounts(outcomes["accepted"] + outcomes["waiting"], outcomes["known"], refused)


def _fresh(
    items: list[Received | Refused], bodies: Mapping[log.EventName, log.LoggedEvent]
) -> list[Received]:
    heard = [item for item in items if isinstance(item, Received)]
    return [item for item in heard if log.name_of(item.event) not in bodies]


def _ingest_one(
    pending: PendingBatch, item: Received | Refused, bodies: dict[log.EventName, log.LoggedEvent]
) -> Receipt:
    """Known by its id, refused as it came, or into the chain."""
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
    taken, kept = ingest(pending, item)
    if kept is not None:
        bodies[name] = kept
    return taken


def _conflict(item: Received) -> Problem:
    """Another event bears the id. In a file of another format that is a hand's number twice."""
    event = item.event
    if not item.raw.lstrip().startswith(b"{"):
        return problem("hand-twice-in-file", hand=getattr(event.data, "hand", ""))
    if event.seq is None or event.table is None:
        return problem("id-used", "id")
    place = shlex.quote(f"{event.session}/{event.group}/{event.table}")
    return problem("id-used-in-turn", "id", seq=event.seq, place=place)


def _as_known(
    items: list[Received | Refused],
    openings: Mapping[str, log.LoggedEvent],
    renamed: dict[Place, str],
) -> list[Received | Refused]:
    """``items`` with every table under its first name, though its file came under another.

    The same bytes are the same table: where a table's opening is known, id and bytes, under
    another name, what follows is of the table known.
    """
    first: dict[str, Received] = {}
    named: list[Received | Refused] = []
    for item in items:
        if isinstance(item, Refused) or item.event.table is None:
            named.append(item)
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
            named.append(replace(item, event=event.model_copy(update=update), native=False))
        else:
            named.append(item)
    return named


def _first_name(item: Received, known: log.LoggedEvent | None, first: Received) -> str:
    """The table's name in the log, else in the batch, else as told."""
    if known is not None and known.raw == item.raw:
        return known.parsed.table or ""
    if known is None and first.raw == item.raw:
        return first.event.table or ""
    return item.event.table or ""


def derive_again(connection: Connection, batch: int, now: str) -> None:
    """Derives everything from the log into empty tables, ``batch`` events at a time."""
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
    """Where the rules fail at one of ``entries`` nothing is written yet, and they are taken singly:
    it is kept out, as it was when its turn came."""
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
