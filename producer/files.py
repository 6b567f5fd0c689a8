"""Files and folders that appear whole or not at all, and never in a database's place."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

_SQLITE = b"SQLite format 3\0"


def write_whole(path: Path, content: bytes) -> None:
    """Writes ``content`` under its final name only when all of it is on disk.

    A link is followed; what is no regular file (a device, a pipe) is written to as it stands.
    Raises OSError, also where the folder is missing or a database stands under ``path``; then
    nothing stands there that was not there before.
    """
    target = path.resolve()
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder; make it first", str(path))
    if target.exists() and not target.is_file():
        try:
            target.write_bytes(content)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from error
        return
    if is_database(target):
        raise FileExistsError(errno.EEXIST, "is a database; name another file", str(path))
    with appearing(target) as beside:
        beside.write_bytes(content)


def write_folder(path: Path, files: Mapping[str, bytes]) -> None:
    """Writes a folder with ``files``, by their paths in it, under its final name only when all of
    it is on disk; one that stands there goes when the new one is there.

    Raises OSError; then what stood there before stands there still.
    """
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder; make it first", str(path))
    with _named(path):
        made = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}."))
        try:
            _fill(made, files, path)
        finally:
            shutil.rmtree(made, ignore_errors=True)


def _fill(made: Path, files: Mapping[str, bytes], path: Path) -> None:
    new, old = made / "new", made / "old"
    for name, content in files.items():
        file = new / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    if path.exists():
        path.rename(old)
    try:
        new.rename(path)
    except BaseException:
        if old.exists():
            old.rename(path)
        raise


def is_database(path: Path) -> bool:
    """Whether a SQLite file stands under ``path``: perhaps the record itself."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_SQLITE)) == _SQLITE


@contextmanager
def appearing(target: Path) -> Iterator[Path]:
    """A file of its own beside ``target`` to be written; takes its place when all went well.

    Raises OSError, which names ``target`` and says that it was not written.
    """
    with _named(target):
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        os.close(handle)
        beside = Path(name)
        try:
            yield beside
            beside.chmod(0o644)
            beside.replace(target)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """What the disk refuses, by the name that was to be written: nobody knows that of the file
    beside it, and an error in writing names none."""
    try:
        yield
    except OSError as error:
        there = (
            "what stood there before is still there" if path.exists() else "nothing stands there"
        )
        told = f"{error.strerror or error}. It was not written; {there}"
        raise OSError(error.errno, told, str(path)) from error
