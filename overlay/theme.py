"""A theme: the colours and the family all templates draw with, from a small TOML file."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path

from overlay.colour import TeamColours
from overlay.resources import resource

DEFAULT_THEME = "dark"
_COLOUR = re.compile(r"#[0-9A-F]{6}")


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours as ``#RRGGBB``; what each is for stands in the theme's file."""

    name: str
    plate: str
    text: str
    muted: str
    lit: str
    line: str
    strong: str
    on_strong: str
    given: str
    given_text: str
    given_muted: str
    slot: str
    seam: str
    gold: str
    paper: str
    clubs: str
    diamonds: str
    hearts: str
    spades: str
    back: str
    back_mark: str
    neutral: str
    reserved: tuple[str, ...]
    deck: str
    family: str

    @property
    def teams(self) -> TeamColours:
        """What the colours of teams keep away from."""
        return TeamColours(self.plate, (self.gold, *self.reserved))


class BadTheme(ValueError):
    """A theme file that cannot be drawn with; says which key, and what would be right."""


def themes() -> tuple[str, ...]:
    """The names of all themes there are."""
    return tuple(sorted(path.stem for path in resource("themes").glob("*.toml")))


def theme_path(told: str) -> Path:
    """The file of a theme by its name, or by its own path."""
    if told.endswith(".toml") or "/" in told or "\\" in told:
        return Path(told)
    return resource("themes") / f"{told}.toml"


@lru_cache(maxsize=8)
def load_theme(told: str = DEFAULT_THEME) -> Theme:
    """The theme ``told``: a name of assets/themes, or the path of a file of one's own.

    Raises BadTheme for a missing file, a missing or unknown key, or a colour not ``#RRGGBB``.
    """
    path = theme_path(told)
    if not path.is_file():
        raise BadTheme(f"no theme {told!r}: {path} is not there")
    return parse_theme(path.read_text(encoding="utf-8"), str(path))


def parse_theme(text: str, place: str) -> Theme:
    """A theme from TOML; ``place`` names it in errors. Raises BadTheme."""
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadTheme(f"{place}: no TOML: {error}") from error
    values: dict[str, object] = {}
    for name in ("colours", "cards", "teams", "type"):
        values |= _table(told, name, place)
    wanted = {field.name for field in fields(Theme)} - {"name"}
    for key in sorted(wanted ^ set(values)):
        kind = "lacks" if key in wanted else "has an unknown key"
        raise BadTheme(f"{place}: {kind} {key!r}; a theme has {', '.join(sorted(wanted))}")
    for key in sorted(wanted - {"family", "deck", "reserved"}):
        if not isinstance(values[key], str) or not _COLOUR.fullmatch(str(values[key]).upper()):
            raise BadTheme(f"{place}: {key} = {values[key]!r} is no colour; write #RRGGBB")
    values["reserved"] = tuple(values["reserved"])  # type: ignore[arg-type]
    return Theme(name=Path(place).stem, **values)  # type: ignore[arg-type]


def _table(told: dict[str, object], name: str, place: str) -> dict[str, object]:
    table = told.get(name)
    if not isinstance(table, dict):
        raise BadTheme(f"{place}: [{name}] must be a table")
    return table
