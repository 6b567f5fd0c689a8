"""Contexts of the field graphic: the tables by branch."""

from __future__ import annotations

from dataclasses import dataclass

from overlay.contexts.two_up import Shape, TextParts
from overlay.themes.pictures import Picture


@dataclass(frozen=True, slots=True)
class FieldRow:
    """One table; ``number``: its pot, at the end its result. ``lit``: highlighted, the table in the
    picture. ``best``: it has the best result. ``table``: which it is, shown while there are no
    numbers. ``short``, ``flag``: as in ``Name``."""

    colour: str
    team: str
    player: str
    number: str
    lit: bool
    short: str = ""
    flag: Picture | str = ""
    best: bool = False
    table: str = ""


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """The tables of one branch: what they did, how many they are, and their rows.

    ``shape``: ``None`` for tables that were not at the fork. ``forms``: the decision, longest form
    first, empty before it. ``tag``: as in ``DecisionBar``. ``more``: how many rows are left out, in
    words, or empty.
    """

    shape: Shape | None
    forms: tuple[str, ...]
    tag: tuple[str, ...]
    count: str
    rows: tuple[FieldRow, ...]
    more: str = ""


@dataclass(frozen=True, slots=True)
class FieldRows:
    """``field_rows``: how the field split, one group for each branch of the gold line.

    ``caption``: the price at the fork; after the decision ``head``, over the numbers, takes its
    place, and at the end over it ``headline``, who did best, and ``beside`` it ahead of whom, both
    in ever shorter forms. ``average``: of all tables, signed; given at the end only. ``pitch``: the
    height of a row in pixels. ``asked``: the question in words, beside the tables that have not
    answered it. ``ended``: all tables have.
    """

    caption: TextParts
    head: str
    groups: tuple[FieldGroup, ...]
    pitch: int
    asked: str = ""
    headline: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    average: str = ""
    ended: bool = False
