"""What was received, in words, from bytes that could not be used. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from producer.json_text import read_json
from producer.web.languages import _, marked, ngettext, word

EVENTS: Mapping[str, str] = {
    "session.opened": marked("the opening of a session"),
    "deal.cards": marked("the cards of a deal"),
    "hand.started": marked("the start of a hand"),
    "hand.action": marked("an action"),
    "hand.board": marked("cards of the board"),
    "hand.finished": marked("the end of a hand"),
    "hand.recorded": marked("a whole hand"),
    "hand.voided": marked("a void of a hand"),
    "hand.corrected": marked("a correction of a hand"),
    "hand.ruled": marked("a ruling about an action"),
    "hand.under_review": marked("a review of a hand"),
    "hand.cleared": marked("the end of a review"),
    "deal.corrected": marked("a correction of a deal's cards"),
    "roster.corrected": marked("a correction of names"),
    "table.clock": marked("a sign of life"),
    "table.nudged": marked("a shift of a table's times"),
    "event.nudged": marked("a shift of an event's time"),
    "recording.added": marked("a recording"),
}

LONGEST = 40
"""Characters of a value that is quoted."""


def received_words(raw: bytes) -> str:
    """
    >>> received_words(b'{"type": "hand.finished", "data": {"deal": 3, "hand": 7}}')
    'the end of a hand'
    >>> action = b'{"n": 4, "seat": 2, "action": "raise", "to": 450}'
    >>> received_words(b'{"type": "hand.action", "data": %s}' % action)
    'an action: number 4, seat 2, raise, to 450'
    >>> received_words(b'{"type": "hand.strange"}'), received_words(b"rubbish")
    ('an event of the type hand.strange', '7 bytes that are no event')
    """
    try:
        event = read_json(raw)
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict):
        return ngettext("{n} byte that is no event", "{n} bytes that are no event", len(raw))
    kind = _quoted(event.get("type"))
    if not kind:
        return _("an object in JSON without a type")
    known = EVENTS.get(kind)
    if known is None:
        return _("an event of the type {name}", name=kind)
    data = event.get("data")
    said = _action(data) if kind == "hand.action" and isinstance(data, dict) else ""
    return f"{word(known)}: {said}" if said else word(known)


def _action(data: Mapping[str, Any]) -> str:
    """As far as it is readable."""
    named = (
        (marked("number {n}"), "n"),
        (marked("seat {n}"), "seat"),
        ("{n}", "action"),
        (marked("to {n}"), "to"),
    )
    parts = [_(words, n=value) for words, key in named if (value := _quoted(data.get(key)))]
    return ", ".join(parts)


def _quoted(value: object) -> str:
    """A short text or a whole number; else ``""``."""
    if isinstance(value, str):
        return value if len(value) <= LONGEST else f"{value[:LONGEST]}…"
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""
