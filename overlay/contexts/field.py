"""The graphics of the whole field: rows by branch, and every seat's result at every table."""

from __future__ import annotations

from dataclasses import dataclass

from overlay.contexts.n_up import TextPart
from overlay.contexts.two_up import Face, Shape


@dataclass(frozen=True, slots=True)
class FieldRow:
    """One table: who, and at the end against average and rank; ``lit``: the one in the picture."""

    colour: str
    team: str
    player: str
    versus_average: str
    rank: str
    lit: bool
    short: str = ""


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """The tables of one kind of choice: what they did and how many, then a row each.

    ``shape`` is ``None`` for the tables that were never at the fork. ``more``: how many rows are
    left out, in words, else empty.
    """

    shape: Shape | None
    word: str
    count: str
    rows: tuple[FieldRow, ...]
    more: str = ""


@dataclass(frozen=True, slots=True)
class FieldRows:
    """``field_rows``: how the field split, group by group, at the branches of a gold line.

    ``told``: the price, until ``heads`` stand over the two numbers of the end. ``pitch``: the
    height of a row in pixels.
    """

    told: tuple[TextPart, ...]
    heads: tuple[str, str] | None
    groups: tuple[FieldGroup, ...]
    pitch: int


@dataclass(frozen=True, slots=True)
class Cell:
    """One seat at one table: its result, its team's colour; ``best``: the seat's best result."""

    text: str
    colour: str
    best: bool


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One table: its name, and a cell a seat, ``None`` where nobody sat."""

    table: str
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """One seat: its name and cards; ``parted``: the seat at which the tables parted."""

    seat: str
    cards: tuple[Face, ...]
    parted: bool


@dataclass(frozen=True, slots=True)
class Matrix:
    """``matrix``: the results of a deal, tables by seats. ``corner``: over the tables' names."""

    title: str
    note: str
    corner: str
    columns: tuple[Column, ...]
    rows: tuple[MatrixRow, ...]
