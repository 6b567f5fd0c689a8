"""Names of teams, players, seats and tables in sentences, with articles and cases."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from babel.core import Locale

from producer.wording.names.countries import (
    country,
    country_forms,
    english_forms,
    greek_forms,
    spanish_forms,
)

Forms = Mapping[str, str]


def team_forms(name: str, language: str, *, known: bool = True) -> tuple[Forms, int]:
    """A team's name in the forms of a language, and 2 where it is plural, else 1.

    A team that is no known country gets a noun that carries article and case: el equipo X, η ομάδα
    X. ``known=False`` for players: the bare name, as its gender is unknown.
    """
    if not known:
        return _player_forms(name, language), 1
    code = country(name)
    if code is not None:
        return country_forms(code, language)
    shown = _territory(name, language)
    if language == "es":
        return spanish_forms(f"el equipo {shown}"), 1
    if language == "el":
        return greek_forms(f"η ομάδα {shown}", f"της ομάδας {shown}", f"την ομάδα {shown}"), 1
    return english_forms(shown if name.casefold().startswith("team ") else f"team {shown}"), 1


def seat_forms(seat: int, language: str) -> Forms:
    if language == "es":
        return spanish_forms(f"el asiento {seat}")
    if language == "el":
        return greek_forms(f"η θέση {seat}", f"της θέσης {seat}", f"τη θέση {seat}")
    return {**english_forms(f"seat {seat}"), "at": f"in seat {seat}"}


def table_forms(table: str, language: str) -> Forms:
    """A table, or a room of a bridge match where it is called one: ``table 7``, ``the open room``,
    ``the closed room of table 7``. ``at``: at table 7, in the open room."""
    match, room = match_and_room(table)
    closed = room == "closed"
    if language == "es":
        of = f" de{' la mesa' if match.isdecimal() else ''} {match}" if match else ""
        shown = f"la sala {'cerrada' if closed else 'abierta'}{of}"
        return spanish_forms(shown if room else f"la mesa {table}")
    if language == "el":
        if room:
            of = f" του τραπεζιού {match}" if match.isdecimal() else f" {match}".rstrip()
            word = "κλειστή" if closed else "ανοιχτή"
            return greek_forms(f"η {word} αίθουσα{of}", f"της {word}ς αίθουσας{of}",
                               f"την {word} αίθουσα{of}")  # fmt: skip
        return greek_forms(f"το τραπέζι {table}", f"του τραπεζιού {table}", f"το τραπέζι {table}")
    if room:
        of = f" of{' table' if match.isdecimal() else ''} {match}" if match else ""
        return {**english_forms(f"the {room} room{of}"), "at": f"in the {room} room{of}"}
    return {**english_forms(f"table {table}"), "at": f"at table {table}"}


def match_and_room(table: str) -> tuple[str, str]:
    """Which room of a bridge match a table's name says, ``open``, ``closed`` or none, and what
    stands before it.

    >>> match_and_room("Closed"), match_and_room("7 Open"), match_and_room("7")
    (('', 'closed'), ('7', 'open'), ('', ''))
    """
    match, _, room = table.rpartition(" ")
    return (match, room.casefold()) if room.casefold() in ("open", "closed") else ("", "")


def _player_forms(name: str, language: str) -> Forms:
    if language == "es":
        return {**spanish_forms(name), "tied": "con empate"}
    if language == "el":
        forms = {"": name, "of": f"που έχει {name}", "acc": name, "at": f"σε {name}"}
        return {**forms, "tied": "σε ισοβαθμία"}
    return english_forms(name)


def _territory(name: str, language: str) -> str:
    """A country outside the table by its name in the language; any other name unchanged."""
    code = _territories().get(name.casefold())
    return name if code is None else Locale(language).territories.get(code, name)


@lru_cache(maxsize=1)
def _territories() -> Mapping[str, str]:
    return {name.casefold(): code for code, name in Locale("en").territories.items()}
