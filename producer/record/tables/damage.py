"""A record whose file is damaged: how it is found, and what helps."""

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
"""Seconds after which a file that has not changed is checked again."""

SHARE = 100
"""A check takes one part in so many of the time, however large the record is."""

Stamp = tuple[int, int]
"""Size and time of the last change of a file."""


class Damaged(StoreError):
    """The file is damaged; ``found``: what was found, without anything that stands in it."""

    def __init__(self, place: str, found: str) -> None:
        name = shlex.quote(Path(place).name)  # whoever is answered need not know the folder
        super().__init__(
            place,
            f"the record is damaged: {found}",
            "Stop the service and restore, in the record's folder, the last copy that `duplicast "
            f"backup` made: `mkdir damaged`, `mv {name} {name}-* damaged/`, `cp BACKUP {name}`; "
            "then start it, and have the devices send again what the copy lacks. What can still be "
            f"read of the log is saved by `duplicast log --json --db damaged/{name} > log.ndjson`",
        )


@dataclass(slots=True)
class FileHealth:
    """Whether the file at ``path`` is sound; ``damage``: what was found first, which stays until
    the service starts again with another file."""

    path: Path
    damage: Damaged | None = None
    _stamp: Stamp = (0, 0)
    _due: float = 0.0
    _soonest: float = 0.0
    _one_at_a_time: Lock = field(default_factory=Lock)

    @contextmanager
    def watch(self, *, reading: bool = False) -> Iterator[None]:
        """Remembers the damage that is met within. Where nothing but the record is read, what is
        not as we write it is damage too: raises Damaged."""
        try:
            yield
        except Damaged as error:
            self.found(error)
            raise
        except (ValidationError, json.JSONDecodeError, UnicodeDecodeError) as error:
            if not reading:
                raise
            damage = Damaged(str(self.path), "what stands in it cannot be read")
            self.found(damage)
            raise damage from error

    def found(self, damage: Damaged) -> None:
        self.damage = self.damage or damage

    def check(self) -> Damaged | None:
        """What is known of the damage, after a check of the file where one is due: it has changed,
        or was checked long ago. One check at a time; who comes meanwhile goes by the last."""
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
    """What SQLite finds wrong with the file, ``""`` where it is sound or cannot be asked now. It
    cannot see other bytes in the place of a text; those are met where they are read."""
    try:
        address = f"file:{quote(str(path.resolve()))}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=1)) as connection:
            (told,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return str(error) if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) else ""
    return "" if told == "ok" else "SQLite's own check finds pages that are not as it wrote them"


def _stamp(path: Path) -> Stamp:
    try:
        told = path.stat()
    except OSError:
        return 0, 0  # the record's other errors say so
    return told.st_size, told.st_mtime_ns
