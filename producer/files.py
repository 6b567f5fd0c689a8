"""Writes files and folders atomically, and never over a database."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import shutil
import tempfile
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePath

_SQLITE = b"SQLite format 3\0"


LONGEST_NAME = 80
"""Letters of a file name made from names; file systems take 255 bytes, and Windows 260 letters with
all folders."""


def plain_name(text: str) -> str:
    """Lower-case ASCII for file names and ids, at most LONGEST_NAME long. A hash is added if
    letters are lost, so that different names stay different.

    >>> plain_name("Main Event-A"), plain_name("Τελικός-1")[-7:-6]
    ('main-event-a', '-')
    """
    letters = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    plain = re.sub(r"[^a-z0-9]+", "-", letters).strip("-")
    same = re.sub(r"[\s_-]+", "-", text.casefold()).strip("-") == plain
    if plain and same and len(plain) <= LONGEST_NAME:
        return plain
    ending = hashlib.sha256(text.encode()).hexdigest()[:6]
    return f"{plain[: LONGEST_NAME - 7].strip('-') or 'x'}-{ending}"


def shown_name(path: PurePath | str) -> str:
    r"""The name of a file as text: bytes that are not UTF-8 are escaped, since no text can hold
    them.

    >>> shown_name("Ελένη.lin"), shown_name("bad\udcff.phh")
    ('Ελένη.lin', 'bad\\xff.phh')
    """
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def write_whole(path: Path, content: bytes) -> None:
    """Writes ``content`` as ``write_pieces`` does."""
    write_pieces(path, (content,))


def write_pieces(path: Path, pieces: Iterable[bytes]) -> None:
    """Writes ``pieces`` to a temporary file beside ``path``, then renames it.

    Follows links; writes directly to what is not a regular file (a device, a pipe). Raises OSError,
    also where the folder is missing or ``path`` is a database; ``path`` is then unchanged.
    """
    target = path.resolve()
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder; create it first", str(path))
    if target.exists() and not target.is_file():
        try:
            with target.open("wb") as file:
                file.writelines(pieces)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from error
        return
    if is_database(target):
        raise FileExistsError(errno.EEXIST, "is a database; name another file", str(path))
    with replacing(target) as beside, beside.open("wb") as file:
        file.writelines(pieces)


def write_folder(path: Path, files: Mapping[str, bytes]) -> None:
    """Writes a folder with ``files``, by path in it, and then puts it in place of an existing one.

    Raises OSError; ``path`` is then unchanged.
    """
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder; create it first", str(path))
    with _named(path):
        made = Path(tempfile.mkdtemp(dir=path.parent, prefix=_hidden(path)))
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
    """Whether ``path`` is a SQLite file, perhaps the record itself."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_SQLITE)) == _SQLITE


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """Yields a temporary file beside ``target``, which replaces it if the block succeeds.

    Raises OSError, which names ``target`` and says that it was not written.
    """
    with _named(target):
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=_hidden(target))
        os.close(handle)
        beside = Path(name)
        try:
            yield beside
            beside.chmod(0o644)
            beside.replace(target)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise


def _hidden(path: Path) -> str:
    """The beginning of a temporary name beside ``path``, short enough for any file system."""
    return f".{path.name[:40]}."


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Makes an OSError name ``path``: the temporary file's name means nothing to users, and errors
    of writing name no file."""
    try:
        yield
    except OSError as error:
        before = "the old one is unchanged" if path.exists() else "nothing is there"
        message = f"{error.strerror or error}. It was not written; {before}"
        raise OSError(error.errno, message, str(path)) from error
