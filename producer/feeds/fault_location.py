"""Where in the bytes of a refused event its problem is, for a person who corrects it. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from producer.events import parse_incoming
from producer.problems import Problem

_DECODER = json.JSONDecoder(parse_int=str, parse_float=str)  # Python's numbers end somewhere
_LINE_AND_COLUMN = re.compile(r"at line (\d+) column (\d+)$")


@dataclass(frozen=True, slots=True)
class FaultLocation:
    """From which character of ``readable_text`` to which; ``name``: for people, as ``data.to``."""

    start: int
    end: int
    name: str


def readable_text(raw: bytes) -> str:
    """What can be read of ``raw``; bytes that are no UTF-8 stand as ``\\xff``."""
    return raw.decode("utf-8", "backslashreplace")


def locate_fault(raw: bytes, found: Problem) -> FaultLocation | None:
    """Where in ``raw`` the problem is; None where neither says so."""
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        start = len(raw[: error.start].decode())
        length = len(readable_text(raw[error.start : error.end]))
        return FaultLocation(start, start + length, f"byte {error.start + 1}")
    try:
        parse_incoming(text)
    except ValidationError as error:
        return _of_form(text, error)
    return _of_problem(text, found)


def _of_form(text: str, error: ValidationError) -> FaultLocation | None:
    """Of what is no event: no JSON, or a field that is wrong or missing."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    if first["type"] == "json_invalid":
        told = _LINE_AND_COLUMN.search(first["msg"])
        return _of_column(text, int(told[1]), int(told[2])) if told and text.strip() else None
    if first["type"].startswith("union_tag"):
        return _of_field(text, ("type",))
    return _of_field(text, [str(part) for part in first["loc"][1:]])


def _of_column(text: str, line: int, column: int) -> FaultLocation:
    """The parser counts bytes, and from 1; where the text has ended, its last letter is shown."""
    before = sum(len(each) + 1 for each in text.split("\n")[: line - 1])
    within = text[before:].encode()[: max(column - 1, 0)].decode(errors="ignore")
    start = min(before + len(within), len(text.rstrip()) - 1)
    return FaultLocation(start, start + 1, f"line {line}, column {column}")


def _of_problem(text: str, found: Problem) -> FaultLocation | None:
    """Of an event that contradicts itself or what its table has sent."""
    if "card" in found.fields:
        return _of_card(text, str(found.fields["card"]))
    if not found.at:
        return None
    place = _of_field(text, found.at.split("."))
    return place if place is not None and place.name == found.at else None


def _of_card(text: str, card: str) -> FaultLocation | None:
    """The last place that the card is told in."""
    for field in ("board", "cards"):
        found = _of_field(text, ("data", field))
        if found is not None and found.name == f"data.{field}":
            place = text.rfind(card, found.start, found.end)
            if place >= 0:
                return FaultLocation(place, place + len(card), f"{card} in {found.name}")
    return None


def _of_field(text: str, path: Sequence[str]) -> FaultLocation | None:
    """The value at ``path``, or as far down as there is one. None where the text is no object."""
    start, end, found = _blank(text, 0), len(text.rstrip()), list[str]()
    for part in path:
        inner = [place for name, *place in _members(text, start) if name == part]
        if not inner:
            break
        (start, end), found = inner[-1], [*found, part]  # of a name told twice the last counts
    return FaultLocation(start, end, ".".join(found)) if found else None


def _members(text: str, start: int) -> Iterator[tuple[str, int, int]]:
    """Name, beginning and end of everything in the JSON object or array at ``start``."""
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
