"""The native feed: one event of the log's vocabulary a line, as JSON (NDJSON, UTF-8).

Blank lines, a byte order mark, CRLF and a missing last line end are allowed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from producer.events import parse_incoming
from producer.feeds.form import AGAIN, explained
from producer.feeds.heard import Heard, Refused
from producer.feeds.lines import LONGEST_LINE, Line, digest_lines, read_lines
from producer.feeds.sanity import fault
from producer.feeds.told import told_in

_BEGINS = re.compile(
    rb'^[ \t]*\{[ \t]*(?:\}[ \t]*\r?$|"(?:[^\x00-\x1f]{32}|[^\x00-\x1f]*\r?$))', re.M
)


def tells_json(start: bytes) -> bool:
    """Whether a line of ``start`` begins as events do, be it cut off or damaged further on."""
    return _BEGINS.search(start) is not None


def is_utf16(start: bytes) -> bool:
    """Whether what begins so is JSON in UTF-16, with its mark or without."""
    return start.startswith((b"\xff\xfe", b"\xfe\xff", b"{\0", b"\0{"))


def read_native(path: Path) -> Iterator[Heard | Refused]:
    """Every line that is not blank, as the event it holds or refused; what is no feed at all is
    refused as one. Raises OSError."""
    digest = digest_lines(path)
    if not any(tells_json(line.raw) for line in read_lines(path)):
        yield from _no_feed(path, digest)
        return
    for line in read_lines(path):
        if line.raw.strip():
            yield read_line(line, f"{path}:{line.number}", f"{digest}:{line.number}")


def _no_feed(path: Path, digest: str) -> Iterator[Refused]:
    with path.open("rb") as file:
        start = file.read(LONGEST_LINE)
    if start.strip():
        reason = "not one line of the file begins an event in JSON"
        mend = "Name a file of events, one JSON object a line in UTF-8; of this one nothing is used"
        yield Refused(start, f"{path}:1", reason, mend, f"{digest}:1")


def read_line(line: Line, place: str, origin: str) -> Heard | Refused:
    """One line of the feed; never raises, whatever the bytes."""

    def refuse(reason: str, mend: str = AGAIN) -> Refused:
        # So that the device knows which one is meant.
        return Refused(line.raw, place, reason, mend, origin, told_in(line.raw).id or None)

    if not line.whole:
        return refuse(f"the line is longer than {LONGEST_LINE} bytes; only its beginning is kept")
    try:
        event = parse_incoming(line.raw.decode())
    except UnicodeDecodeError as error:
        return refuse(f"not UTF-8 at byte {error.start + 1} of the line")
    except ValidationError as error:
        if is_utf16(line.raw):
            return refuse("the line is in UTF-16, not in UTF-8")
        return refuse(*explained(error, ended=line.ended))
    found = fault(event)
    return refuse(found.reason, found.mend) if found else Heard(line.raw, event, place, True)
