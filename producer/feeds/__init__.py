"""Feeds: bytes in; events, or errors with their place, out. One module per format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Literal

from producer.feeds.formats import FORMATS, FileFormat, format_of
from producer.feeds.native import is_utf16
from producer.feeds.received import Asked, Received, Refused, Stakes, UnknownFormat, parse_stakes
from producer.files import shown_name

__all__ = [
    "Asked",
    "Format",
    "Received",
    "Refused",
    "Stakes",
    "UnknownFormat",
    "detect",
    "parse_stakes",
    "read",
]

Format = Literal[
    "native", "lbr", "acpc", "phh", "pokergfx", "ohh", "acpc-transcript", "pbn", "lin", "results"
]
"""The formats that are read, by their names in ``FORMATS``."""

_SNIFFED = 1 << 16


def detect(path: Path) -> FileFormat:
    """The format of ``path``, detected from its first 64 KiB.

    Raises UnknownFormat if the file cannot be opened, its format is not recognised, or it is not
    read yet.
    """
    start = _start(path)
    detected = format_of(start)
    if detected is not None and detected.read is None:
        raise _not_read(path, detected)
    if is_utf16(start) and (detected is None or not detected.utf16):
        raise UnknownFormat(str(path), "the file is in UTF-16", "Save it as UTF-8")
    if detected is not None:
        return detected
    if start.lstrip()[:1] in b"{[":
        raise UnknownFormat(
            str(path),
            "unknown format: JSON, but not one event per line",
            "Write each event on a line of its own",
        )
    readable = ", ".join(each.words for each in FORMATS if each.read)
    raise UnknownFormat(str(path), "unknown format", f"These are read: {readable}")


def read(
    path: Path,
    format: Literal["auto"] | Format = "auto",
    asked: Asked = Asked(),  # noqa: B008 - immutable
) -> Iterator[Received | Refused]:
    """The events of the file in order, with the lines that cannot be used as Refused.

    ``asked``: what the user says of the file. Reads lazily, line by line. Raises UnknownFormat, at
    the first line at the latest; also for a file of a format that is not read yet, whatever
    ``format`` says: nothing of it goes to quarantine.
    """
    try:
        detected = detect(path) if format == "auto" else _chosen(path, format)
        assert detected.read is not None
        _check_options(path, detected, asked)
        items = detected.read(path, asked)
        first = next(items, None)
    except OSError as error:
        raise _unreadable(path, error) from error
    if first is None:
        raise UnknownFormat(str(path), "there is no hand in it", "Give a file with hands or events")
    return _with_shown_name(path, chain((first,), items))


def _check_options(path: Path, detected: FileFormat, asked: Asked) -> None:
    given = {"--stakes": asked.stakes is not None, "--hands-from": asked.shift != 0}
    for option, is_given in given.items():
        if is_given and option not in detected.options:
            words = f"{option} does not apply to {detected.words}"
            raise UnknownFormat(str(path), words, "Leave it out for this file")


def _with_shown_name(
    path: Path, items: Iterator[Received | Refused]
) -> Iterator[Received | Refused]:
    """``items``, their places in text that can be stored and printed."""
    name, shown = str(path), shown_name(path)
    if name == shown:
        return items
    return (replace(item, place=shown + item.place.removeprefix(name)) for item in items)


def _chosen(path: Path, name: Format) -> FileFormat:
    detected = format_of(_start(path))
    if detected is not None and detected.read is None:
        raise _not_read(path, detected)
    return next(each for each in FORMATS if each.name == name)


def _start(path: Path) -> bytes:
    """The first 64 KiB. Raises UnknownFormat if there is nothing to read."""
    if path.exists() and not path.is_file() and not path.is_dir():
        reason = "is a pipe or a device, but a feed is read more than once"
        raise UnknownFormat(str(path), reason, "Write it to a file and give that")
    try:
        with path.open("rb") as file:
            start = file.read(_SNIFFED)
    except OSError as error:
        raise _unreadable(path, error) from error
    if not start.removeprefix(b"\xef\xbb\xbf").strip():
        raise UnknownFormat(str(path), "the file is empty", "Give a file with hands or events")
    return start


def _not_read(path: Path, detected: FileFormat) -> UnknownFormat:
    return UnknownFormat(str(path), f"this is {detected.words}; not read yet", detected.instead)


def _unreadable(path: Path, error: OSError) -> UnknownFormat:
    reason = f"cannot be read: {error.strerror or error}"
    return UnknownFormat(str(path), reason, "Check the path and its permissions")
