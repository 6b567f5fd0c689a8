"""The append-only log: every event heard, in the order heard, with its bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, func, select, text

from producer.acts import ACTS
from producer.events import Event, event_json, parse_event
from producer.feeds import Heard
from producer.games.line import DealKey
from producer.record.order import StreamKey
from producer.record.schema import aside, log

LIVE = ("hand.started", "hand.action", "hand.board", "hand.finished")
IS_LIVE = text(f"log.type IN ({','.join(repr(kind) for kind in LIVE)})")
"""In full: SQLite uses a partial index only where it can read the condition off the statement."""


@dataclass(frozen=True, slots=True)
class Body:
    """What is in the log under an id: the digest of its bytes, and the event as JSON."""

    digest: bytes
    event: str

    def tells(self, item: Heard) -> bool:
        """Whether ``item`` is the same: the same bytes, or other bytes of the same event."""
        return self.digest == digest(item.raw) or self.event == event_json(item.event)


def digest(raw: bytes) -> bytes:
    return sha256(raw).digest()


def body(item: Heard) -> Body:
    return Body(digest(item.raw), event_json(item.event))


def known_bodies(connection: Connection, ids: Iterable[str]) -> dict[str, Body]:
    """Those of ``ids`` that are in the log."""
    query = select(log.c.id, log.c.digest, log.c.event).where(log.c.id.in_(list(ids)))
    return {row.id: Body(row.digest, row.event) for row in connection.execute(query)}


Entry = tuple[int, Heard, Body]
"""A position, what stands there, and its body."""


def write(connection: Connection, entries: list[Entry], heard_at: str) -> None:
    """Appends ``entries`` at their positions, which follow the last."""
    if entries:
        rows = [_row(pos, item, told, heard_at) for pos, item, told in entries]
        connection.exec_driver_sql(_INSERT, rows)


def at_position(connection: Connection, pos: int) -> Heard:
    """The entry at ``pos``. Raises NoResultFound."""
    query = select(log.c.raw, log.c.event, log.c.place).where(log.c.pos == pos)
    return _heard(connection.execute(query).one())


def of_stream(connection: Connection, key: StreamKey, seq: int, before: int) -> Event | None:
    """The event of a device at a table that bears ``seq``, at a position below ``before``."""
    query = select(log.c.event).where(
        log.c.session == key.session,
        log.c.grp == key.group,
        log.c.tbl == key.table,
        log.c.source == key.source,
        log.c.seq == seq,
        log.c.pos < before,
    )
    found = connection.execute(query.limit(1)).scalar()
    return None if found is None else parse_event(found)


def live_hands(connection: Connection, keys: Iterable[DealKey], before: int) -> list[Heard]:
    """The events of hands told action by action, of ``keys``, at positions below ``before``."""
    found: list[Heard] = []
    for session, group, numbers in by_group(keys):
        query = (
            select(log.c.raw, log.c.event, log.c.place)
            .where(log.c.session == session, log.c.grp == group, log.c.deal.in_(numbers))
            .where(IS_LIVE, log.c.pos < before)
            .where(log.c.pos.not_in(select(aside.c.pos)))
            .order_by(log.c.pos)
        )
        found += [_heard(row) for row in connection.execute(query)]
    return found


def read(connection: Connection, after: int, limit: int) -> list[tuple[int, Heard]]:
    """Up to ``limit`` events, no acts, above position ``after``, in order, with their positions."""
    query = (
        select(log.c.pos, log.c.raw, log.c.event, log.c.place)
        .where(log.c.pos > after, log.c.type.not_in(ACTS))
        .order_by(log.c.pos)
        .limit(limit)
    )
    return [(row.pos, _heard(row)) for row in connection.execute(query)]


def last_position(connection: Connection) -> int:
    return connection.execute(select(func.max(log.c.pos))).scalar_one() or 0


def by_group(keys: Iterable[DealKey]) -> Iterator[tuple[str, str, list[int]]]:
    """``keys`` as numbers by session and group."""
    numbers: dict[tuple[str, str], list[int]] = {}
    for key in keys:
        numbers.setdefault((key.session, key.group), []).append(key.number)
    for (session, group), found in numbers.items():
        yield session, group, found


def _heard(row: Any) -> Heard:
    return Heard(row.raw, parse_event(row.event), row.place)


def _row(pos: int, item: Heard, told: Body, heard_at: str) -> tuple[object, ...]:
    """In the order of the columns."""
    event: Event = item.event
    data = vars(event.data)
    opened = event.type == "session.opened"
    return (
        pos,
        event.id,
        event.session,
        event.group,
        event.table,
        None if opened else data.get("deal"),
        None if opened else data.get("hand"),
        event.source,
        event.seq,
        event.at.isoformat() if event.at else None,
        heard_at,
        event.type,
        item.place,
        item.raw,
        told.digest,
        told.event,
    )


_COLUMNS = (
    "pos, id, session, grp, tbl, deal, hand, source, seq, at, heard_at, type, place, raw, digest, "
    "event"
)
_INSERT = f"INSERT INTO log ({_COLUMNS}) VALUES ({','.join('?' * len(_COLUMNS.split()))})"
