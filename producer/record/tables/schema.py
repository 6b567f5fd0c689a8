"""The tables of the record in SQLite, and their creation.

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

OURS = "duplicast"
"""The source of the events that Duplicast itself adds to the log."""

VERSION = 10
APPLICATION = 0x44757063  # "Dupc": marks the file as a record of Duplicast

PLAY_TYPES = ("hand.started", "hand.action", "hand.board", "hand.finished", "hand.recorded")
"""The events that a hand is played by."""

OF_PLAY = f"type IN {PLAY_TYPES}"

OF_HANDS, NOT_OF_HANDS = "type LIKE 'hand.%'", "type NOT LIKE 'hand.%'"
"""Statements must use exactly these conditions: SQLite uses a partial index only if the statement
repeats its condition."""

METADATA = MetaData()

log = Table(
    "log",
    METADATA,
    Column("pos", Integer, primary_key=True),
    Column("id", String, nullable=False),
    Column("session", String, nullable=False),
    Column("grp", String, nullable=False),
    Column("tbl", String),
    Column("deal", Integer),
    Column("hand", Integer),
    Column("source", String, nullable=False),
    Column("seq", Integer),
    Column("at", String),
    Column("received_at", String, nullable=False),
    Column("type", String, nullable=False),
    Column("place", String, nullable=False),
    Column("raw", LargeBinary, nullable=False),
    Column("event", Text, nullable=False),  # empty where ``raw`` is the event already
    sqlite_autoincrement=True,
)
NAMED = "session = ? AND grp = ? AND ifnull(tbl, '') = ?"
"""Event ids are unique within session, group and table: no answer to a device may depend on what
another table has used (RULES P11)."""

Index("log_names", log.c.session, log.c.grp, text("ifnull(tbl, '')"), log.c.id, unique=True)
# An index of all events would cost every commit one more page for each sending table.
Index("log_hands", log.c.session, log.c.grp, log.c.deal, log.c.tbl, sqlite_where=text(OF_HANDS))
Index(
    "log_ends",
    log.c.session,
    log.c.grp,
    log.c.deal,
    log.c.type,
    log.c.received_at,
    sqlite_where=text("type IN ('hand.finished','hand.recorded','hand.voided')"),
)
Index("log_kinds", log.c.type, log.c.session, log.c.grp, sqlite_where=text(NOT_OF_HANDS))

quarantine = Table(
    "quarantine",
    METADATA,
    Column("pos", Integer, primary_key=True),
    Column("place", String, nullable=False),
    Column("code", String, nullable=False),
    Column("fields", Text, nullable=False),
    Column("raw", LargeBinary, nullable=False),
    Column("received_at", String, nullable=False),
    Column("id", String, nullable=False),
    Column("session", String, nullable=False),
    Column("grp", String, nullable=False),
    Column("tbl", String, nullable=False),
    Column("deal", Integer),
    Column("seq", Integer),
    Column("replay_of", Integer),
    Column("decision", Integer),
    Column("by_place", LargeBinary, nullable=False, unique=True),
    Column("by_origin", LargeBinary, unique=True),
    sqlite_autoincrement=True,
)

"""``code`` and ``fields``: the problem (``producer.problems``). ``id`` to ``replay_of``: whose
event it is, as far as known; ``decision``: its position in the log, NULL while it is open."""

Index("quarantine_open", quarantine.c.id, sqlite_where=text("decision IS NULL"))

sessions = Table(
    "sessions",
    METADATA,
    Column("session", String, primary_key=True),
    Column("grp", String, primary_key=True),
    Column("opened", Text, nullable=False),
    Column("names", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""``opened``: the merged openings, as sent; ``names``: what was corrected of them, or empty."""

