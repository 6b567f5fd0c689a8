"""The native feed: one JSON event per line (NDJSON, UTF-8), as in docs/feed.md.

Blank lines, a byte order mark, CRLF and a missing last line ending are allowed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from producer.events import parse_incoming
from producer.feeds.event_checks import check_event
from producer.feeds.event_form import form_problem
from producer.feeds.identity import identity_in
from producer.feeds.raw_lines import LONGEST_LINE, RawLine, digest_lines, read_lines
from producer.feeds.received import Asked, Received, Refused, UnknownFormat
from producer.problems import Problem, problem

_BEGINS = re.compile(
    rb'^[ \t]*\{[ \t]*(?:\}[ \t]*\r?$|"(?:[^\x00-\x1f]{32}|[^\x00-\x1f]*\r?$))', re.M
)


def looks_like_events(start: bytes) -> bool:
    """Whether a line of ``start`` begins like an event, even if it is cut off or damaged later."""
    return _BEGINS.search(start) is not None


def is_utf16(start: bytes) -> bool:
    """Whether ``start`` is JSON in UTF-16, with or without a byte order mark."""
    return start.startswith((b"\xff\xfe", b"\xfe\xff", b"{\0", b"\0{"))


def read_native(path: Path, asked: Asked = Asked()) -> Iterator[Received | Refused]:  # noqa: B008
    """Every non-blank line as an event or refused. A file without any event is refused as one.

    Raises OSError, and UnknownFormat if a table is asked for.
    """
    if asked.table:
        reason = "its events name their tables themselves"
        raise UnknownFormat(str(path), reason, "Leave out --as")
    digest = digest_lines(path)
    if not any(looks_like_events(line.raw) for line in read_lines(path)):
        yield from _no_feed(path, digest)
        return
    for line in read_lines(path):
        if line.raw.strip():
            yield read_line(line, f"{path}:{line.number}", f"{digest}:{line.number}")


def _no_feed(path: Path, digest: str) -> Iterator[Refused]:
    with path.open("rb") as file:
        start = file.read(LONGEST_LINE)
    if start.strip():
        yield Refused(start, f"{path}:1", problem("no-feed"), f"{digest}:1")


def read_line(line: RawLine, place: str, origin: str) -> Received | Refused:
    """One line of the feed as an event or refused. Never raises, whatever the bytes."""

    def refuse(fault: Problem) -> Refused:
        return Refused(line.raw, place, fault, origin, identity_in(line.raw))

    if not line.whole:
        return refuse(problem("line-too-long", most=LONGEST_LINE))
    try:
        event = parse_incoming(line.raw.decode())
    except UnicodeDecodeError as error:
        return refuse(problem("not-utf8", byte=error.start + 1))
    except ValidationError as error:
        if is_utf16(line.raw):
            return refuse(problem("utf16"))
        return refuse(form_problem(error, ended=line.ended))
    fault = check_event(event)
    return refuse(fault) if fault else Received(line.raw, event, place, True)
