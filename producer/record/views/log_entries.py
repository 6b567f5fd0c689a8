"""Reads the log, counts the record's contents, and copies the record while it is in use."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, Engine, select, text

from producer.events import event_json
from producer.files import replacing
from producer.record.tables.connection import copy
from producer.record.tables.log import event_of
from producer.record.tables.schema import NOT_OF_HANDS, aside, log

CHUNK = 500


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One event of the log. ``at``: the device's time; ``received_at``: when it was received, RFC
    3339. ``aside``: why nothing is derived from it, else ``""``. ``event``: its JSON."""

    pos: int
    id: str
    session: str
    group: str
    table: str | None
    source: str
    seq: int | None
    at: str | None
    received_at: str
    type: str
    place: str
    aside: str
    event: str


@dataclass(frozen=True, slots=True)
class LogFilter:
    """Selects events of the log: those that match every field that is set. ``after``: above this
    position. ``last``: only the last so many."""

    session: str | None = None
    group: str | None = None
    table: str | None = None
    deal: int | None = None
    type: str | None = None
    after: int = 0
    last: int | None = None


ALL_ENTRIES = LogFilter()


@dataclass(frozen=True, slots=True)
class Counts:
    """``waiting``: events that wait for earlier ones or for their session. ``undecided``: open
    entries of the quarantine. ``bytes``: the size of the file."""

    events: int
    quarantined: int
    undecided: int
    waiting: int
    sessions: int
    plays: int
    bytes: int


def read_entries(connection: Connection, selected: LogFilter) -> Iterator[LogEntry]:
    """The selected events, in log order."""
    query = select(log, aside.c.why).outerjoin(aside, aside.c.pos == log.c.pos)
    for name, value in (
        ("session", selected.session),
        ("grp", selected.group),
        ("tbl", selected.table),
        ("deal", selected.deal),
        ("type", selected.type),
    ):
        if value is not None:
            query = query.where(log.c[name] == value)
    if selected.type is not None and not selected.type.startswith("hand."):
        query = query.where(text(NOT_OF_HANDS))  # for the index
    query = query.where(log.c.pos > selected.after)
    if selected.last is not None:
        rows = list(connection.execute(query.order_by(log.c.pos.desc()).limit(selected.last)))
        found = iter(reversed(rows))
    else:
        chunked = connection.execution_options(yield_per=CHUNK)
        found = iter(chunked.execute(query.order_by(log.c.pos)))
    for row in found:
        yield LogEntry(
            pos=row.pos,
            id=row.id,
            session=row.session,
            group=row.grp,
            table=row.tbl,
            source=row.source,
            seq=row.seq,
            at=row.at,
            received_at=row.received_at,
            type=row.type,
            place=row.place,
            aside=row.why or "",
            event=row.event or event_json(event_of(row.raw, "")),
        )


_UNWRITTEN = {
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_IOERR_WRITE: errno.EIO,
    sqlite3.SQLITE_IOERR_FSYNC: errno.EIO,
    sqlite3.SQLITE_IOERR_TRUNCATE: errno.EIO,
}
"""SQLite's errors of a write that failed, and the system's. They concern the copy, as the record is
only read."""

_COUNTS = text(
    "SELECT (SELECT max(pos) FROM log) AS events, (SELECT count(*) FROM quarantine) AS quarantined,"
    " (SELECT count(DISTINCT json_extract(event, '$.data.entry')) FROM log"
    " WHERE type NOT LIKE 'hand.%' AND type = 'quarantine.decided') AS decided,"
    " (SELECT count(*) FROM aside WHERE why IN ('waiting', 'unopened')) AS waiting,"
    " (SELECT count(*) FROM sessions) AS sessions, (SELECT count(*) FROM plays) AS plays,"
    " (SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()) AS bytes"
)


def read_counts(connection: Connection) -> Counts:
    row = connection.execute(_COUNTS).one()
    quarantined = row.quarantined or 0
    return Counts(
        events=row.events or 0,
        quarantined=quarantined,
        undecided=quarantined - row.decided,
        waiting=row.waiting,
        sessions=row.sessions,
        plays=row.plays,
        bytes=row.bytes,
    )


def copy_whole(engine: Engine, path: Path) -> None:
    """SQLite's own online copy, checked, then put in its place. Raises OSError where the copy
    cannot be written, sqlite3.Error where the record cannot be read."""
    with replacing(path) as beside:
        with closing(sqlite3.connect(beside)) as copied:
            try:
                copy(engine, copied)
            except sqlite3.Error as error:
                refused = _UNWRITTEN.get(error.sqlite_errorcode)
                if refused is None:
                    raise
                raise OSError(refused, os.strerror(refused), str(path)) from error
            copied.execute("PRAGMA journal_mode = DELETE").close()
            (verdict,) = copied.execute("PRAGMA quick_check").fetchone()
            if verdict != "ok":
                raise OSError(errno.EIO, f"the copy is damaged: {verdict}", str(path))
        with beside.open("rb") as written:
            os.fsync(written.fileno())
