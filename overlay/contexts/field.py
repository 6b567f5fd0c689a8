"""The graphics of the whole field: rows by branch, and every seat's result at every table."""

from __future__ import annotations

from dataclasses import dataclass

from overlay.contexts.two_up import Shape


@dataclass(frozen=True, slots=True)
class FieldRow:
    """One table: who, and at the end against average and rank; ``lit``: the one in the picture."""

    colour: str
    name: str
    player: str
    versus_average: str
    rank: str
    lit: bool


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """The tables of one branch: what they did and how many, then a row each.

    ``shape`` is ``None`` for the tables that were never at the fork. ``more``: how many rows are
    left out, in words, else empty.
    """

    shape: Shape | None
    word: str
    count: str
    rows: tuple[FieldRow, ...]
    more: str


@dataclass(frozen=True, slots=True)
class FieldRows:
    """``field_rows``: how the field split, group by group. ``heads``: over the two numbers."""

    heads: tuple[str, str]
    groups: tuple[FieldGroup, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """``best``: the seat's best result."""

    text: str
    best: bool


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One table: its name, and a cell a seat."""

    table: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """``matrix``: tables by seats. ``parted``: the column of the seat at which they parted."""

    title: str
    note: str
    seats: tuple[str, ...]
    parted: int | None
    rows: tuple[MatrixRow, ...]
