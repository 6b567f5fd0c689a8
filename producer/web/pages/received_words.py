"""What was received, in words, from bytes that could not be used. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from producer.json_text import read_json

EVENTS: Mapping[str, str] = {
    "session.opened": "the opening of a session",
    "deal.cards": "the cards of a deal",
    "hand.started": "the start of a hand",
    "hand.action": "an action",
    "hand.board": "cards of the board",
    "hand.finished": "the end of a hand",
    "hand.recorded": "a whole hand",
    "hand.voided": "a void of a hand",
    "hand.corrected": "a correction of a hand",
    "hand.ruled": "a ruling about an action",
    "hand.under_review": "a review of a hand",
    "hand.cleared": "the end of a review",
    "deal.corrected": "a correction of a deal's cards",
    "roster.corrected": "a correction of names",
    "table.clock": "a sign of life",
    "table.nudged": "a shift of a table's times",
    "event.nudged": "a shift of an event's time",
    "recording.added": "a recording",
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
        return f"{len(raw):,} {'byte' if len(raw) == 1 else 'bytes'} that are no event"
    kind = _quoted(event.get("type"))
    if not kind:
        return "an object in JSON without a type"
    known = EVENTS.get(kind)
    if known is None:
        return f"an event of the type {kind}"
    data = event.get("data")
    said = _action(data) if kind == "hand.action" and isinstance(data, dict) else ""
    return f"{known}: {said}" if said else known


def _action(data: Mapping[str, Any]) -> str:
    """As far as it is readable."""
    named = (("number ", "n"), ("seat ", "seat"), ("", "action"), ("to ", "to"))
    parts = [f"{before}{value}" for before, key in named if (value := _quoted(data.get(key)))]
    return ", ".join(parts)


def _quoted(value: object) -> str:
    """A short text or a whole number; else ``""``."""
    if isinstance(value, str):
        return value if len(value) <= LONGEST else f"{value[:LONGEST]}…"
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""
