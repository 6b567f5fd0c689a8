"""The map file, in TOML: it joins the tables of several files into one session.

session = "final"

[tables.1]
files = ["table-1/*.phh"]

[tables.2]
table = "Halley"
order = [31, 4, 75]

[players."Ann Keller"]
team = "CHN"
also = ["annk", "A. Keller"]
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from producer.bounds import INCOMING
from producer.events import Name, Team, Value
from producer.json_text import fault_words
from producer.texts import toml_text
from producer.values import DealNumber, NonNegative

_BARE = re.compile("[A-Za-z0-9_-]+")
"""A key that TOML takes without quotes."""


class UnusableMap(ValueError):
    """A map that cannot be used: the place, the reason and the fix."""


class MappedTable(Value):
    """A table of the session. ``files``: patterns of its files' names or last folders; ``table``:
    its name in the files; without either, its name in the files is its name here.

    Its deals are ``hands``: numbered as the hands are, from ``first`` on (0 raises all by 1);
    or found by their cards. Or ``order``: the deals in the order in which it played them. ``deals``
    names the deal of single hands, whatever the others say; 0 leaves a hand out.
    """

    files: tuple[Name, ...] = ()
    table: Name | None = None
    hands: Literal["number", "cards"] = "number"
    first: NonNegative = 1
    order: tuple[DealNumber, ...] = ()
    deals: Mapping[Annotated[str, Field(pattern=r"^\d{1,9}$")], NonNegative] = Field(
        default_factory=dict
    )


class MappedPlayer(Value):
    """A player of the roster. ``also``: how files write the name."""

    team: Name | None = None
    also: tuple[Name, ...] = ()


class SessionMap(Value):
    session: Name
    group: Name = "A"
    title: Name | None = None
    tables: Annotated[Mapping[Name, MappedTable], Field(min_length=1)]
    teams: Mapping[Name, Team] = Field(default_factory=dict)
    players: Mapping[Name, MappedPlayer] = Field(default_factory=dict)

    @property
    def by_cards(self) -> bool:
        """Whether a table finds its deals by their cards."""
        return any(table.hands == "cards" for table in self.tables.values())

    def player_names(self) -> dict[str, str]:
        """The name in the roster, by the name in a file."""
        own = {name: name for name in self.players}
        return {also: name for name, each in self.players.items() for also in each.also} | own


def read_map(path: Path) -> SessionMap:
    """The map of a file. Raises UnusableMap, which names the field and what is wrong with it."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UnusableMap(f"{path} cannot be read: {error}") from error
    return parse_map(text, str(path))


def parse_map(text: str, place: str) -> SessionMap:
    """The map that ``text`` says; ``place`` names it in problems. Raises UnusableMap."""
    try:
        fields = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnusableMap(f"{place}: not TOML: {error}. Correct it there") from error
    return checked_map(fields, place)


def checked_map(fields: object, place: str) -> SessionMap:
    """The map with these fields; ``place`` names it in problems. Raises UnusableMap."""
    try:
        found = SessionMap.model_validate(fields, context=INCOMING)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        at = ".".join(map(str, first["loc"])) or "the map"
        raise UnusableMap(f"{place}: {at}: {fault_words(first)}. Correct it there") from error
    for name, player in found.players.items():
        if player.team is not None and player.team not in found.teams:
            raise UnusableMap(
                f"{place}: players.{name}: there is no team {player.team}. Add it as a table "
                f"[teams.{player.team}]"
            )
    for name, table in found.tables.items():
        if table.order and (table.hands == "cards" or len(set(table.order)) < len(table.order)):
            raise UnusableMap(
                f"{place}: tables.{name}: order names every deal once, and leaves out hands"
            )
    return found


def map_text(session: SessionMap) -> str:
    """The map as TOML; ``parse_map`` reads the same map from it."""
    of_session = {"session": session.session, "group": session.group, "title": session.title}
    parts = [_lines(of_session)]
    parts += [
        _section(("teams", name), team.model_dump(exclude_defaults=True))
        for name, team in session.teams.items()
    ]
    parts += [
        _section(("players", name), player.model_dump(exclude_defaults=True))
        for name, player in session.players.items()
    ]
    for name, table in session.tables.items():
        parts.append(
            _section(("tables", name), table.model_dump(exclude_defaults=True, exclude={"deals"}))
        )
        if table.deals:
            parts.append(_section(("tables", name, "deals"), table.deals))
    return "\n".join(parts)


def _section(path: tuple[str, ...], fields: Mapping[str, Any]) -> str:
    return f"[{'.'.join(map(_key, path))}]\n{_lines(fields)}"


def _lines(fields: Mapping[str, Any]) -> str:
    known = {name: value for name, value in fields.items() if value is not None}
    return "".join(f"{_key(name)} = {_value(value)}\n" for name, value in known.items())


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else toml_text(name)


def _value(value: str | int | tuple[str | int, ...]) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    return toml_text(value) if isinstance(value, str) else str(value)
