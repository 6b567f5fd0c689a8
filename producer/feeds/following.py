"""Files that grow: whole lines as they come, the last one when its end is there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from producer.feeds.native import read_line
from producer.feeds.raw_lines import LONGEST_LINE, RawLine
from producer.feeds.received import Received, Refused

_BOM = b"\xef\xbb\xbf"
CHUNK = 4 << 20
"""Bytes read at once."""


REMEMBERED = 4096
"""Bytes before a place that are looked at again, to know that the file is still the same."""


@dataclass(frozen=True, slots=True)
class FilePosition:
    """How far a file has been read: ``offset`` in bytes, ``number`` of lines, ``inode`` of the
    file that was there then, and what stood just ``before``, at most REMEMBERED bytes.
    ``skipping``: within a line too long, already refused. ``anew``: what had been read by then was
    no longer there, so that this is a place in another file of that name."""

    offset: int = 0
    number: int = 0
    inode: int = 0
    before: bytes = b""
    skipping: bool = False
    anew: bool = False


def read_on(path: Path, place: FilePosition) -> tuple[list[Received | Refused], FilePosition]:
    """The events of the whole lines since ``place``, at most CHUNK bytes of them, and the place
    after them. A file that was replaced or cut, or written anew in the same place however long it
    is, is read from its beginning. Raises OSError."""
    with path.open("rb") as file:
        inode = os.fstat(file.fileno()).st_ino
        file.seek(place.offset - len(place.before))
        piece = file.read(len(place.before) + CHUNK)
        same = piece.startswith(place.before)
        if same and inode == place.inode:
            piece = piece.removeprefix(place.before)
            place = replace(place, anew=False)
        else:
            place = FilePosition(inode=inode, anew=not same)
            file.seek(0)
            piece = file.read(CHUNK)
    whole, end, rest = piece.rpartition(b"\n")
    if not end:
        return _endless(path, place, rest)
    lines = whole.split(b"\n")
    after = replace(_after(place, whole + end), number=place.number + len(lines), skipping=False)
    number = place.number
    if place.skipping:
        lines, number = lines[1:], number + 1
    return list(_items(path, number, lines)), after


def _after(place: FilePosition, read: bytes) -> FilePosition:
    before = (place.before + read[-REMEMBERED:])[-REMEMBERED:]
    return replace(place, offset=place.offset + len(read), before=before)


def _items(path: Path, number: int, lines: list[bytes]) -> Iterator[Received | Refused]:
    for here, raw in enumerate(lines, start=number + 1):
        bare = raw.removeprefix(_BOM) if here == 1 else raw
        bare = bare.rstrip(b"\r")
        if bare.strip():
            where = f"{path}:{here}"
            line = RawLine(here, bare[:LONGEST_LINE], ended=True, whole=len(bare) <= LONGEST_LINE)
            yield read_line(line, where, where)


def _endless(
    path: Path, place: FilePosition, rest: bytes
) -> tuple[list[Received | Refused], FilePosition]:
    """No line end is there yet: wait for it, but not for ever where the line is too long."""
    if place.skipping:
        return [], _after(place, rest)
    if len(rest) <= LONGEST_LINE:
        return [], place
    where = f"{path}:{place.number + 1}"
    line = RawLine(place.number + 1, rest[:LONGEST_LINE], ended=True, whole=False)
    return [read_line(line, where, where)], replace(_after(place, rest), skipping=True)
