"""The graphics of split frames of three and more tables, of one against the field, and upright."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from overlay.contexts.two_up import Face, Shape

Rect = tuple[int, int, int, int]
"""x, y, width, height."""


@dataclass(frozen=True, slots=True)
class Grid:
    """``grid``: the dark ground between pictures, with a hole a picture, and the gold lines."""

    holes: tuple[Rect, ...]
    gold: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class Given:
    """What is the same for all: the label, the hole cards, the board so far.

    Drawn by ``band`` (with the price beside the cards) and by ``upright`` (with it above them).
    ``price``: the amount to call, the words, the pot, the unit; only the pot where nothing is to
    call; empty where it is paid.
    """

    label: tuple[str, ...]
    cards: tuple[Face, ...]
    board: tuple[Face, ...]
    price: tuple[str, ...]


Band = Given


@dataclass(frozen=True, slots=True)
class Bar:
    """``bar``: name and decision of one table in a split of three or more.

    ``form``: ``stacked``, the decision under the name, or ``line``, the decision beside it, on
    the right where ``inner`` is right. ``second`` stands under the name where there is room.
    ``left`` and ``right``: pixels that the fork takes of the decision at either end.
    """

    form: Literal["stacked", "line"]
    inner: Literal["left", "right"]
    name: str
    player: str
    second: tuple[str, str]
    colour: str
    shape: Shape
    word: str
    amount: str
    left: int
    right: int


@dataclass(frozen=True, slots=True)
class Fork:
    """``fork``: the gold line parts and points at two decisions, over the seam between them."""

    stem: int


@dataclass(frozen=True, slots=True)
class Bracket:
    """``bracket``: the fork of an upright frame, from the given cards to both decisions.

    ``top``, ``middle`` and ``bottom``: y of its arms and of its joint with the cards' frame.
    """

    top: int
    middle: tuple[int, int]
    bottom: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """``verdict``: how it ended for one table of a split: against average, rank, chips."""

    versus_average: str
    label: str
    rank: str
    chips: str


@dataclass(frozen=True, slots=True)
class Panel:
    """``panel``: a name plate of an upright frame, with its decision and, at the end, result.

    ``second``: against whom, in two parts, until ``result`` takes its place: against average,
    its label, rank.
    """

    name: str
    player: str
    colour: str
    second: tuple[str, str]
    result: tuple[str, str, str] | None
    shape: Shape
    word: str
    amount: str