deals = Table(
    "deals",
    METADATA,
    Column("session", String, primary_key=True),
    Column("grp", String, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("button", Integer, nullable=False),
    Column("cards", Text, nullable=False),
    Column("board", Text, nullable=False),
    Column("sure", Integer, nullable=False),
    ForeignKeyConstraint(["session", "grp"], ["sessions.session", "sessions.grp"]),
    sqlite_with_rowid=False,
)

"""Every deal's current deck. ``sure``: the office or two tables have shown it."""

views = Table(
    "views",
    METADATA,
    Column("session", String, primary_key=True),
    Column("grp", String, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("tbl", String, primary_key=True),
    Column("hand", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("pos", Integer, nullable=False),
    Column("board_pos", Integer, nullable=False),
    Column("source", String, nullable=False),
    Column("button", Integer),
    Column("cards", Text, nullable=False),
    Column("board", Text),
    Column("ended", Integer, nullable=False),
    Column("void", Integer, nullable=False),
    Column("contradiction", Text, nullable=False),
    Column("since", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""What every hand and the office have shown of a deal (``plan.decks.DeckView``)."""

Index(
    "views_contradictions",
    views.c.session,
    views.c.grp,
    views.c.number,
    sqlite_where=text("since > 0"),
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
    Column("ruled", Text, nullable=False),
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
"""``last``: the position of the device's latest event."""

newest = Table(
    "newest",
    METADATA,
    Column("session", String, primary_key=True),
    Column("grp", String, primary_key=True),
    Column("tbl", String, primary_key=True),
    Column("pos", Integer, nullable=False),
    Column("deal", Integer, nullable=False),
    Column("hand", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""By table, the position of its newest play event, and the hand that it plays."""

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
"""Log entries from which nothing is derived. ``why``: ``unopened`` or ``waiting`` for now; ``same``
or ``refused`` for good."""

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
"""Voids, reviews and corrections of a table's plays; ``tbl`` is empty for the deal itself."""

compared = Table(
    "compared",
    METADATA,
    Column("session", String, primary_key=True),
    Column("grp", String, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("mark", LargeBinary, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""The cache of comparisons. ``mark``: a digest of what they were made from."""

DERIVED = (compared, marks, aside, newest, streams, plays, views, deals, sessions)
"""In the order in which they can be emptied."""

_GUARDS = (
    "CREATE TRIGGER log_keeps BEFORE UPDATE ON log "
    "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
    "CREATE TRIGGER log_stays BEFORE DELETE ON log "
    "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
    # INSERT OR REPLACE would delete the old row without firing the trigger above.
    "CREATE TRIGGER log_adds BEFORE INSERT ON log "
    "WHEN EXISTS (SELECT 1 FROM log WHERE pos = NEW.pos) OR EXISTS (SELECT 1 FROM log "
    "WHERE session = NEW.session AND grp = NEW.grp AND ifnull(tbl, '') = ifnull(NEW.tbl, '') "
    "AND id = NEW.id) "
    "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
    "CREATE TRIGGER quarantine_keeps BEFORE UPDATE OF pos, place, code, fields, raw, received_at, "
    "id, session, grp, tbl, deal, seq, replay_of, by_place, by_origin ON quarantine "
    "BEGIN SELECT RAISE(ABORT, 'the quarantine is append-only'); END",
    "CREATE TRIGGER quarantine_stays BEFORE DELETE ON quarantine "
    "BEGIN SELECT RAISE(ABORT, 'the quarantine is append-only'); END",
)


class StoreError(Exception):
    """The record cannot be used: the place, the reason, and what to do."""

    def __init__(self, place: str, reason: str, hint: str) -> None:
        self.place, self.reason, self.hint = place, reason, hint
        super().__init__(f"{place}: {reason}. {hint}")


def prepare(connection: Connection, path: Path) -> bool:
    """Creates the tables in an empty file, or upgrades an earlier version; True if the derived
    tables must then be filled again. Raises StoreError if the file is not a record."""
    version = _version(connection, path)
    if version is None:
        _make(connection)
    elif version < VERSION:
        _adopt(connection)
        return True
    return False


def check(connection: Connection, path: Path) -> None:
    """Raises StoreError unless the file is a record that can be read without an upgrade."""
    if _version(connection, path) != VERSION:
        raise StoreError(
            str(path),
            "the record is empty or of an earlier version, and can only be read",
            "Use it once with any command where it can be written",
        )


def _version(connection: Connection, path: Path) -> int | None:
    """The version of the record's schema, None for an empty file. Raises StoreError."""
    version = _pragma(connection, "user_version")
    application = _pragma(connection, "application_id")
    if application == APPLICATION and version > 0:
        if version > VERSION:
            raise StoreError(
                str(path),
                f"the record has schema {version}, this program knows {VERSION}",
                "Use the newer program that wrote it, or name another file with --db",
            )
        return version
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


def _named_in_raw(name: str) -> str:
    raw = "CAST(raw AS TEXT)"
    value = f"json_extract({raw}, '$.{name}')"
    return f"CASE WHEN json_valid({raw}) AND typeof({value}) = 'text' THEN {value} ELSE '' END"


_QUARANTINE_BEFORE = (
    "INSERT INTO quarantine "
    "(pos, place, code, fields, raw, received_at, id, session, grp, tbl, by_place, by_origin) "
    "SELECT pos, place, 'of-earlier-version', json_object('fields', json_object('reason', reason, "
    "'hint', mend), 'at', '', 'of_live_hand', json('false')), raw, received_at, "
    f"{', '.join(map(_named_in_raw, ('id', 'session', 'group', 'table')))}, by_place, by_origin "
    "FROM quarantine_before ORDER BY pos"
)
_QUARANTINE_SAME = (
    f"INSERT INTO quarantine ({', '.join(quarantine.columns.keys())}) "
    f"SELECT {', '.join(quarantine.columns.keys())} FROM quarantine_before ORDER BY pos"
)


def _adopt(connection: Connection) -> None:
    """Upgrades the log and the quarantine from an earlier version; derived tables start empty."""
    made = "SELECT type, name FROM sqlite_schema WHERE sql <> '' AND type IN ('trigger', 'index')"
    for kind, name in connection.exec_driver_sql(made).fetchall():
        connection.exec_driver_sql(f'DROP {kind} "{name}"')
    for derived in DERIVED:
        connection.exec_driver_sql(f"DROP TABLE IF EXISTS {derived.name}")
    for table in (log, quarantine):
        before = f"{table.name}_before"
        connection.exec_driver_sql(f"ALTER TABLE {table.name} RENAME TO {before}")
        if "heard_at" in _columns(connection, before):
            connection.exec_driver_sql(
                f"ALTER TABLE {before} RENAME COLUMN heard_at TO received_at"
            )
    _make(connection)
    names = ", ".join(log.columns.keys())
    connection.exec_driver_sql(
        f"INSERT INTO log ({names}) SELECT {names} FROM log_before ORDER BY pos"
    )
    same = "code" in _columns(connection, "quarantine_before")
    connection.exec_driver_sql(_QUARANTINE_SAME if same else _QUARANTINE_BEFORE)
    for table in (log, quarantine):
        connection.exec_driver_sql(f"DROP TABLE {table.name}_before")


def _columns(connection: Connection, table: str) -> set[str]:
    return {row[1] for row in connection.exec_driver_sql(f"PRAGMA table_info({table})")}


def _pragma(connection: Connection, name: str) -> int:
    value: Any = connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
    return int(value)
