"""Contexts of the graphics between deals: rankings, lower third, tournament clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from overlay.themes.logo import Logo
from overlay.themes.pictures import Picture

MOST_WORDS, MOST_LETTERS = 10, 80
"""Words of a note in a lower third, and its letters with the spaces: as fit in two lines."""


def note_fault(text: str) -> str:
    """Why a text is too long or too short for a note in a lower third; empty if it is not.

    >>> note_fault("too many " * 6), note_fault("a" * 400), note_fault("Kings folded")
    ('has one to 10 words, not 12', 'has at most 80 letters, not 400', '')
    """
    words = text.split()
    if not 1 <= len(words) <= MOST_WORDS:
        return f"has one to {MOST_WORDS} words, not {len(words)}"
    letters = len(" ".join(words))
    if letters > MOST_LETTERS:
        return f"has at most {MOST_LETTERS} letters, not {letters}"
    return ""


@dataclass(frozen=True, slots=True)
class RankRow:
    """One row: ``value`` decides the ranking, ``second`` breaks ties or adds detail.

    ``level``: tied on ``value`` with another row, so that ``second`` is highlighted. ``team``:
    whether the name is a team's, with its ``short`` form as in ``Name``. ``lit``: talked about.
    ``moved``: places gained, negative if lost; then an arrow stands before ``second``. ``flag``: as
    in ``Name``.
    """

    place: str
    colour: str
    name: str
    second: str
    value: str
    level: bool = False
    team: bool = False
    short: str = ""
    lit: bool = False
    moved: int = 0
    flag: Picture | str = ""


@dataclass(frozen=True, slots=True)
class Ranking:
    """``ranking``: standings, payouts, chip counts. ``heads``: the heads of ``second`` and
    ``value``. ``shown``: how many of the rows are shown, in words, empty if all are; unlike
    ``note`` it is never cut. ``about``: whose ranking it is, before the heads. ``pointed``: why
    rows are ``lit``, below them, in ever shorter forms."""

    title: str
    note: str
    heads: tuple[str, str]
    rows: tuple[RankRow, ...]
    shown: str = ""
    about: str = ""
    pointed: tuple[str, ...] = ()


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
class TerritoryNotice:
    """``notice``: the age mark and the legal notice of a territory, in lines."""

    age: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Clock:
    """``clock``: level, time left in it (or the word for a break), blinds, next blinds, players
    left; each but the time is a label and a value."""

    level: tuple[str, str]
    time: str
    blinds: tuple[str, str]
    following: tuple[str, str]
    players: tuple[str, str]
