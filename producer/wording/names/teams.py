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
    if language == "es":
        return spanish_forms(f"la mesa {table}")
    if language == "el":
        return greek_forms(f"το τραπέζι {table}", f"του τραπεζιού {table}", f"το τραπέζι {table}")
    return english_forms(f"table {table}")


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
