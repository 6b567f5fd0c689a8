"""Feeds: bytes in; events, or errors with their place, out. One module per format."""

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
_SNIFFED = 1 << 16
_LBR = re.compile(
    rb"^(?:In config file: |Using seed \d+\.|[1-9]\d*:[^:,\n]+,[^:,\n]+:0[crf\d/]*:)", re.MULTILINE
)
_ACPC = re.compile(rb"^STATE:\d+:", re.MULTILINE)
_TRANSCRIPT = re.compile(rb"^(?:TO|FROM) \d+ at ", re.MULTILINE)


def detect(path: Path) -> Format:
    """The format of ``path``, detected from its first 64 KiB.

    Raises UnknownFormat if the file cannot be opened or its format is not recognised.
    """
    _must_be_file(path)
    try:
        with path.open("rb") as file:
            start = file.read(_SNIFFED).removeprefix(b"\xef\xbb\xbf")
    except OSError as error:
        raise _unreadable(path, error) from error
    if not start.strip():
        raise UnknownFormat(str(path), "the file is empty", "Give a file with hands or events")
    if is_utf16(start):
        raise UnknownFormat(str(path), "the file is in UTF-16", "Save it as UTF-8")
    if _LBR.search(start):
        return "lbr"
    if _ACPC.search(start):
        return "acpc"
    if _TRANSCRIPT.search(start):
        raise UnknownFormat(
            str(path),
            "a dealer's message transcript, not a result log",
            "Give the log of the same match whose lines begin with STATE",
        )
    if looks_like_events(start):
        return "native"
    if start.lstrip()[:1] in b"{[":
        raise UnknownFormat(
            str(path),
            "unknown format: JSON, but not one event per line",
            "Write each event on a line of its own",
        )
    raise UnknownFormat(
        str(path),
        "unknown format: not an LBR match log, an ACPC result log or events as JSON lines",
        "Give a file in one of these formats",
    )


def read(
    path: Path, format: Literal["auto"] | Format = "auto", stakes: Stakes | None = None
) -> Iterator[Received | Refused]:
    """The events of the file in order, with the lines that cannot be used as Refused.

    ``stakes``: for formats that do not carry them (LBR, ACPC). Reads lazily, line by line.
    Raises UnknownFormat, at the first line at the latest.
    """
    _must_be_file(path)
    try:
        items = _items(path, detect(path) if format == "auto" else format, stakes)
        first = next(items, None)
    except OSError as error:
        raise _unreadable(path, error) from error
    if first is None:
        raise UnknownFormat(str(path), "the file is empty", "Give a file with hands or events")
    return chain((first,), items)


def _items(path: Path, format: Format, stakes: Stakes | None) -> Iterator[Received | Refused]:
    if format == "lbr":
        return read_lbr(path, stakes)
    return read_acpc(path, stakes) if format == "acpc" else read_native(path)


def _must_be_file(path: Path) -> None:
    if path.exists() and not path.is_file() and not path.is_dir():
        reason = "is a pipe or a device, but a feed is read more than once"
        raise UnknownFormat(str(path), reason, "Write it to a file and give that")


def _unreadable(path: Path, error: OSError) -> UnknownFormat:
    reason = f"cannot be read: {error.strerror or error}"
    return UnknownFormat(str(path), reason, "Check the path and its permissions")
