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
    """``raw``: without byte order mark and line ending; ``number`` counts from 1.

    ``ended``: a line ending follows; only the last line of a file may lack one. ``whole``: false
    if the line is longer than LONGEST_LINE and ``raw`` is only its first part.
    """

    number: int
    raw: bytes
    ended: bool
    whole: bool


class UnusableLine(ValueError):
    """A line that cannot be used; the message says why."""


def read_lines(path: Path) -> Iterator[RawLine]:
    """All lines of ``path``, blank ones included. Raises OSError."""
    with path.open("rb") as file:
        number = 0
        while piece := file.readline(LONGEST_LINE + 1):
            number += 1
            ended, whole = piece.endswith(b"\n"), True
            if not ended and len(piece) > LONGEST_LINE:
                whole, piece = False, piece[:LONGEST_LINE]
                ended = _skip_rest(file)
            if number == 1:
                piece = piece.removeprefix(_BOM)
            yield RawLine(number, piece.rstrip(b"\r\n"), ended, whole)


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
        return problem("cut-off", what="line")
    return problem("unreadable-line", detail=str(error))


def digest_lines(path: Path) -> str:
    """A digest of the lines of ``path``, 32 hexadecimal digits.

    Line endings, byte order mark and blank lines do not change it. Raises OSError.
    """
    digest = hashlib.sha256()
    for line in read_lines(path):
        if line.raw:
            digest.update(line.raw + b"\n")
    return digest.hexdigest()[:32]


def _skip_rest(file: BinaryIO) -> bool:
    while piece := file.readline(LONGEST_LINE):
        if piece.endswith(b"\n"):
            return True
    return False
