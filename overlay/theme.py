"""A theme: the colours and the family all templates draw with, from a small TOML file."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, fields
from functools import lru_cache

from overlay.resources import resource
from overlay.stage import DEFAULT_THEME

_COLOUR = re.compile(r"#[0-9A-F]{6}")


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours as ``#RRGGBB``; what each is for stands in the theme's file."""

    plate: str
    seam: str
    paper: str
    ink: str
    text: str
    muted: str
    slot: str
    gold: str
    clubs: str
    diamonds: str
    hearts: str
    spades: str
    family: str


class BadTheme(ValueError):
    """A theme file that cannot be drawn with; says which key, and what would be right."""


def themes() -> tuple[str, ...]:
    """The names of all themes there are."""
    return tuple(sorted(path.stem for path in resource("themes").glob("*.toml")))


@lru_cache(maxsize=8)
def load_theme(name: str = DEFAULT_THEME) -> Theme:
    """The theme ``NAME.toml`` of assets/themes.

    Raises BadTheme for a missing file, a missing or unknown key, or a colour not ``#RRGGBB``.
    """
    path = resource("themes") / f"{name}.toml"
    if not path.is_file():
        raise BadTheme(f"no theme {name!r}: {path} is not there")
    return parse_theme(path.read_text(encoding="utf-8"), str(path))


def parse_theme(text: str, place: str) -> Theme:
    """A theme from TOML; ``place`` names it in errors. Raises BadTheme."""
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadTheme(f"{place}: no TOML: {error}") from error
    values = {**_table(told, "colours", place), **_table(told, "type", place)}
    wanted = {field.name for field in fields(Theme)}
    for key in sorted(wanted ^ set(values)):
        kind = "lacks" if key in wanted else "has an unknown key"
        raise BadTheme(f"{place}: {kind} {key!r}; a theme has {', '.join(sorted(wanted))}")
    for key in sorted(wanted - {"family"}):
        if not _COLOUR.fullmatch(values[key].upper()):
            raise BadTheme(f"{place}: {key} = {values[key]!r} is no colour; write #RRGGBB")
    return Theme(**values)


def _table(told: dict[str, object], name: str, place: str) -> dict[str, str]:
    table = told.get(name)
    if not isinstance(table, dict) or not all(isinstance(value, str) for value in table.values()):
        raise BadTheme(f"{place}: [{name}] must be a table of texts")
    return table
