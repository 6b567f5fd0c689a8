"""Splits feed bodies: one event, an array of events, or one event per line. Pure."""

from __future__ import annotations

import json

LONGEST_BODY = 8 << 20
"""Bytes."""

MOST_EVENTS = 100_000
"""Events in a body or a WebSocket message."""

QUICK, LARGE, FEW = 1 << 10, 1 << 16, 1000
"""``QUICK``: bytes up to which reading any body takes no time. ``LARGE`` and ``FEW``: bytes, and
line ends or commas, up to which it takes a few milliseconds."""

_ARRAY = json.JSONDecoder()


class Unreadable(ValueError):
    """A body that is not a list of events; the message says why."""


def is_quick(body: bytes) -> bool:
    """Whether reading the body is fast enough for the event loop."""
    if len(body) < QUICK:
        return True
    return len(body) < LARGE and sum(map(body.count, (b"\n", b"\r", b","))) < FEW


def pieces_of(body: bytes, *, json_type: bool) -> list[bytes]:
    """The bytes of each event. ``json_type``: whether the content type is application/json.

    Raises Unreadable for a malformed array. Lines are not checked here: the reader refuses those
    that are not events.
    """
    start = body.lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith(b"["):
        return _elements(start)
    if json_type and start.startswith(b"{"):
        return [start.strip()] if _is_one(start) else start.splitlines()
    return start.splitlines()


def _is_one(body: bytes) -> bool:
    """Whether the body is a single JSON value, on one or several lines."""
    try:
        json.loads(body)
    except (ValueError, RecursionError):
        return b"\n" not in body.strip()
    return True


def _elements(body: bytes) -> list[bytes]:
    """The elements of an array, as the bytes sent."""
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise Unreadable(f"not UTF-8 at byte {error.start + 1} of the body") from error
    elements: list[bytes] = []
    place = _blank(text, 1)
    try:
        while text[place] != "]":
            end = _ARRAY.raw_decode(text, place)[1]
            elements.append(text[place:end].encode())
            place = _blank(text, end)
            if text[place] == ",":
                place = _blank(text, place + 1)
                if text[place] == "]":
                    raise Unreadable("there is a comma before the end of the array")
            elif text[place] != "]":
                raise Unreadable(f"there is no comma after event {len(elements)} of the array")
    except IndexError as error:
        raise Unreadable("the array has no end") from error
    except (ValueError, RecursionError) as error:
        if isinstance(error, Unreadable):
            raise
        raise Unreadable(f"event {len(elements) + 1} of the array is not JSON") from error
    if text[place + 1 :].strip():
        raise Unreadable("there is text after the array")
    return elements


def _blank(text: str, place: int) -> int:
    while place < len(text) and text[place] in " \t\r\n":
        place += 1
    return place
