"""A lock that lets only one process serve a record: two would drive the same OBS, neither knowing
what the other has on air. `ingest` and `follow` may write to the record while it is served."""

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
"""Suffix of the lock file beside the record. The lock ends with its process, however that ends; a
leftover file means nothing."""

_FAR = 1 << 30
"""Offset of the lock on Windows, where others cannot read a locked range."""


@contextmanager
def served_once(record: Path, doing: str) -> Iterator[None]:
    """Holds the lock on ``record``. ``doing``: what for, as in ``serves it at URL``.

    Ends the command where another process has the lock, quoting its ``doing``. Raises StoreError
    where nothing can be written.
    """
    path = record.resolve()
    path = path.with_name(path.name + BESIDE)
    try:
        file = _locked(path)
    except OSError as error:
        with open_store(record) as store:  # its message is more precise
            store.check_writable()
        fail(f"{path} cannot be written: {error.strerror}. Change its permissions or, if "
             "nothing serves this record, remove the file.")  # fmt: skip
    if file is None:
        fail(
            f"{record} is in use already: {_holder(path)}. Use that desk, or stop it with Ctrl-C "
            "first, or name another record with --db. Two services would both drive OBS."
        )
    try:
        file.truncate(0)
        file.write(f"process {os.getpid()} {doing}\n".encode())
        file.flush()
        yield
    finally:
        _release(path, file)


def _locked(path: Path) -> BinaryIO | None:
    """The locked file; None where another process has the lock. Raises OSError."""
    while True:
        file = path.open("a+b")
        try:
            if not _lock(file):
                file.close()
                return None
            if _is_at(file, path):
                return file
        except BaseException:
            file.close()
            raise
        file.close()  # its last holder has removed it meanwhile


def _is_at(file: BinaryIO, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _lock(file: BinaryIO) -> bool:
    """Tries to take the lock. Returns whether it was free."""
    try:
        if sys.platform == "win32":
            file.seek(_FAR)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def _release(path: Path, file: BinaryIO) -> None:
    """Removes and closes the lock file, on Windows in the opposite order, as an open file cannot be
    removed there; elsewhere no other process may lock it in between."""
    if sys.platform != "win32":
        path.unlink(missing_ok=True)
    file.close()
    if sys.platform == "win32":
        with suppress(PermissionError):  # the next process has it already
            path.unlink(missing_ok=True)


def _holder(path: Path) -> str:
    """What the holder wrote into the file, which may still be empty."""
    return path.read_text(encoding="utf-8").strip() or "another process has it"
