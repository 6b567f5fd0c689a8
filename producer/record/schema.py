"""The tables of the record, in SQLite: which they are, made where there are none.

``log`` and ``quarantine`` are the record; the others are derived and can be dropped and rebuilt.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    text,
)

VERSION = 6
APPLICATION = 0x44757063  # "Dupc", so that another program's database is told from ours

TOLD_TYPES = ("hand.started", "hand.action", "hand.board", "hand.finished", "hand.recorded")
"""What lies on a table."""

TOLD = f"type IN {TOLD_TYPES}"

OF_HANDS, NOT_OF_HANDS = "type LIKE 'hand.%'", "type NOT LIKE 'hand.%'"
"""A statement must say it in these words: SQLite uses a partial index only where it can read the
condition off the statement."""

METADATA = MetaData()

log = Table(
    "log",
    METADATA,
    Column("pos", Integer, primary_key=True),
    Column("id", String, nullable=False, unique=True),
    Column("session", String, nullable=False),
    Column("grp", String, nullable=False),
    Column("tbl", String),
    Column("deal", Integer),
    Column("hand", Integer),
    Column("source", String, nullable=False),
    Column("seq", Integer),
    Column("at", String),
    Column("heard_at", String, nullable=False),
    Column("type", String, nullable=False),
    Column("place", String, nullable=False),
    Column("raw", LargeBinary, nullable=False),
    Column("event", Text, nullable=False),  # empty where ``raw`` is the event already
    sqlite_autoincrement=True,
)
# Every index of all events is a page more that a commit writes for every table that sends.
Index("log_hands", log.c.session, log.c.grp, log.c.deal, log.c.tbl, sqlite_where=text(OF_HANDS))
Index(
    "log_ends",
    log.c.session,
    log.c.grp,
    log.c.deal,
    log.c.type,
    log.c.heard_at,
    sqlite_where=text("type IN ('hand.finished','hand.recorded','hand.voided')"),
)
Index("log_kinds", log.c.type, log.c.session, log.c.grp, sqlite_where=text(NOT_OF_HANDS))

quarantine = Table(
    "quarantine",
    METADATA,
    Column("pos", Integer, primary_key=True),
    Column("place", String, nullable=False),
    Column("reason", Text, nullable=False),
    Column("mend", Text, nullable=False),
    Column("raw", LargeBinary, nullable=False),
    Column("heard_at", String, nullable=False),
    Column("by_place", LargeBinary, nullable=False, unique=True),
    Column("by_origin", LargeBinary, unique=True),
    sqlite_autoincrement=True,
)

sessions = Table(
    "sessions",
    METADATA,
    Column("session", String, primary_key=True),
    Column("grp", String, primary_key=True),
    Column("opened", Text, nullable=False),
    sqlite_with_rowid=False,
)

deals = Table(
    "deals",
    METADATA,
    Column("session", String, primary_key=True),
    Column("grp", String, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("button", Integer, nullable=False),
    Column("cards", Text, nullable=False),
    Column("board", Text, nullable=False),
    ForeignKeyConstraint(["session", "grp"], ["sessions.session", "sessions.grp"]),
    sqlite_with_rowid=False,
)

plays = Table(
    "plays",
    METADATA,
    Column("session", String, primary_key=True),
    Column("grp", String, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("tbl", String, primary_key=True),
    Column("attempt", Integer, primary_key=True),
    Column("hand", Integer, nullable=False),
    Column("stacks", Text, nullable=False),
    Column("players", Text, nullable=False),
    Column("line", Text, nullable=False),
    Column("result", Text, nullable=False),
    Column("proved", Integer, nullable=False),
    ForeignKeyConstraint(
        ["session", "grp", "number"], ["deals.session", "deals.grp", "deals.number"]
    ),
    sqlite_with_rowid=False,
)

Index("plays_hand", plays.c.session, plays.c.grp, plays.c.tbl, plays.c.hand)

streams = Table(
    "streams",
    METADATA,
    Column("session", String, primary_key=True),
    Column("grp", String, primary_key=True),
    Column("tbl", String, primary_key=True),
    Column("source", String, primary_key=True),
    Column("next", Integer, nullable=False),
    Column("lost", Text, nullable=False),
    Column("last", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""``last``: the position of the event of the device that was heard last."""

