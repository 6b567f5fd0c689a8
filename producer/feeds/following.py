"""Reads new lines of a growing file; an unfinished last line waits for its line ending."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from producer.feeds.native import read_line
from producer.feeds.raw_lines import LONGEST_LINE, RawLine
from producer.feeds.received import Received, Refused
from producer.files import shown_name

_BOM = b"\xef\xbb\xbf"
CHUNK = 4 << 20
"""Bytes per read."""

REMEMBERED = 4096
"""Bytes before the position that are compared, to detect that a file was rewritten."""


@dataclass(frozen=True, slots=True)
class FilePosition:
    """How far a file has been read: ``offset`` in bytes, ``number`` of lines, the file's
    ``inode``, and the last bytes ``before`` the offset, at most REMEMBERED. ``skipping``: inside
    a line that is too long and already refused. ``rewritten``: the content read before was gone, so
    reading started again at the beginning."""

    offset: int = 0
    number: int = 0
    inode: int = 0
    before: bytes = b""
    skipping: bool = False
    rewritten: bool = False


def read_new_lines(
    path: Path, place: FilePosition
) -> tuple[list[Received | Refused], FilePosition]:
    """The events of the complete lines after ``place``, at most CHUNK bytes, and the new position.

    A file that was replaced, truncated or rewritten is read from its beginning. Raises OSError.
    """
    with path.open("rb") as file:
        inode = os.fstat(file.fileno()).st_ino
        file.seek(place.offset - len(place.before))
        piece = file.read(len(place.before) + CHUNK)
        same = piece.startswith(place.before)
        if same and inode == place.inode:
            piece = piece.removeprefix(place.before)
            place = replace(place, rewritten=False)
        else:
            place = FilePosition(inode=inode, rewritten=not same)
            file.seek(0)
            piece = file.read(CHUNK)
    whole, end, rest = piece.rpartition(b"\n")
    if not end:
        return _no_line_ending(path, place, rest)
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
            where = f"{shown_name(path)}:{here}"
            line = RawLine(here, bare[:LONGEST_LINE], ended=True, whole=len(bare) <= LONGEST_LINE)
            yield read_line(line, where, where)


def _no_line_ending(
    path: Path, place: FilePosition, rest: bytes
) -> tuple[list[Received | Refused], FilePosition]:
    """Waits for the line ending, unless the line is already too long."""
    if place.skipping:
        return [], _after(place, rest)
    if len(rest) <= LONGEST_LINE:
        return [], place
    where = f"{shown_name(path)}:{place.number + 1}"
    line = RawLine(place.number + 1, rest[:LONGEST_LINE], ended=True, whole=False)
    return [read_line(line, where, where)], replace(_after(place, rest), skipping=True)
