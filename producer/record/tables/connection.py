"""Connections to the record's file: SQLite in WAL mode with synchronous FULL, or read-only if the
file cannot be written."""

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
from sqlalchemy.exc import DatabaseError, DataError, IntegrityError, ProgrammingError

from producer.record.tables.damage import Damaged
from producer.record.tables.schema import StoreError, check, prepare
from producer.record.tables.statements import ask

WAIT_MS = 30_000
PREPARED = 1000
"""Prepared statements cached per connection; batches of the feed differ in their number of rows."""

MOST_FREE = 5
"""Idle connections kept open."""

Begin = Literal["BEGIN", "BEGIN IMMEDIATE"]

_CHECK = "Check the folder, its permissions and free space, or name another file with --db"
_NO_TEXT = "Could not decode to UTF-8"
"""How Python's message begins when a text has invalid bytes; the bytes themselves follow."""
_CLOSED = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM})


@dataclass(frozen=True, slots=True)
class Connections:
    """Connections of ``engine`` that stay open between transactions: SQLAlchemy's own begin and end
    cost several times what SQLite needs, and an open connection keeps its page cache. ``wait_ms``:
    how long each waits for the write lock."""

    engine: Engine
    wait_ms: int = WAIT_MS
    _free: list[Connection] = field(default_factory=list)

    @contextmanager
    def transaction(self, begin: Begin = "BEGIN") -> Iterator[Connection]:
        """A connection in a transaction: committed at the end, rolled back by an exception. Raises
        StoreError for errors of the disk or the database.

        ``BEGIN IMMEDIATE`` takes the write lock at once, so that what is read stays true until the
        commit.
        """
        with store_errors(self.engine):
            connection = self._take()
            try:
                ask(connection, begin)
                yield connection
                ask(connection, "COMMIT")
            except BaseException:
                connection.close()  # the pool rolls it back
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
        # A pooled connection may have had another timeout.
        ask(connection, f"PRAGMA busy_timeout = {self.wait_ms}")
        return connection


class ReadOnlyError(StoreError):
    """The record can only be read."""

    def __init__(self, place: str) -> None:
        super().__init__(
            place,
            "the record can only be read: the file or its folder is protected against writing",
            "Nothing was written. Give yourself write permission for both, or copy the file to "
            "your own folder and name it with --db",
        )


def open_engine(path: Path, derive_again: Callable[[Connection], None]) -> Engine:
    """An engine on the record at ``path``, which is created if there is none.

    ``derive_again`` is called, in the same transaction, if the record is of an earlier version. A
    write-protected record can still be read. Transactions are begun with ``Connections``. Raises
    StoreError; writing to a read-only record later raises ReadOnlyError.
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
    """A read-only engine. Raises StoreError if the record cannot even be read."""

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
    """Opens read-only. If SQLite cannot create its two files beside the record, nobody can be
    writing to it, unless they are there already: the record is opened as immutable."""
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
    """Turns errors of the disk or the database's file into StoreError. Statements that the database
    refuses are faults of ours, and stay as they are."""
    place = engine.url.database or ""
    try:
        yield
    except (DatabaseError, sqlite3.DatabaseError) as error:
        if not is_of_disk(error):
            raise
        if _code(error) == sqlite3.SQLITE_READONLY:
            raise ReadOnlyError(place) from error
        cause = getattr(error, "orig", error)
        if _code(error) == sqlite3.SQLITE_CORRUPT or str(cause).startswith(_NO_TEXT):
            raise Damaged(place, f"{cause}".partition(" with text")[0]) from error
        raise StoreError(
            place, f"the record cannot be used: {cause}", _hint(error, place)
        ) from error


def is_of_disk(error: BaseException) -> bool:
    """Whether the disk or the database's file is to blame, and no event or statement."""
    return isinstance(error, _DATABASE_ERRORS) and not isinstance(error, _REFUSED_STATEMENTS)


_DATABASE_ERRORS = (DatabaseError, sqlite3.DatabaseError)
_REFUSED_STATEMENTS = (
    *(IntegrityError, DataError, ProgrammingError),
    *(sqlite3.IntegrityError, sqlite3.DataError, sqlite3.ProgrammingError),
)


def copy(engine: Engine, to: sqlite3.Connection) -> None:
    """SQLite's own online copy. Raises DatabaseError, sqlite3.Error."""
    with closing(engine.raw_connection()) as pooled:
        live = pooled.driver_connection
        assert isinstance(live, sqlite3.Connection), "the record is SQLite"
        live.backup(to)


def _code(error: BaseException | None) -> int:
    """SQLite's primary error code; 0 for other errors."""
    code: int = getattr(getattr(error, "orig", error), "sqlite_errorcode", 0)
    return code & 0xFF


def _hint(error: Exception, place: str) -> str:
    code, path = _code(error), Path(place)
    if code == sqlite3.SQLITE_NOTADB:
        return "Name the record with --db; this file is something else"
    if code == sqlite3.SQLITE_BUSY:
        return "Another process has been writing to it for half a minute: wait for it, or stop it"
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
    """Turns WAL mode on. The statement does not wait for locks, so that it is retried while another
    process creates the same record."""
    until = time.monotonic() + WAIT_MS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL").close()
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
        time.sleep(0.01)
