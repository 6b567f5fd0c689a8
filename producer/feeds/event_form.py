"""Turns validation errors of events into problems with a reason and a fix for the sender."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from producer.bounds import INCOMING, TOO_LARGE
from producer.events import GAMES, HandRecorded
from producer.json_text import KEY_TWICE
from producer.messages import in_a_row, message
from producer.problems import Problem, problem
from producer.texts import visible
from producer.values import CARDS

_TYPES = message("GET /schemas lists all types, docs/feed.md describes them")
_CARD = message("A card is a rank of 23456789TJQKA and a suit of cdhs, such as Td or 9h")
_LONGEST = 40
"""Characters of a wrong value that a reason quotes."""
_OF_MANY = frozenset({"dict_type", "tuple_type", "model_type", "model_attributes_type"})
"""Errors where several values were expected, perhaps cards: the wrong value is not quoted."""
_SUBJECT = re.compile(r"^(?:Input|String) should")


def form_problem(error: ValidationError, *, ended: bool) -> Problem:
    """The first problem of an event's form. Without a line ending (``ended``) it was cut off."""
    first = error.errors(include_url=False)[0]
    kind = first["type"]
    if kind == KEY_TWICE:
        return problem("key-twice", key=visible(first["ctx"]["key"][:_LONGEST]))
    if kind == "json_invalid":
        detail = first["msg"].removeprefix("Invalid JSON: ")
        return problem("not-json", detail=detail) if ended else problem("cut-off", what="event")
    return _problem_of_field(kind, first)


def _problem_of_field(kind: str, first: ErrorDetails) -> Problem:
    place = fields_of(first["loc"])
    if kind.startswith("union_tag"):
        return _wrong_tag(place, kind, first)
    if not place:
        return problem("no-object")
    if place[-1] == "[key]":
        return _wrong_key(".".join(place[:-2]), place[-2], first["msg"])
    return _wrong_field(".".join(place), first)


def fields_of(loc: Sequence[int | str]) -> list[str]:
    """The fields that an error's place names: without the tags of type and game.

    >>> fields_of(("session.opened", "data", "tables", "1", "game", "holdem", "cap"))
    ['data', 'tables', '1', 'game', 'cap']
    """
    parts = [str(part) for part in loc[1:]]
    if parts[4:] and parts[1] == "tables" and parts[3] == "game" and parts[4] in GAMES:
        del parts[4]
    return parts


def incoming_hand(**fields: Any) -> HandRecorded:
    """A hand from a log, its numbers checked against their bounds. Raises ValidationError."""
    return HandRecorded.model_validate(fields, context=INCOMING)


def hand_error(error: ValidationError) -> str:
    """The first problem that ``incoming_hand`` raised: a number, else cards."""
    first = error.errors(include_url=False)[0]
    if first["type"] == TOO_LARGE:
        return f"{first['loc'][0]}: {first['msg']}"
    return f"not cards: {first['input']!r}"


def _wrong_tag(place: Sequence[str], kind: str, first: ErrorDetails) -> Problem:
    """The type of an event, or the name of a game, that there is not."""
    context = first.get("ctx", {})
    if place:
        return _unknown_game(".".join(place), context.get("tag", ""))
    if kind == "union_tag_not_found":
        return problem("no-type")
    return _unknown_type(first["input"]["type"], context["expected_tags"])


def _unknown_type(name: object, types: str) -> Problem:
    usable = isinstance(name, str) and len(name) <= _LONGEST
    meant = get_close_matches(str(name), re.findall(r"'(.+?)'", types), 1) if usable else []
    hint = message("Did you mean {type}? {types}", type=meant[0], types=_TYPES) if meant else _TYPES
    return _field("type", message("there is no event type {type}", type=_quoted(name)), hint)


def _unknown_game(at: str, name: str) -> Problem:
    games = ", ".join(GAMES)
    reason = message("{field}: there is no game {game}", field=at, game=_quoted(name))
    return _field(at, reason, message("The games are {games}", games=games))


def _wrong_key(of: str, key: str, words: str) -> Problem:
    """A key of the object ``of`` that is not a seat or, for teams and tables, not a name."""
    hint = message("Correct it in {field} and send the event again under the same id", field=of)
    if of in ("data.teams", "data.tables"):
        reason = message(
            "{field}: {given} cannot be a name: {why}", field=of, given=_quoted(key), why=_it(words)
        )
        return _field(of, reason, hint)
    reason = message(
        "{field}: {given} is not a seat, a number from 1 to 10", field=of, given=_quoted(key)
    )
    return _field(of, reason, hint)


def _wrong_field(field: str, first: ErrorDetails) -> Problem:
    kind, given, context = first["type"], first["input"], first.get("ctx", {})
    correct = message("Correct {field} and send the event again under the same id", field=field)
    if kind == "missing":
        add = message("Add {field} and send the event again under the same id", field=field)
        return _field(field, message("{field} is missing", field=field), add)
    if kind == "extra_forbidden":
        remove = message("Remove {field} and send the event again under the same id", field=field)
        return _field(field, message("there is no field {field}", field=field), remove)
    if kind == "string_pattern_mismatch" and context["pattern"] == CARDS:
        wrong = _quoted(_not_a_card(given))
        reason = message("{field}: {given} is not a card", field=field, given=wrong)
        return _field(field, reason, in_a_row((_CARD, correct), ". "))
    return _field(field, _value_reason(field, kind, given, first["msg"], context), correct)


def _field(at: str, reason: str, hint: str) -> Problem:
    return problem("field", at, reason=reason, hint=hint)


def _value_reason(field: str, kind: str, given: object, words: str, context: dict[str, Any]) -> str:
    if kind == "string_too_short":
        return message("{field} is empty", field=field)
    if kind == "string_too_long":
        return message(
            "{field} is longer than {most} characters", field=field, most=context["max_length"]
        )
    if kind == TOO_LARGE:
        return message("{field}: {why}", field=field, why=words)
    if kind == "timezone_aware":
        return message("{field}: {given} has no time zone", field=field, given=_quoted(given))
    if kind == "value_error" or isinstance(given, list | dict) or kind in _OF_MANY:
        return message("{field}: {why}", field=field, why=_it(words))
    should = _it(words) if kind == "literal_error" else _it(words).partition(",")[0]
    return message(
        "{field}: {should}, but is {given}", field=field, should=should, given=_quoted(given)
    )


def _not_a_card(cards: str) -> str:
    """The first two characters that are not a card."""
    pieces = [cards[place : place + 2] for place in range(0, len(cards), 2)]
    return next((piece for piece in pieces if not re.fullmatch(CARDS, piece)), cards)


def _quoted(given: object) -> str:
    """The value that was sent, shortened."""
    if isinstance(given, str):
        more = "..." if len(given) > _LONGEST else ""
        return f"'{visible(given[:_LONGEST])}{more}'"
    if isinstance(given, list | dict):
        return "a list" if isinstance(given, list) else "an object"
    return json.dumps(given)[:_LONGEST]


def _it(words: str) -> str:
    words = _SUBJECT.sub("it should", words.removeprefix("Value error, "))
    return words[:1].lower() + words[1:]
