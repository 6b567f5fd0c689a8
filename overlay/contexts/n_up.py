"""Contexts of split frames with three or more tables, of the field frame, and of upright frames."""

from __future__ import annotations

from dataclasses import dataclass

from overlay.contexts.two_up import Face, Shape, TextParts
from overlay.themes.pictures import Picture

Rect = tuple[int, int, int, int]
"""x, y, width, height in pixels."""


@dataclass(frozen=True, slots=True)
class Grid:
    """``grid``: the dark area between pictures, with a hole for each picture, and gold lines."""

    holes: tuple[Rect, ...]
    gold: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class Given:
    """``upright``: what both tables share: the label and the hole cards, with room for the board.
    ``board_at``: as in ``CardsPlate``."""

    label: tuple[str, str]
    cards: tuple[Face, ...]
    board_at: int = 0


@dataclass(frozen=True, slots=True)
class GivenCaption:
    """``upright_caption``: what is said of ``Given``, over its plate.

    ``headline``: under the cards, the question or who is ahead, in ever shorter forms; without it
    the ``line`` is there. ``caption``: beside the ``label`` of the plate. The first three may be
    empty.
    """

    headline: tuple[str, ...]
    line: TextParts
    caption: TextParts
    label: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Band:
    """``band``: the shared hole cards across the middle, with places for ``board`` cards beside
    them, and room for the ``band_caption``. ``board_at``: as in ``CardsPlate``."""

    label: tuple[str, str]
    cards: tuple[Face, ...]
    board_at: int = 0


@dataclass(frozen=True, slots=True)
class BandCaption:
    """``band_caption``: at the right of ``Band``. ``headline``: the question, at the end who is
    ahead by how much, in ever shorter forms. ``lines``: under it at most two: the price, at the end
    who is next."""

    headline: tuple[str, ...]
    lines: tuple[TextParts, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbours of one branch, in pixels from ``start`` to ``end``, and the gold line over them,
    which may come from further off. ``feet``: where it comes to each table. ``count``: how many of
    the tables shown are of the branch, in words; may be empty."""

    start: int
    end: int
    line: tuple[int, int]
    feet: tuple[int, ...]
    count: str


@dataclass(frozen=True, slots=True)
class Branches:
    """``branches``: the gold line at the decisions of one row, with a bracket round each branch;
    unbroken without ``runs``. ``above``: whether the decisions are above the line."""

    runs: tuple[Run, ...]
    above: bool


@dataclass(frozen=True, slots=True)
class TableBar:
    """``table_bar``: one table of three, four or six: its tag, name and decision, and its result.

    Outwards from the shared cards: the decision, the name, the tag; with ``above`` the decision is
    the lowest, and ``gap`` pixels are between it and the name. ``pot``: right of the name, the
    table's own; then ``score``: the result and its unit, at the picture. ``place``: beside the tag,
    in ever shorter forms. Each may be empty. ``brief``: word and amount where the whole decision is
    too wide. ``short``, ``flag``: as in ``Name``, ``tag``: as in ``DecisionBar``. ``best``: no
    shown table has a better result. ``ended``: all tables have their results. ``how``: who folded
    later, under the decision, in ever shorter forms; may be empty.
    """

    table: str
    team: str
    player: str
    short: str
    colour: str
    shape: Shape
    word: str
    amount: str
    brief: str
    tag: tuple[str, ...]
    pot: TextParts = ()
    score: TextParts = ()
    place: tuple[str, ...] = ()
    above: bool = True
    gap: int = 0
    flag: Picture | str = ""
    best: bool = False
    ended: bool = False
    how: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bracket:
    """``bracket``: the fork of an upright frame. ``top`` and ``bottom``: y of the two decisions;
    ``given``: y of the shared cards' two edges; all in pixels of its box."""

    top: int
    given: tuple[int, int]
    bottom: int


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """``verdict``: under a table's decision, its ``result`` and its unit, and ``place`` as in
    ``TableBar``."""

    result: TextParts
    place: tuple[str, ...]
    best: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """``panel``: one table on an upright frame; its texts as in ``Name``, ``DecisionBar`` and
    ``Result``. Under the name stands the opponent, then the side's own ``pot``, and at the end
    under the decision the ``result``; the later ones are empty before. ``over``: both sides have
    their results, which are then read before the decisions."""

    team: str
    player: str
    colour: str
    short: str
    flag: Picture | str
    table: str
    versus: str
    held: tuple[Face, ...]
    opponent: str
    shape: Shape
    word: str
    amount: str
    tag: tuple[str, ...] = ()
    brief: str = ""
    pot: TextParts = ()
    result: str = ""
    unit: tuple[str, ...] = ()
    place: str = ""
    ended: tuple[str, ...] = ()
    best: bool = False
    over: bool = False
    why: tuple[str, ...] = ()
