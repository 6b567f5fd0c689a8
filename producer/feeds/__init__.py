"""Feeds: bytes in, events out, or a located error. One module a format."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Literal

from producer.feeds.heard import Heard, Refused, Stakes, UnknownFormat
from producer.feeds.lbr import read_lbr
from producer.feeds.native import read_native

__all__ = ["Format", "Heard", "Refused", "Stakes", "UnknownFormat", "detect", "read"]

Format = Literal["native", "lbr"]
_LOOKED_AT = 1 << 16
_LBR = re.compile(
    rb"^(?:In config file: |Using seed \d+\.|[1-9]\d*:[^:,\n]+,[^:,\n]+:0[crf\d/]*:)", re.MULTILINE
)
_NATIVE = re.compile(rb"^\s*\{", re.MULTILINE)


def detect(path: Path) -> Format:
    """The format of ``path``, told from its first 64 KiB.

    Raises UnknownFormat where the file cannot be opened or is in no known format.
    """
    try:
        with path.open("rb") as file:
            start = file.read(_LOOKED_AT).removeprefix(b"\xef\xbb\xbf")
    except OSError as error:
        raise _unreadable(path, error) from error
    if not start.strip():
        raise UnknownFormat(str(path), "the file is empty", "Name a file with hands or events")
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UnknownFormat(str(path), "the file is in UTF-16", "Save it as UTF-8")
    if _LBR.search(start):
        return "lbr"
    if _NATIVE.search(start):
        return "native"
    raise UnknownFormat(
        str(path),
        "no known format: neither an LBR match log nor events as JSON lines",
        "Name the format with --format if you know it",
    )


def read(
    path: Path, format: Literal["auto", "native", "lbr"] = "auto", stakes: Stakes | None = None
) -> Iterator[Heard | Refused]:
    """Everything in the file, in its order: events heard, and what cannot be used, refused.

    ``stakes`` are for formats that do not tell theirs (LBR). The file is read as the iterator is,
    never held as a whole. Raises UnknownFormat, at the first line at the latest.
    """
    told = detect(path) if format == "auto" else format
    try:
        items = read_lbr(path, stakes) if told == "lbr" else read_native(path)
        first = next(items, None)
    except OSError as error:
        raise _unreadable(path, error) from error
    if first is None:
        raise UnknownFormat(str(path), "the file is empty", "Name a file with hands or events")
    return chain((first,), items)


def _unreadable(path: Path, error: OSError) -> UnknownFormat:
    reason = f"cannot be read: {error.strerror or error}"
    return UnknownFormat(str(path), reason, "Check the path and its permissions")
