"""Contexts of the graphics between deals: rankings, lower third, tournament clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from overlay.logo import Logo
from overlay.pictures import Picture

MOST_WORDS = 10
"""Words of a note in a lower third."""


@dataclass(frozen=True, slots=True)
class RankRow:
    """One row: ``value`` decides the ranking, ``second`` breaks ties or adds detail.

    ``level``: tied on ``value`` with another row, so that ``second`` is highlighted. ``team``:
    whether the name is a team's, with its ``short`` form as in ``Name``.
    """

    place: str
    colour: str
    name: str
    second: str
    value: str
    level: bool = False
    team: bool = False
    short: str = ""


@dataclass(frozen=True, slots=True)
class Ranking:
    """``ranking``: standings, payouts, chip counts. ``heads``: the heads of ``second`` and
    ``value``. ``shown``: how many of the rows are shown, in words, empty if all are; unlike
    ``note`` it is never cut."""

    title: str
    note: str
    heads: tuple[str, str]
    rows: tuple[RankRow, ...]
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Shift:
    """A side before and after a deal: its ``lines`` (row numbers from 1), ``places`` (as text) and
    ``values``. ``up``: places gained, negative if lost. ``lit``: highlighted. ``team`` and
    ``short``: as in ``RankRow``."""

    name: str
    colour: str
    lines: tuple[int, int]
    places: tuple[str, str]
    values: tuple[str, str]
    up: int
    lit: bool
    team: bool
    short: str


@dataclass(frozen=True, slots=True)
class Shifts:
    """``shifts``: a ranking before and after a deal. ``heads``: of the two columns; ``unit``: over
    their numbers. ``unmoved``: where nobody moved, the words that say so, line by line."""

    title: str
    note: str
    heads: tuple[str, str]
    unit: str
    rows: tuple[Shift, ...]
    unmoved: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LowerThird:
    """``lower_third``: a speaker (name, then role) or a note (text, then author)."""

    kind: Literal["speaker", "note"]
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Photo:
    """``photo``: of the person in the lower third beside it."""

    picture: Picture
    person: str


@dataclass(frozen=True, slots=True)
class SponsorPlate:
    """``sponsor``: a sponsor's logo on its own background."""

    logo: Logo


@dataclass(frozen=True, slots=True)
class Clock:
    """``clock``: level, time left in it (or the word for a break), blinds, next blinds, players
    left; each but the time is a label and a value."""

    level: tuple[str, str]
    time: str
    blinds: tuple[str, str]
    following: tuple[str, str]
    players: tuple[str, str]
