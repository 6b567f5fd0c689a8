"""Feeds: bytes in, events out, or a located error. One module a format."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Literal

from producer.feeds.acpc import read_acpc
from producer.feeds.lbr import read_lbr
from producer.feeds.native import is_utf16, looks_like_events, read_native
from producer.feeds.received import Received, Refused, Stakes, UnknownFormat

__all__ = ["Format", "Received", "Refused", "Stakes", "UnknownFormat", "detect", "read"]

Format = Literal["native", "lbr", "acpc"]
_LOOKED_AT = 1 << 16
_LBR = re.compile(
    rb"^(?:In config file: |Using seed \d+\.|[1-9]\d*:[^:,\n]+,[^:,\n]+:0[crf\d/]*:)", re.MULTILINE
)
_ACPC = re.compile(rb"^STATE:\d+:", re.MULTILINE)
_TRANSCRIPT = re.compile(rb"^(?:TO|FROM) \d+ at ", re.MULTILINE)


def detect(path: Path) -> Format:
    """The format of ``path``, told from its first 64 KiB.

    Raises UnknownFormat where the file cannot be opened or is in no known format.
    """
    _must_be_file(path)
    try:
        with path.open("rb") as file:
            start = file.read(_LOOKED_AT).removeprefix(b"\xef\xbb\xbf")
    except OSError as error:
        raise _unreadable(path, error) from error
    if not start.strip():
        raise UnknownFormat(str(path), "the file is empty", "Name a file with hands or events")
    if is_utf16(start):
        raise UnknownFormat(str(path), "the file is in UTF-16", "Save it as UTF-8")
    if _LBR.search(start):
        return "lbr"
    if _ACPC.search(start):
        return "acpc"
    if _TRANSCRIPT.search(start):
        raise UnknownFormat(
            str(path),
            "a dealer's transcript of messages, not its result log",
            "Name the log of the same match whose lines begin with STATE",
        )
    if looks_like_events(start):
        return "native"
    if start.lstrip()[:1] in b"{[":
        raise UnknownFormat(
            str(path),
            "no known format: JSON, but no event a line",
            "Write every event as one line",
        )
    raise UnknownFormat(
        str(path),
        "no known format: no LBR match log, no ACPC result log, no events as JSON lines",
        "Name a file of one of these",
    )


def read(
    path: Path, format: Literal["auto"] | Format = "auto", stakes: Stakes | None = None
) -> Iterator[Received | Refused]:
    """Everything in the file, in its order: events heard, and what cannot be used, refused.

    ``stakes`` are for formats that do not tell theirs (LBR, ACPC). The file is read as the
    iterator is, never held as a whole. Raises UnknownFormat, at the first line at the latest.
    """
    _must_be_file(path)
    told = detect(path) if format == "auto" else format
    try:
        items = _items(path, told, stakes)
        first = next(items, None)
    except OSError as error:
        raise _unreadable(path, error) from error
    if first is None:
        raise UnknownFormat(str(path), "the file is empty", "Name a file with hands or events")
    return chain((first,), items)


def _items(path: Path, told: Format, stakes: Stakes | None) -> Iterator[Received | Refused]:
    if told == "lbr":
        return read_lbr(path, stakes)
    return read_acpc(path, stakes) if told == "acpc" else read_native(path)


def _must_be_file(path: Path) -> None:
    if path.exists() and not path.is_file() and not path.is_dir():
        reason = "is a pipe or a device, and a feed is read more than once"
        raise UnknownFormat(str(path), reason, "Write it to a file, and name that")


def _unreadable(path: Path, error: OSError) -> UnknownFormat:
    reason = f"cannot be read: {error.strerror or error}"
    return UnknownFormat(str(path), reason, "Check the path and its permissions")
