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
class Move:
    """A side before and after: its places from 1, its points, and whether it is talked about."""

    name: str
    colour: str
    before: int
    after: int
    place: str
    was: str
    value: str
    lit: bool


@dataclass(frozen=True, slots=True)
class Moves:
    """``moves``: a ranking before and after a deal; ``heads`` over the two columns."""

    title: str
    heads: tuple[str, str]
    rows: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class LowerThird:
    """``lower_third``: a speaker (name, then who that is) or a note (text, then who says it)."""

    kind: Literal["speaker", "note"]
    first: str
    second: str
    colour: str


@dataclass(frozen=True, slots=True)
class Clock:
    """``clock``: time left, level and blinds, what comes next, who is left."""

    level: str
    left: str
    blinds: str
    following: str
    players: str
    paused: str
