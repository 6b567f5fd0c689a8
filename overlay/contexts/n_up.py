"""Contexts of split frames with three or more tables, of the field frame, and of upright frames."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from overlay.contexts.two_up import Ahead, Face, Shape, TextPart
from overlay.pictures import Picture

Rect = tuple[int, int, int, int]
"""x, y, width, height in pixels."""


@dataclass(frozen=True, slots=True)
class Grid:
    """``grid``: the dark area between pictures, with a hole for each picture, and gold lines."""

    holes: tuple[Rect, ...]
    gold: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class Given:
    """What all tables share: the label, the hole cards, the board so far.

    Drawn by ``band`` (``caption`` in two lines beside the cards) and by ``upright`` (in one line
    above them). ``caption``: the price at the fork, at the end what results are measured against.
    ``places``: for cards of the board; 0 in a game without one. ``ahead``: at the end of an upright
    frame, in place of the caption.
    """

    label: tuple[str, str]
    cards: tuple[Face, ...]
    board: tuple[Face, ...]
    caption: tuple[TextPart, ...]
    places: int = 5
    ahead: Ahead | None = None


@dataclass(frozen=True, slots=True)
class Bar:
    """``bar``: name and decision of one table in a split of three or more.

    ``form``: ``stacked`` has the decision below the name, ``line`` beside it. ``inner``: the side
    at the seam. ``second``: a second line under the name, in two consecutive parts, or ``None``.
    ``result``: against average and rank at the end; the pot alone before. ``alone``: the
    decision's text if word and amount do not both fit. ``left`` and ``right``: pixels of the
    decision that a fork covers on each side. ``short``: as in ``Name``.
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
    """``fork``: the end of the gold line on a seam; its arms point at the decisions beside it."""

    arms: Literal["both", "left"] = "both"


@dataclass(frozen=True, slots=True)
class Bracket:
    """``bracket``: the fork of an upright frame. ``top`` and ``bottom``: y of the two decisions;
    ``given``: y of the shared cards' two edges; all in pixels of its box."""

    top: int
    given: tuple[int, int]
    bottom: int


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """``verdict``: the result of one table in a split of three; as in ``Result``."""

    versus_average: str
    rank: str
    chips: str


@dataclass(frozen=True, slots=True)
class Label:
    """``label``: a few words on a plate as wide as they are."""

    text: str


@dataclass(frozen=True, slots=True)
class Panel:
    """``panel``: one table on an upright frame; its texts as in ``Name``, ``DecisionBar`` and
    ``Result``. Under the name stands the opponent, then the side's own ``pot`` (word, amount,
    unit), at the end the ``result``; the later ones are empty before."""

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
    pot: tuple[str, str, str] | None = None
    result: str = ""
    unit: str = ""
    place: str = ""
    ended: tuple[str, ...] = ()
