"""A record is served by one process at a time: two would drive the same OBS, each without knowing
what the other has on air. Several may write to it: `ingest` and `follow` do beside the service."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from producer.cli.common import fail
from producer.record import open_store

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

BESIDE = "-serve"
"""What the name of the file ends in that is locked, beside the record. The lock is the process's:
it ends with it, however that ends, and a file that is left says nothing."""

_FAR = 1 << 30
"""Where Windows locks: what is locked there cannot be read by others."""


@contextmanager
def served_once(record: Path, doing: str) -> Iterator[None]:
    """The record is ours as long as this lasts; ``doing``: what for, as in ``serves it at URL``.
    Ends the command, telling that of the process that has it already. Raises StoreError where
    nothing can be written."""
    path = record.resolve()
    path = path.with_name(path.name + BESIDE)
    try:
        file = _locked(path)
    except OSError as error:
        with open_store(record) as store:  # which says better why nothing can be written there
            store.check_writable()
        fail(f"{path} cannot be written: {error.strerror}. Give yourself the right to, or, where "
             "nothing serves this record, remove the file.")  # fmt: skip
    if file is None:
        fail(
            f"{record} is in use already: {_told(path)}. Use that desk, or stop it with Ctrl-C "
            "first; another record is named with --db. Two services would both drive OBS."
        )
    try:
        file.truncate(0)
        file.write(f"process {os.getpid()} {doing}\n".encode())
        file.flush()
        yield
    finally:
        _leave(path, file)


def _locked(path: Path) -> BinaryIO | None:
    """The file, ours alone; None where it is another's. Raises OSError."""
    while True:
        file = path.open("a+b")
        try:
            if not _lock(file):
                file.close()
                return None
            if _stands_at(file, path):
                return file
        except BaseException:
            file.close()
            raise
        file.close()  # who had it has removed it since


def _stands_at(file: BinaryIO, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _lock(file: BinaryIO) -> bool:
    """Whether the lock is ours now."""
    try:
        if sys.platform == "win32":
            file.seek(_FAR)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def _leave(path: Path, file: BinaryIO) -> None:
    """Windows removes no file that is open; elsewhere nobody may lock it between the two."""
    if sys.platform != "win32":
        path.unlink(missing_ok=True)
    file.close()
    if sys.platform == "win32":
        with suppress(PermissionError):  # who comes after has it by now
            path.unlink(missing_ok=True)


def _told(path: Path) -> str:
    """Who has it, by its own word, which it may just be writing."""
    return path.read_text(encoding="utf-8").strip() or "another process has it"
