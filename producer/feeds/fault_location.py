"""Finds where in a refused event its problem is, to highlight it for correction."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from producer.events import parse_incoming
from producer.feeds.event_form import fields_of
from producer.json_text import KEY_TWICE
from producer.problems import Problem

_DECODER = json.JSONDecoder(parse_int=str, parse_float=str)  # int() limits the number of digits
_DEEPEST = 200
"""The depth to which JSON is read."""

_LINE_AND_COLUMN = re.compile(r"at line (\d+) column (\d+)$")


@dataclass(frozen=True, slots=True)
class FaultLocation:
    """Characters ``start`` to ``end`` of ``readable_text``; ``name``: such as ``data.to``."""

    start: int
    end: int
    name: str


def readable_text(raw: bytes) -> str:
    """``raw`` as text; bytes that are not UTF-8 become escapes such as ``\\xff``."""
    return raw.decode("utf-8", "backslashreplace")


def locate_fault(raw: bytes, fault: Problem) -> FaultLocation | None:
    """Where in ``raw`` the problem is, or None if that cannot be found."""
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        start = len(raw[: error.start].decode())
        length = len(readable_text(raw[error.start : error.end]))
        return FaultLocation(start, start + length, f"byte {error.start + 1}")
    try:
        parse_incoming(text)
    except ValidationError as error:
        return _of_validation(text, error)
    return _of_problem(text, fault)


def _of_validation(text: str, error: ValidationError) -> FaultLocation | None:
    """The place of a JSON error, or of a field that is wrong or missing."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    if first["type"] == KEY_TWICE:
        return _of_repeated_key(text, _blank(text, 0), ())
    if first["type"] == "json_invalid":
        match = _LINE_AND_COLUMN.search(first["msg"])
        return _of_column(text, int(match[1]), int(match[2])) if match and text.strip() else None
    fields = fields_of(first["loc"])
    if first["type"].startswith("union_tag") and not fields:
        return _of_field(text, ("type",))
    return _of_field(text, fields)


def _of_column(text: str, line: int, column: int) -> FaultLocation:
    """One character. The parser counts bytes from 1; past the end, the last character is used."""
    before = sum(len(each) + 1 for each in text.split("\n")[: line - 1])
    within = text[before:].encode()[: max(column - 1, 0)].decode(errors="ignore")
    start = min(before + len(within), len(text.rstrip()) - 1)
    return FaultLocation(start, start + 1, f"line {line}, column {column}")


def _of_repeated_key(text: str, start: int, path: tuple[str, ...]) -> FaultLocation | None:
    """The second value of a repeated key, in the object that ends first."""
    members = list(_members(text, start)) if len(path) < _DEEPEST else []
    inner = (_of_repeated_key(text, at, (*path, name)) for name, at, _ in members)
    location = next((each for each in inner if each is not None), None)
    if location is not None:
        return location
    for place, (name, at, end) in enumerate(members):
        if name in [before for before, *_ in members[:place]]:
            return FaultLocation(at, end, ".".join((*path, name)))
    return None


def _of_problem(text: str, fault: Problem) -> FaultLocation | None:
    """The place of the card or field that ``fault`` names."""
    if "card" in fault.fields:
        return _of_card(text, str(fault.fields["card"]))
    if not fault.at:
        return None
    place = _of_field(text, fault.at.split("."))
    return place if place is not None and place.name == fault.at else None


def _of_card(text: str, card: str) -> FaultLocation | None:
    """The last occurrence of the card."""
    for field in ("board", "cards"):
        location = _of_field(text, ("data", field))
        if location is not None and location.name == f"data.{field}":
            place = text.rfind(card, location.start, location.end)
            if place >= 0:
                return FaultLocation(place, place + len(card), f"{card} in {location.name}")
    return None


def _of_field(text: str, path: Sequence[str]) -> FaultLocation | None:
    """The value at ``path`` or at as much of it as exists; None if the text is no object."""
    start, end, names = _blank(text, 0), len(text.rstrip()), list[str]()
    for part in path:
        inner = next((place for name, *place in _members(text, start) if name == part), None)
        if inner is None:
            break
        (start, end), names = inner, [*names, part]
    return FaultLocation(start, end, ".".join(names)) if names else None


def _members(text: str, start: int) -> Iterator[tuple[str, int, int]]:
    """Name, start and end of each member of the JSON object or array at ``start``."""
    named, number = text[start : start + 1] == "{", 0
    if not named and text[start : start + 1] != "[":
        return
    place = _blank(text, start + 1)
    while text[place] not in "}]":
        name = str(number)
        if named:
            name, place = _DECODER.raw_decode(text, place)
            place = _blank(text, _blank(text, place) + 1)
        end = _DECODER.raw_decode(text, place)[1]
        yield name, place, end
        place, number = _blank(text, end), number + 1
        if text[place] == ",":
            place = _blank(text, place + 1)


def _blank(text: str, place: int) -> int:
    while place < len(text) and text[place] in " \t\r\n":
        place += 1
    return place
