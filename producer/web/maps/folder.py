"""The folder beside the record with the files of hands, and with their maps as ``.toml``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from producer.feeds import UnknownFormat, detect
from producer.feeds.mapping.map_file import SessionMap
from producer.feeds.mapping.mapped import is_file_of
from producer.files import plain_name, shown_name, write_whole
from producer.messages import message
from producer.texts import is_whole
from producer.web.ops.errors import Refusal

FOLDER = "feed-files"
MOST_FILES = 500
"""Files of hands that are listed; more can be there, and be ingested by the command line."""

_NAME = re.compile(r'[^/\\\x00-\x1f\x7f<>:"|?*. ][^/\\\x00-\x1f\x7f<>:"|?*]{0,99}')
_MAP = ".toml"


@dataclass(frozen=True, slots=True)
class FeedFile:
    """A file of hands. ``name``: with its folders, below the folder of files. ``words``: what it
    is; ``trouble``: why it is not read, ``""`` if it is."""

    name: str
    path: Path
    size: int
    words: str
    trouble: str


@dataclass(frozen=True, slots=True)
class MapFile:
    """A map's file. ``name``: without its ending. ``digest``: of its content."""

    name: str
    path: Path
    digest: str


def feed_files(folder: Path) -> list[FeedFile]:
    """The first MOST_FILES files of hands by name, with what each is."""
    return [_feed_file(folder, path) for path in feed_paths(folder)[:MOST_FILES]]


def feed_paths(folder: Path) -> list[Path]:
    """All files of hands, also in folders below; without hidden ones, which are often half
    written."""
    return sorted(path for path in _visible(folder) if path.suffix.casefold() != _MAP)


def paths_of(folder: Path, session: SessionMap) -> list[Path]:
    """The files that a map takes: those that its tables name, or all where a table names none."""
    tables = session.tables.values()
    usable = [path for path in feed_paths(folder) if is_whole(str(path))]
    if not all(table.files for table in tables):
        return usable
    patterns = [pattern for table in tables for pattern in table.files]
    return [path for path in usable if any(is_file_of(path, each) for each in patterns)]


def maps(folder: Path) -> list[str]:
    """The names of the maps."""
    found = (path for path in _visible(folder) if path.suffix.casefold() == _MAP)
    return sorted(path.stem for path in found if path.parent == folder and is_whole(path.stem))


def map_file(folder: Path, name: str) -> MapFile:
    """Raises Refusal if there is none of this name, or it cannot be read."""
    if name not in maps(folder):
        raise Refusal(
            404, message("There is no such map."), message("{page} lists the maps.", page="/maps")
        )
    path = folder / f"{name}{_MAP}"
    try:
        return MapFile(name, path, digest(path.read_bytes()))
    except OSError as error:
        raise Refusal(
            500, message("The map cannot be read: {fault}.", fault=error.strerror)
        ) from error


def digest(content: bytes) -> str:
    return sha256(content).hexdigest()[:16]


def new_map(folder: Path, session: str, text: str) -> str:
    """Saves the first map of a session; returns its name. Raises Refusal."""
    name = plain_name(session)
    path = folder / f"{name}{_MAP}"
    if path.exists():
        raise Refusal(
            409,
            message("There is a map of {session} already.", session=session),
            message("Edit it, or give the session another name."),
        )
    save(path, text.encode())
    return name


def add_file(folder: Path, within: str, name: str, content: bytes, *, replace: bool) -> str:
    """Saves a file of hands; returns its name with its folder ``within``, ``""`` for none. A file
    of this name with other content is kept unless ``replace``. Raises Refusal."""
    for each in filter(None, (within, name)):
        if not _NAME.fullmatch(each):
            raise Refusal(
                422,
                message("A file or folder cannot be called {name}.", name=each[:100]),
                message(
                    "Use at most 100 letters, without {letters}, the first no dot or space.",
                    letters='/ \\ : * ? " < > |',
                ),
            )
    if name.casefold().endswith(_MAP):
        raise Refusal(
            422,
            message("{name} is a map, not a file of hands.", name=name),
            message("Copy it into {folder} beside the record.", folder=FOLDER),
        )
    path = folder / within / name
    if path.exists() and not replace and path.read_bytes() != content:
        raise Refusal(
            409,
            message("There is another {name} already.", name=path.relative_to(folder).as_posix()),
            message("Replace it, or rename."),
        )
    if not path.exists() and len(feed_paths(folder)) >= MOST_FILES:
        raise Refusal(
            409,
            message("There are {n} files already.", n=MOST_FILES),
            message("Remove some from {folder} beside the record first.", folder=FOLDER),
        )
    save(path, content)
    return path.relative_to(folder).as_posix()


def save(path: Path, content: bytes) -> None:
    """Raises Refusal where it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)
    except OSError as error:
        raise Refusal(
            500,
            message("{name} cannot be saved: {fault}.", name=path.name, fault=error.strerror),
            message("Make {folder} writable, with enough room.", folder=path.parent),
        ) from error


def _visible(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if not hidden and path.is_file():
            yield path


def _feed_file(folder: Path, path: Path) -> FeedFile:
    name = shown_name(path.relative_to(folder).as_posix())
    if not is_whole(str(path)):
        return FeedFile(
            name, path, path.stat().st_size, "", message("Its name is not UTF-8. Rename it.")
        )
    try:
        return FeedFile(name, path, path.stat().st_size, detect(path).words, "")
    except UnknownFormat as error:
        return FeedFile(name, path, path.stat().st_size, "", f"{error.reason}. {error.hint}")
