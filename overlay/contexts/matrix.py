"""Contexts of the matrix: the results of a deal by table and seat."""

from __future__ import annotations

from dataclasses import dataclass

from overlay.contexts.two_up import Face
from overlay.themes.pictures import Picture


@dataclass(frozen=True, slots=True)
class Cell:
    """One seat's result at one table, and whose it is. ``forms``: the result, the first that fits.
    Empty for an opponent whose result is the same with the other sign. ``place``: in the column of
    the decision, empty in the others. ``short``, ``flag``: as in ``Name``."""

    forms: tuple[str, ...]
    colour: str
    team: str
    player: str
    short: str
    place: str = ""
    best: bool = False
    flag: Picture | str = ""


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One table: its name, and a cell for each column, ``None`` for an empty seat."""

    table: str
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """One seat: its position, or that it is the opponent's, and its cards. ``decided``: whether
    the tables chose differently in it."""

    seat: str
    cards: tuple[Face, ...]
    decided: bool


@dataclass(frozen=True, slots=True)
class Matrix:
    """``matrix``: the results of a deal, a row for each table and a column for each seat.

    ``note``: what is measured, and in which unit. ``same``: the label of the cards, in two lines.
    ``table``: the word before a table's name. ``shown``: how many of the tables or seats are shown,
    in words, empty if all are. The column of the decision, if any, is the first. ``average``: on a
    line after the first ``above`` rows, which are above it; empty without one.
    """

    title: str
    note: str
    same: tuple[str, str]
    table: str
    columns: tuple[Column, ...]
    rows: tuple[MatrixRow, ...]
    shown: str = ""
    average: str = ""
    above: int = 0
