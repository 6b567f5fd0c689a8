"""What happens to a batch of items: known, taken, or kept in quarantine; all in one transaction."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from sqlalchemy import Connection

from producer.feeds import Received, Refused
from producer.problems import Problem, problem
from producer.record.intake.chain import Chain, Receipt, refuse
from producer.record.intake.internal_errors import Unjudged, cause_of, tell
from producer.record.intake.loading import load
from producer.record.intake.retry import hear, hear_again, try_logged
from producer.record.plan.state import Known
from producer.record.tables import log, quarantine
from producer.record.tables import rows as derived
from producer.record.tables.aside import write_aside

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
class Batch:
    """A transaction that holds the write lock. ``last``: the last position of the log in it so
    far; ``now``: RFC 3339 with zone; ``beyond``: by id, events at which the rules fail, and the
    kind of exception; ``after_all``: entries of the log that were refused before and count now."""

    connection: Connection
    known: Known
    last: int
    now: str
    beyond: dict[log.EventName, str] = field(default_factory=dict)
    after_all: list[Received] = field(default_factory=list)

    def take(
        self, items: list[Received | Refused], renamed: dict[Place, str]
    ) -> tuple[list[Receipt], int]:
        """Takes ``items`` in, and says of each what became of it, and how many refusals there are,
        those of hands wrong at their end included.

        ``renamed``: the tables of this source that are known under another name (see
        ``_as_known``); brought up to date for the batches to come. Raises Unjudged.
        """
        connection, known = self.connection, self.known
        openings = [
            item.event
            for item in items
            if isinstance(item, Received) and item.event.type == "session.opened"
        ]
        items = _as_known(items, log.known_openings(connection, openings), renamed)
        bodies = log.known_bodies(
            connection, (log.name_of(item.event) for item in items if isinstance(item, Received))
        )
        chain = Chain(connection, known, self.last, beyond=self.beyond)
        load(connection, known, _fresh(items, bodies), chain.base + 1)
        told = [_take_one(chain, item, bodies) for item in items]
        self._write(chain)
        return told, len(chain.refused)

    def try_logged(self, item: Received) -> Receipt | None:
        """``item``, which the log has, once more; None where there is nothing to try."""
        chain = Chain(self.connection, self.known, self.last, beyond=self.beyond)
        told = try_logged(chain, item)
        self._write(chain)
        return told

    def _write(self, chain: Chain) -> None:
        log.write(self.connection, chain.new, self.now)
        write_aside(chain)
        derived.write(self.connection, self.known)
        quarantine.keep(self.connection, chain.refused, self.now)
        for pos, item, _ in chain.new:
            if item.event.type == "quarantine.decided":
                quarantine.decide(self.connection, pos, item.event.data.entry)
        self.last = chain.next - 1
        self.after_all += chain.after_all


def tally_of(told: Iterable[Receipt], refused: int) -> IngestCounts:
    """Counts of outcomes; ``refused``: all refusals, those of hands at their end included."""
    outcomes = Counter(each.outcome for each in told)
    return IngestCounts(outcomes["accepted"] + outcomes["waiting"], outcomes["known"], refused)


def _fresh(
    items: list[Received | Refused], bodies: Mapping[log.EventName, log.LoggedEvent]
) -> list[Received]:
    heard = [item for item in items if isinstance(item, Received)]
    return [item for item in heard if log.name_of(item.event) not in bodies]


def _take_one(
    chain: Chain, item: Received | Refused, bodies: dict[log.EventName, log.LoggedEvent]
) -> Receipt:
    """Known by its id, refused as it came, or into the chain."""
    if isinstance(item, Refused):
        chain.refused.append(item)
        return Receipt(item.place, item.id, "refused", item.problem)
    event = item.event
    name = log.name_of(event)
    before = bodies.get(name)
    if before is not None:
        if before.tells(item):
            return Receipt(item.place, event.id, "known")
        return refuse(chain, item, _conflict(item))
    taken, kept = hear(chain, item)
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
        return known.told.table or ""
    if known is None and first.raw == item.raw:
        return first.event.table or ""
    return item.event.table or ""


def derive_again(connection: Connection, batch: int, now: str) -> None:
    """Derives everything from the log into empty tables, ``batch`` events at a time."""
    quarantine.undecide_all(connection)
    after = 0
    beyond: dict[log.EventName, str] = {}
    while entries := log.read(connection, after, batch):
        _derive(connection, entries, now, beyond)
        after = entries[-1][0]


def _derive(
    connection: Connection,
    entries: list[tuple[int, Received]],
    now: str,
    beyond: dict[log.EventName, str],
) -> None:
    """Where the rules fail at one of ``entries`` nothing is written yet, and they are taken singly:
    it is kept out, as it was when its turn came."""
    known = Known()
    chain = Chain(connection, known, entries[0][0] - 1, writing=False, beyond=beyond)
    try:
        load(connection, known, [item for _, item in entries], chain.base + 1)
        for pos, item in entries:
            hear_again(chain, pos, item)
    except Unjudged as error:
        beyond[error.name] = cause_of(error)
        tell(error, error.name.id)
        for entry in entries:
            _derive(connection, [entry], now, beyond)
        return
    quarantine.keep(connection, chain.refused, now)
    for pos, item in entries:
        if item.event.type == "quarantine.decided":
            quarantine.decide(connection, pos, item.event.data.entry)
    write_aside(chain)
    derived.write(connection, known)
