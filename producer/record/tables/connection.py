"""The way to the record's file: SQLite in WAL mode with synchronous FULL, or only read where
nothing can be written."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError

from producer.record.tables.damage import Damaged
from producer.record.tables.schema import StoreError, check, prepare
from producer.record.tables.statements import ask

WAIT_MS = 30_000
PREPARED = 1000
"""Statements of a connection that are kept prepared: a batch of the feed has any number of rows."""

MOST_FREE = 5
"""Connections that are kept open though nobody uses them."""

Begin = Literal["BEGIN", "BEGIN IMMEDIATE"]

_CHECK = "Check the folder, its permissions and free space, or name another file with --db"
_NO_TEXT = "Could not decode to UTF-8"
"""How Python begins where a text holds bytes that are none; the bytes themselves follow."""
_CLOSED = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM})


@dataclass(frozen=True, slots=True)
class Connections:
    """Connections of ``engine`` that stay open from one transaction to the next. SQLAlchemy's own
    way to begin and end one costs several times what SQLite does, and a connection that nobody
    else writes beside keeps what it has read. ``wait_ms``: how long each waits to write."""

    engine: Engine
    wait_ms: int = WAIT_MS
    _free: list[Connection] = field(default_factory=list)

    @contextmanager
    def transaction(self, begin: Begin = "BEGIN") -> Iterator[Connection]:
        """A connection in a transaction: committed at the end, undone by an exception. Raises
        StoreError for what the disk or the database refuses.

        ``BEGIN IMMEDIATE`` takes the write lock at once, so that what is read stays true until it
        is committed.
        """
        with store_errors(self.engine):
            connection = self._take()
            try:
                ask(connection, begin)
                yield connection
                ask(connection, "COMMIT")
            except BaseException:
                connection.close()  # the pool undoes what is open
                raise
            if len(self._free) < MOST_FREE:
                self._free.append(connection)
            else:
                connection.close()

    def close(self) -> None:
        while self._free:
            self._free.pop().close()

    def _take(self) -> Connection:
        try:
            return self._free.pop()
        except IndexError:
            connection = self.engine.connect()
        ask(connection, f"PRAGMA busy_timeout = {self.wait_ms}")  # it may have been another's
        return connection


class ReadOnlyError(StoreError):
    """A record of which nothing but reading is possible was to be written."""

    def __init__(self, place: str) -> None:
        super().__init__(
            place,
            "the record can only be read: the file or its folder is protected against writing",
            "Nothing was written. Give yourself the right to write both, or copy the file to a "
            "folder of your own and name it with --db",
        )


def open_engine(path: Path, derive_again: Callable[[Connection], None]) -> Engine:
    """An engine on the record at ``path``, which is made where there is none.

    ``derive_again`` is called, in the same transaction, where the record was of an earlier version.
    Where file or folder is protected the record can still be read. Its transactions are those of
    ``Connections``. Raises StoreError, and ReadOnlyError for what is written to a record that can
    only be read.
    """
    url = URL.create("sqlite", database=str(path))
    engine = create_engine(url, connect_args={"cached_statements": PREPARED})
    event.listen(engine, "connect", _connect)
    try:
        with closing(Connections(engine)) as once, once.transaction("BEGIN IMMEDIATE") as writing:
            if prepare(writing, path):
                derive_again(writing)
    except StoreError as error:
        engine.dispose()
        if _code(error.__cause__) in _CLOSED and path.is_file():
            return _reading(path)
        raise
    return engine


def _reading(path: Path) -> Engine:
    """An engine that only reads. Raises StoreError where not even that can be done."""

    def connect() -> sqlite3.Connection:
        return _connect_reading(path)

    engine = create_engine(URL.create("sqlite", database=str(path)), creator=connect)
    try:
        with closing(Connections(engine)) as once, once.transaction() as reading:
            check(reading, path)
    except StoreError:
        engine.dispose()
        raise
    return engine


def _connect_reading(path: Path) -> sqlite3.Connection:
    """In a folder where SQLite cannot lay its two files beside the record nobody writes to it,
    unless they lie there already: then it is read as it stands."""
    try:
        return _open(path, "mode=ro")
    except sqlite3.OperationalError:
        log = path.with_name(f"{path.name}-wal")
        if log.exists() and log.stat().st_size:
            raise
    return _open(path, "mode=ro&immutable=1")


def _open(path: Path, how: str) -> sqlite3.Connection:
    uri = f"file:{quote(str(path.resolve()))}?{how}"
    connection = sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None)
    try:
        for statement in (f"PRAGMA busy_timeout = {WAIT_MS}", "SELECT 1 FROM sqlite_schema"):
            connection.execute(statement).close()
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def store_errors(engine: Engine) -> Iterator[None]:
    """What the disk or the database refuses, in words: raises StoreError for it."""
    place = engine.url.database or ""
    try:
        yield
    except (DatabaseError, sqlite3.DatabaseError) as error:
        if _code(error) == sqlite3.SQLITE_READONLY:
            raise ReadOnlyError(place) from error
        told = getattr(error, "orig", error)
        if _code(error) == sqlite3.SQLITE_CORRUPT or str(told).startswith(_NO_TEXT):
            raise Damaged(place, f"{told}".partition(" with text")[0]) from error
        raise StoreError(
            place, f"the record cannot be used: {told}", _mend(error, place)
        ) from error


def copy(engine: Engine, to: sqlite3.Connection) -> None:
    """SQLite's own online copy. Raises DatabaseError, sqlite3.Error."""
    with closing(engine.raw_connection()) as pooled:
        live = pooled.driver_connection
        assert isinstance(live, sqlite3.Connection), "the record is SQLite"
        live.backup(to)


def _code(error: BaseException | None) -> int:
    """SQLite's own number for what is wrong, without its refinement; 0 where it is another's."""
    told: int = getattr(getattr(error, "orig", error), "sqlite_errorcode", 0)
    return told & 0xFF


def _mend(error: Exception, place: str) -> str:
    code, path = _code(error), Path(place)
    if code == sqlite3.SQLITE_NOTADB:
        return "Name the record with --db; what this file holds is something else"
    if code == sqlite3.SQLITE_BUSY:
        return "Another process has been writing to it for half a minute: let it end, or end it"
    if code == sqlite3.SQLITE_CANTOPEN and path.is_dir():
        return "This is a folder; name a file with --db"
    if code == sqlite3.SQLITE_CANTOPEN and not path.parent.is_dir():
        return f"There is no folder {path.parent}; make it, or name another file with --db"
    return _CHECK


def _connect(connection: sqlite3.Connection, _: object) -> None:
    # Transactions are begun by us (see Connections), not by the driver's guess.
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {WAIT_MS}").close()
    _to_wal(connection)
    for pragma in ("synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _to_wal(connection: sqlite3.Connection) -> None:
    """The one statement that does not wait for others by itself: where several open a new record
    at once, one of them makes it and the others come again."""
    until = time.monotonic() + WAIT_MS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL").close()
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
        time.sleep(0.01)
