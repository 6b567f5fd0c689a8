"""Files that grow: whole lines as they come, the last one when its end is there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from producer.feeds.heard import Heard, Refused
from producer.feeds.lines import LONGEST_LINE, Line
from producer.feeds.native import read_line

_BOM = b"\xef\xbb\xbf"
CHUNK = 4 << 20
"""Bytes read at once."""


@dataclass(frozen=True, slots=True)
class Place:
    """How far a file has been read: ``offset`` in bytes, ``number`` of lines, ``inode`` of the
    file that was there then. ``skipping``: within a line too long, already refused."""

    offset: int = 0
    number: int = 0
    inode: int = 0
    skipping: bool = False


def read_on(path: Path, place: Place) -> tuple[list[Heard | Refused], Place]:
    """The events of the whole lines since ``place``, at most CHUNK bytes of them, and the place
    after them. A file that was replaced or cut is read from its beginning. Raises OSError."""
    with path.open("rb") as file:
        there = path.stat()
        if there.st_ino != place.inode or there.st_size < place.offset:
            place = Place(inode=there.st_ino)
        file.seek(place.offset)
        piece = file.read(CHUNK)
    whole, end, rest = piece.rpartition(b"\n")
    if not end:
        return _endless(path, place, rest)
    lines = whole.split(b"\n")
    after = Place(place.offset + len(whole) + 1, place.number + len(lines), place.inode)
    if place.skipping:
        lines = lines[1:]
        place = Place(place.offset, place.number + 1, place.inode)
    return list(_items(path, place.number, lines)), after


def _items(path: Path, number: int, lines: list[bytes]) -> Iterator[Heard | Refused]:
    for here, raw in enumerate(lines, start=number + 1):
        bare = raw.removeprefix(_BOM) if here == 1 else raw
        bare = bare.rstrip(b"\r")
        if bare.strip():
            where = f"{path}:{here}"
            line = Line(here, bare[:LONGEST_LINE], ended=True, whole=len(bare) <= LONGEST_LINE)
            yield read_line(line, where, where)


def _endless(path: Path, place: Place, rest: bytes) -> tuple[list[Heard | Refused], Place]:
    """No line end is there yet: wait for it, but not for ever where the line is too long."""
    if place.skipping:
        return [], Place(place.offset + len(rest), place.number, place.inode, skipping=True)
    if len(rest) <= LONGEST_LINE:
        return [], place
    where = f"{path}:{place.number + 1}"
    line = Line(place.number + 1, rest[:LONGEST_LINE], ended=True, whole=False)
    after = Place(place.offset + len(rest), place.number, place.inode, skipping=True)
    return [read_line(line, where, where)], after
