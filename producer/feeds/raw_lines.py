"""Reads a file as lines of bytes, whatever it contains."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from producer.problems import Problem, problem

LONGEST_LINE = 1 << 20
"""Bytes. A longer line is refused; only this much of it is stored."""

_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class RawLine:
    """``raw``: without byte order mark and line ending; ``number`` counts from 1; ``offset``: bytes
    of the file before it.

    ``ended``: a line ending follows; only the last line of a file may lack one. ``whole``: false
    if the line is longer than LONGEST_LINE and ``raw`` is only its first part.
    """

    number: int
    raw: bytes
    ended: bool
    whole: bool
    offset: int = 0


@dataclass(frozen=True, slots=True)
class FilePart:
    """Lines of a file: from byte ``offset``, which begins line ``line``, up to byte ``end``, or to
    its end."""

    offset: int = 0
    line: int = 1
    end: int | None = None


WHOLE_FILE = FilePart()


class UnusableLine(ValueError):
    """A line that cannot be used; the message says why."""


def read_lines(path: Path, part: FilePart = WHOLE_FILE) -> Iterator[RawLine]:
    """All lines of ``path``, or of a part of it, blank ones included. Raises OSError."""
    with path.open("rb") as file:
        file.seek(part.offset)
        number, offset = part.line - 1, part.offset
        while (part.end is None or offset < part.end) and (
            piece := file.readline(LONGEST_LINE + 1)
        ):
            number += 1
            size, ended, whole = len(piece), piece.endswith(b"\n"), True
            if not ended and len(piece) > LONGEST_LINE:
                whole, piece = False, piece[:LONGEST_LINE]
                skipped, ended = _skip_rest(file)
                size += skipped
            if number == 1:
                piece = piece.removeprefix(_BOM)
            yield RawLine(number, piece.rstrip(b"\r\n"), ended, whole, offset)
            offset += size


def decode_line(line: RawLine) -> str:
    """The line as text. Raises UnusableLine if it is too long or not UTF-8."""
    if not line.whole:
        raise UnusableLine(
            f"the line is longer than {LONGEST_LINE} bytes; only its beginning is stored"
        )
    try:
        return line.raw.decode().strip()
    except UnicodeDecodeError as error:
        raise UnusableLine(f"not UTF-8 at byte {error.start + 1} of the line") from error


def line_problem(error: UnusableLine, *, ended: bool) -> Problem:
    """The problem with a line of a log. Without a line ending (``ended``) it was cut off."""
    if not ended:
        return problem("file-cut-off", what="line")
    return problem("unreadable-line", detail=str(error))


def digest_lines(path: Path, part: FilePart = WHOLE_FILE) -> str:
    """A digest of the lines of ``path``, or of a part of it, 32 hexadecimal digits.

    Line endings, byte order mark and blank lines do not change it. Raises OSError.
    """
    digest = hashlib.sha256()
    for line in read_lines(path, part):
        if line.raw:
            digest.update(line.raw + b"\n")
    return digest.hexdigest()[:32]


def _skip_rest(file: BinaryIO) -> tuple[int, bool]:
    """Skips the rest of a line: how many bytes, and whether it has a line ending."""
    size = 0
    while piece := file.readline(LONGEST_LINE):
        size += len(piece)
        if piece.endswith(b"\n"):
            return size, True
    return size, False
