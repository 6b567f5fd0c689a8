"""Finds damage of the record's file, and says how to recover."""

from __future__ import annotations

import json
import shlex
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from urllib.parse import quote

from pydantic import ValidationError

from producer.record.tables.schema import StoreError

AGAIN = 600.0
"""Seconds after which an unchanged file is checked again."""

SHARE = 100
"""Checks take at most one part in this many of the time, however large the record is."""

Stamp = tuple[int, int]
"""Size of a file and the time of its last change."""


class Damaged(StoreError):
    """The file is damaged. ``found``: what was found, without any content of the file."""

    def __init__(self, place: str, found: str) -> None:
        name = shlex.quote(Path(place).name)  # the answer must not show the folder
        super().__init__(
            place,
            f"the record is damaged: {found}",
            "Stop the service and restore, in the record's folder, the last copy that `duplicast "
            f"backup` made: `mkdir damaged`, `mv {name} {name}-* damaged/`, `cp BACKUP {name}`; "
            "then start it, and have the devices send again what the copy lacks. Save what can "
            f"still be read of the log: `duplicast log --json --db damaged/{name} > log.ndjson`",
        )


@dataclass(slots=True)
class FileHealth:
    """Whether the file at ``path`` is sound. ``damage``: the first damage found; it stays until the
    service is restarted."""

    path: Path
    damage: Damaged | None = None
    _stamp: Stamp = (0, 0)
    _due: float = 0.0
    _soonest: float = 0.0
    _one_at_a_time: Lock = field(default_factory=Lock)

    @contextmanager
    def watch(self, *, reading: bool = False) -> Iterator[None]:
        """Remembers damage found inside. With ``reading``, content that cannot be parsed is damage
        too. Raises Damaged."""
        try:
            yield
        except Damaged as error:
            self.found(error)
            raise
        except (ValidationError, json.JSONDecodeError, UnicodeDecodeError) as error:
            if not reading:
                raise
            damage = Damaged(str(self.path), "its content cannot be read")
            self.found(damage)
            raise damage from error

    def found(self, damage: Damaged) -> None:
        self.damage = self.damage or damage

    def check(self) -> Damaged | None:
        """The damage, None if there is none. Checks the file if it has changed or the last check
        was long ago; one check at a time, other callers get the last result."""
        if self.damage is None and self._one_at_a_time.acquire(blocking=False):
            try:
                self._check_if_due()
            finally:
                self._one_at_a_time.release()
        return self.damage

    def _check_if_due(self) -> None:
        now, stamp = time.monotonic(), _stamp(self.path)
        if now < self._soonest or (stamp == self._stamp and now < self._due):
            return
        self._stamp = stamp
        words = file_damage(self.path)
        took = time.monotonic() - now
        self._soonest, self._due = now + SHARE * took, now + max(AGAIN, SHARE * took)
        if words:
            self.found(Damaged(str(self.path), words))


def file_damage(path: Path) -> str:
    """Damage that SQLite finds in the file; ``""`` if it is sound or cannot be checked now. Changed
    bytes inside a text are found only when they are read."""
    try:
        address = f"file:{quote(str(path.resolve()))}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=1)) as connection:
            (result,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return str(error) if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) else ""
    return "" if result == "ok" else "SQLite's own check finds pages that are not as it wrote them"


def _stamp(path: Path) -> Stamp:
    try:
        stat = path.stat()
    except OSError:
        return 0, 0  # reported as an error elsewhere
    return stat.st_size, stat.st_mtime_ns
