"""Bodies of the feed: one event, an array of events, or one event a line. Pure."""

from __future__ import annotations

import json

LONGEST_BODY = 8 << 20
"""Bytes."""

MOST_EVENTS = 100_000
"""Events of a body, or of a message."""

QUICK, LARGE, FEW = 1 << 10, 1 << 16, 1000
"""Bytes up to which a body is read in no time whatever it holds; bytes, and ends of lines or
elements, up to which it is read in some milliseconds."""

_ARRAY = json.JSONDecoder()


class Unreadable(ValueError):
    """A body that is no list of events; the message says why."""


def is_quick(body: bytes) -> bool:
    """Whether a body may be read in the event loop, which everybody waits for meanwhile."""
    if len(body) < QUICK:
        return True
    return len(body) < LARGE and sum(map(body.count, (b"\n", b"\r", b","))) < FEW


def pieces_of(body: bytes, *, json_type: bool) -> list[bytes]:
    """The bytes of every event. ``json_type``: the sender says that the body is one JSON value.

    Raises Unreadable for an array that is none. A line that is no event is the reader's to refuse.
    """
    start = body.lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith(b"["):
        return _elements(start)
    if json_type and start.startswith(b"{"):
        return [start.strip()] if _is_one(start) else start.splitlines()
    return start.splitlines()


def _is_one(body: bytes) -> bool:
    """Whether the body is a single value, perhaps over several lines."""
    try:
        json.loads(body)
    except (ValueError, RecursionError):
        return b"\n" not in body.strip()
    return True


def _elements(body: bytes) -> list[bytes]:
    """The elements of an array, each with its own bytes as sent."""
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise Unreadable(f"not UTF-8 at byte {error.start + 1} of the body") from error
    found: list[bytes] = []
    place = _blank(text, 1)
    try:
        while text[place] != "]":
            end = _ARRAY.raw_decode(text, place)[1]
            found.append(text[place:end].encode())
            place = _blank(text, end)
            if text[place] == ",":
                place = _blank(text, place + 1)
                if text[place] == "]":
                    raise Unreadable("a comma before the end of the array")
            elif text[place] != "]":
                raise Unreadable(f"no comma after event {len(found)} of the array")
    except IndexError as error:
        raise Unreadable("the array has no end") from error
    except (ValueError, RecursionError) as error:
        if isinstance(error, Unreadable):
            raise
        raise Unreadable(f"event {len(found) + 1} of the array is not JSON") from error
    if text[place + 1 :].strip():
        raise Unreadable("something follows the array")
    return found


def _blank(text: str, place: int) -> int:
    while place < len(text) and text[place] in " \t\r\n":
        place += 1
    return place
