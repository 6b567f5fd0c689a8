"""The graphics of split frames of three and more tables, of one against the field, and upright."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from overlay.contexts.two_up import Face, Shape

Rect = tuple[int, int, int, int]
"""x, y, width, height."""


@dataclass(frozen=True, slots=True)
class TextPart:
    """A text and whether it is an amount, which is set strong."""

    text: str
    strong: bool


@dataclass(frozen=True, slots=True)
class Grid:
    """``grid``: the dark ground between pictures, with a hole a picture, and the gold lines."""

    holes: tuple[Rect, ...]
    gold: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class Given:
    """What is the same for all: the label, the hole cards, the board so far.

    Drawn by ``band`` (``told`` beside the cards, in two lines) and by ``upright`` (above them, in
    one). ``told``: the price until it is paid, then what the results are measured against; its
    ``strong`` texts are the amounts.
    """

    label: tuple[str, str]
    cards: tuple[Face, ...]
    board: tuple[Face, ...]
    told: tuple[TextPart, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """``bar``: name and decision of one table in a split of three or more.

    ``form``: ``stacked``, the decision under the name; ``line``, the decision beside it, on the
    side of the seam, ``inner``. ``second``: a second line under the name, in two parts read one
    after the other, empty where there is none. ``result``: against average and rank, at the end.
    ``short``: as in ``Name``. ``alone``: what is told of the decision where word and amount do not
    fit together. ``left`` and ``right``: pixels that a fork takes of the decision at either end.
    """

    form: Literal["stacked", "line"]
    inner: Literal["left", "right"]
    team: str
    player: str
    second: tuple[str, str] | None
    result: tuple[str, str] | None
    colour: str
    shape: Shape
    word: str
    amount: str
    alone: str
    left: int = 0
    right: int = 0
    short: str = ""


@dataclass(frozen=True, slots=True)
class ForkMark:
    """``fork``: the gold line ends over a seam, and points at the decisions on both its sides."""

    arms: Literal["both", "left"] = "both"


@dataclass(frozen=True, slots=True)
class Bracket:
    """``bracket``: the fork of an upright frame; y of both decisions and of the given cards."""

    top: int
    given: tuple[int, int]
    bottom: int


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """``verdict``: how it ended for one table of a split of three."""

    versus_average: str
    rank: str
    chips: str


@dataclass(frozen=True, slots=True)
class Label:
    """``label``: a few quiet words on a plate of their own width."""

    text: str


@dataclass(frozen=True, slots=True)
class Panel:
    """``panel``: who and what of one table on an upright frame.

    ``second``: against whom, in two parts; at the end ``result`` takes its place: against
    average, what that is, rank. ``short``: as in ``Name``.
    """

    team: str
    player: str
    colour: str
    second: tuple[str, str]
    result: tuple[str, str, str] | None
    shape: Shape
    word: str
    amount: str
    short: str = ""
