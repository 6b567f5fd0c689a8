"""The graphics of the programme around the deals: rankings, lower third, tournament clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class RankRow:
    """A place: ``value`` is what ranks, ``second`` what separates the level ones or explains.

    ``level``: this row and another are level on ``value``, and ``second`` decided.
    """

    place: str
    colour: str
    name: str
    second: str
    value: str
    level: bool = False


@dataclass(frozen=True, slots=True)
class Ranking:
    """``ranking``: standings, payouts, chip counts. ``heads``: over ``second`` and ``value``."""

    title: str
    note: str
    heads: tuple[str, str]
    rows: tuple[RankRow, ...]


@dataclass(frozen=True, slots=True)
class Shift:
    """A side before and after: its lines from 1 and places as told, its values; ``lit``: it is
    talked about."""

    name: str
    colour: str
    lines: tuple[int, int]
    places: tuple[str, str]
    values: tuple[str, str]
    lit: bool


@dataclass(frozen=True, slots=True)
class Shifts:
    """``shifts``: a ranking before and after a deal; ``heads`` over the two columns."""

    title: str
    heads: tuple[str, str]
    rows: tuple[Shift, ...]


@dataclass(frozen=True, slots=True)
class LowerThird:
    """``lower_third``: a speaker (name, then who that is) or a note (text, then who says it)."""

    kind: Literal["speaker", "note"]
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Clock:
    """``clock``: level, time left in it (or the word for a pause), blinds, what follows, who is
    left; each but the time with its word, set over it."""

    level: tuple[str, str]
    time: str
    blinds: tuple[str, str]
    following: tuple[str, str]
    players: tuple[str, str]
