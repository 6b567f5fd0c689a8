"""A file of bridge boards, of either format, as events."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path

from producer.feeds.bridge.played_boards import PlayedBoard
from producer.feeds.bridge.sittings import events_of
from producer.feeds.received import Asked, Received, Refused, UnknownFormat
from producer.texts import number_of

BoardsOf = Callable[[str], list[PlayedBoard]]
"""From a file's text, the boards that have a result, and those with a fault, in order."""


MOST_BYTES = 32 << 20
"""Of a file of boards: some 130,000, the largest archives of matches have a tenth. They are read at
once, as tables that played the same cards may be anywhere in it, and take 30 times as much memory.
"""


def read_boards(
    path: Path, asked: Asked, source: str, boards_of: BoardsOf
) -> Iterator[Received | Refused]:
    """The openings of the file's groups, then every board, recorded or refused.

    While the file grows (``asked.growing``) a board in which it ends is left for later.
    Raises OSError, and UnknownFormat if no board of the file has a result, or it is too large.
    """
    if path.stat().st_size > MOST_BYTES:
        words = f"a file of boards larger than {MOST_BYTES >> 20} MB, the most that is read at once"
        raise UnknownFormat(str(path), words, "Split it between two matches")
    text = decoded(path.read_bytes())
    boards = boards_of(text)
    if asked.growing:
        boards = [board for board in boards if not (board.fault and board.fault.cut)]
    if asked.table:
        for board in boards:
            board.table, board.room = asked.table, ""
    if not boards:
        raise UnknownFormat(
            str(path), "no board of the file has a result", "Give a file of boards that were played"
        )
    digest = hashlib.sha256("\n".join(text.split()).encode()).hexdigest()[:24]
    yield from events_of(path, source, asked.digest(digest), boards)


def without_result(boards: int) -> str:
    """How many boards of a file give nothing, in words; ``""`` for none."""
    return f"{number_of(boards, 'board')} without a result" if boards else ""


def decoded(raw: bytes) -> str:
    """UTF-8 where it is that, else Latin-1, the encoding of PBN."""
    raw = raw.removeprefix(b"\xef\xbb\xbf")
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")