newest = Table(
    "newest",
    METADATA,
    Column("session", String, primary_key=True),
    Column("grp", String, primary_key=True),
    Column("tbl", String, primary_key=True),
    Column("pos", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""By table the position of the newest event of those that lie on it."""

aside = Table(
    "aside",
    METADATA,
    Column("pos", Integer, primary_key=True),
    Column("session", String, nullable=False),
    Column("grp", String, nullable=False),
    Column("tbl", String),
    Column("source", String, nullable=False),
    Column("seq", Integer),
    Column("why", String, nullable=False),
)
Index("aside_streams", aside.c.session, aside.c.grp, aside.c.tbl, aside.c.source)
"""Entries of the log of which nothing is derived: ``why`` is unopened or waiting (for now), same
or refused (for good)."""

marks = Table(
    "marks",
    METADATA,
    Column("session", String, primary_key=True),
    Column("grp", String, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("tbl", String, primary_key=True),
    Column("mark", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""What was said of a table's plays of a deal afterwards; ``tbl`` is empty for the deal itself."""

compared = Table(
    "compared",
    METADATA,
    Column("session", String, primary_key=True),
    Column("grp", String, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("mark", LargeBinary, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""Comparisons as the gate keeps them; ``mark`` is of what they were made from."""

DERIVED = (compared, marks, aside, newest, streams, plays, deals, sessions)
"""In the order in which they can be emptied."""

_GUARDS = (
    "CREATE TRIGGER log_keeps BEFORE UPDATE ON log "
    "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
    "CREATE TRIGGER log_stays BEFORE DELETE ON log "
    "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
    # INSERT OR REPLACE would delete the old row without asking the trigger above.
    "CREATE TRIGGER log_adds BEFORE INSERT ON log "
    "WHEN EXISTS (SELECT 1 FROM log WHERE id = NEW.id OR pos = NEW.pos) "
    "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
    "CREATE TRIGGER quarantine_keeps BEFORE UPDATE ON quarantine "
    "BEGIN SELECT RAISE(ABORT, 'the quarantine is append-only'); END",
    "CREATE TRIGGER quarantine_stays BEFORE DELETE ON quarantine "
    "BEGIN SELECT RAISE(ABORT, 'the quarantine is append-only'); END",
)


class StoreError(Exception):
    """A record that cannot be used: the place, the reason, and what would mend it."""

    def __init__(self, place: str, reason: str, mend: str) -> None:
        self.place, self.reason, self.mend = place, reason, mend
        super().__init__(f"{place}: {reason}. {mend}")


def prepare(connection: Connection, path: Path) -> None:
    """Makes the tables where there are none. Raises StoreError where it is no record of ours."""
    version = _version(connection, path)
    if version is None:
        _make(connection)
    elif version < VERSION:
        for number in range(version, VERSION):
            _STEPS[number](connection)
        connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")


def check(connection: Connection, path: Path) -> None:
    """Raises StoreError where it is no record that could be read without being changed."""
    if _version(connection, path) != VERSION:
        raise StoreError(
            str(path),
            "the record is empty or of an earlier version, and can only be read",
            "Let a command use it once where it can be written",
        )


def _version(connection: Connection, path: Path) -> int | None:
    """Of the record's schema, None for an empty file. Raises StoreError."""
    version = _pragma(connection, "user_version")
    application = _pragma(connection, "application_id")
    if application == APPLICATION and 0 < version <= VERSION:
        return version
    if application == APPLICATION and version > VERSION:
        raise StoreError(
            str(path),
            f"the record has schema {version}, this program knows {VERSION}",
            "Use the newer program that wrote it, or name another file with --db",
        )
    if application or version or connection.exec_driver_sql("SELECT 1 FROM sqlite_schema").first():
        raise StoreError(
            str(path),
            "the file is a database of another program",
            "Name another file with --db",
        )
    return None


def _make(connection: Connection) -> None:
    METADATA.create_all(connection)
    for guard in _GUARDS:
        connection.exec_driver_sql(guard)
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
    connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")


def _from_1(connection: Connection) -> None:
    """Version 1 took the events of devices in any order: what came so far is not waited for."""
    METADATA.create_all(connection)
    for table in (log, plays):
        for index in table.indexes:
            index.create(connection, checkfirst=True)
    connection.exec_driver_sql(
        "INSERT INTO streams "
        "SELECT session, grp, tbl, source, max(seq) + 1, '[]', max(pos) FROM log "
        "WHERE seq IS NOT NULL AND tbl IS NOT NULL GROUP BY session, grp, tbl, source"
    )


def _from_2(connection: Connection) -> None:
    """Version 2 did not keep comparisons."""
    compared.create(connection, checkfirst=True)


def _from_3(connection: Connection) -> None:
    """Version 3 sought the hand on a table among all hands of the table."""
    connection.exec_driver_sql("DROP INDEX IF EXISTS log_live_hands")


def _from_4(connection: Connection) -> None:
    """Version 4 sought the newest event of a table and of a device among all of them."""
    newest.create(connection, checkfirst=True)
    connection.exec_driver_sql(
        f"REPLACE INTO newest SELECT session, grp, tbl, max(pos) FROM log WHERE {TOLD} "
        "AND tbl IS NOT NULL AND pos NOT IN (SELECT pos FROM aside) GROUP BY session, grp, tbl"
    )
    columns = {row[1] for row in connection.exec_driver_sql("PRAGMA table_info(streams)")}
    if "last" not in columns:
        connection.exec_driver_sql("ALTER TABLE streams ADD COLUMN last INTEGER NOT NULL DEFAULT 0")
        connection.exec_driver_sql(
            "UPDATE streams SET last = coalesce((SELECT max(pos) FROM log "
            "WHERE log.session = streams.session AND log.grp = streams.grp "
            "AND log.tbl = streams.tbl AND log.source = streams.source AND seq IS NOT NULL), 0)"
        )
    for name in ("log_live_hands", "log_streams", "log_tables", "log_kinds"):
        connection.exec_driver_sql(f"DROP INDEX IF EXISTS {name}")
    for index in log.indexes:
        index.create(connection, checkfirst=True)


def _from_5(connection: Connection) -> None:
    """Version 5 kept the digest of what it kept whole, to compare it with what came again."""
    columns = {row[1] for row in connection.exec_driver_sql("PRAGMA table_info(log)")}
    if "digest" in columns:
        connection.exec_driver_sql("ALTER TABLE log DROP COLUMN digest")


_STEPS = {1: _from_1, 2: _from_2, 3: _from_3, 4: _from_4, 5: _from_5}
"""What makes a record of one version one of the next."""


def _pragma(connection: Connection, name: str) -> int:
    value: Any = connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
    return int(value)
