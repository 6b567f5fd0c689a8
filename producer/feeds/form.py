"""What is wrong with the form of an event, and what mends it, in words for who sends it. Pure."""

from __future__ import annotations

import json
import re
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from producer.bounds import INCOMING, TOO_LARGE
from producer.events import HandRecorded
from producer.feeds.lines import CUT
from producer.texts import visible
from producer.values import CARDS

AGAIN = "Have the feed send the event again, as one line of JSON in UTF-8"
_ENVELOPE = "Send an object with the envelope of an event"
_TYPES = "GET /schemas lists all types, and docs/feed.md tells of them"
_CARD = "A card is a rank of 23456789TJQKA and a suit of cdhs, as Td or 9h"
_SAME_ID = "and send the event again under the same id"
_LONGEST = 40
"""Letters of what was sent that a reason shows."""
_OF_MANY = frozenset({"dict_type", "tuple_type", "model_type", "model_attributes_type"})
"""Where several values were expected, perhaps cards: what came in their place is not shown."""
_SUBJECT = re.compile(r"^(?:Input|String) should")


def explained(error: ValidationError, *, ended: bool) -> tuple[str, str]:
    """Reason and mend of the first thing wrong with an event; ``ended``: its line has an end."""
    first = error.errors(include_url=False)[0]
    kind, context = first["type"], first.get("ctx", {})
    if kind == "json_invalid":
        told = first["msg"].removeprefix("Invalid JSON: ")
        return (f"not JSON: {told}" if ended else f"{CUT}event"), AGAIN
    if kind == "union_tag_not_found":
        return "no event: it has no type", _ENVELOPE
    if kind == "union_tag_invalid":
        return _of_type(first["input"]["type"], context["expected_tags"])
    place = [str(part) for part in first["loc"][1:]]
    if not place:
        return "no event: it is no JSON object", _ENVELOPE
    if place[-1] == "[key]":
        return _of_name(".".join(place[:-2]), place[-2], first["msg"])
    return _of_field(".".join(place), first)


def incoming_hand(**fields: Any) -> HandRecorded:
    """A hand as a log tells it, its numbers within their bounds. Raises ValidationError."""
    return HandRecorded.model_validate(fields, context=INCOMING)


def not_a_hand(error: ValidationError) -> str:
    """The first thing wrong with ``incoming_hand``: a number, else cards."""
    first = error.errors(include_url=False)[0]
    if first["type"] == TOO_LARGE:
        return f"{first['loc'][0]}: {first['msg']}"
    return f"no cards: {first['input']!r}"


def _of_type(told: object, types: str) -> tuple[str, str]:
    usable = isinstance(told, str) and len(told) <= _LONGEST
    meant = get_close_matches(str(told), re.findall(r"'(.+?)'", types), 1) if usable else []
    mend = f"Did you mean {meant[0]}? {_TYPES}" if meant else _TYPES
    return f"there is no event type {_shown(told)}", mend


def _of_name(of: str, name: str, message: str) -> tuple[str, str]:
    """Of a name of values, which is a seat or one that is shown."""
    mend = f"Correct it in {of} {_SAME_ID}"
    if of in ("data.teams", "data.tables"):
        return f"{of}: {_shown(name)} cannot be a name: {_it(message)}", mend
    return f"{of}: {_shown(name)} is no seat, which is a number from 1 to 10", mend


def _of_field(field: str, first: ErrorDetails) -> tuple[str, str]:
    kind, given, context = first["type"], first["input"], first.get("ctx", {})
    correct = f"Correct {field} {_SAME_ID}"
    if kind == "missing":
        return f"{field} is missing", f"Add {field} {_SAME_ID}"
    if kind == "extra_forbidden":
        return f"there is no field {field}", f"Take {field} out {_SAME_ID}"
    if kind == "string_pattern_mismatch" and context["pattern"] == CARDS:
        return f"{field}: {_shown(_no_card(given))} is no card", f"{_CARD}. {correct}"
    return f"{field}{_of_value(kind, given, first['msg'], context)}", correct


def _of_value(kind: str, given: object, message: str, context: dict[str, Any]) -> str:
    if kind == "string_too_short":
        return " is empty"
    if kind == "string_too_long":
        return f" is longer than {context['max_length']} characters"
    if kind == TOO_LARGE:
        return f": {message}"
    if kind == "timezone_aware":
        return f": {_shown(given)} tells no time zone"
    if kind == "value_error" or isinstance(given, list | dict) or kind in _OF_MANY:
        return f": {_it(message)}"
    should = _it(message) if kind == "literal_error" else _it(message).partition(",")[0]
    return f": {should}, and is {_shown(given)}"


def _no_card(cards: str) -> str:
    """The first of the cards that is none."""
    pieces = [cards[place : place + 2] for place in range(0, len(cards), 2)]
    return next((piece for piece in pieces if not re.fullmatch(CARDS, piece)), cards)


def _shown(given: object) -> str:
    """What was sent, no longer than a line can hold."""
    if isinstance(given, str):
        more = "..." if len(given) > _LONGEST else ""
        return f"'{visible(given[:_LONGEST])}{more}'"
    if isinstance(given, list | dict):
        return "a list" if isinstance(given, list) else "an object"
    return json.dumps(given)[:_LONGEST]


def _it(message: str) -> str:
    message = _SUBJECT.sub("it should", message.removeprefix("Value error, "))
    return message[:1].lower() + message[1:]
