"""Contexts of the two-up, and the types that all graphics share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from overlay.themes.pictures import Picture

Side = Literal["left", "right"]
Shape = Literal["cross", "ring", "triangle", "question"]
"""A cross for fold, a ring for check and call, a triangle for bet and raise; three dots before the
decision."""


@dataclass(frozen=True, slots=True)
class Face:
    """A card face up: ``rank`` as printed (``"10"``, ``"K"``), ``suit`` one of c d h s."""

    rank: str
    suit: str


@dataclass(frozen=True, slots=True)
class Frame:
    """``frame``: the seam between the pictures; its gold line runs from ``top`` to ``fork``, both
    y in pixels, and ends in an arm to each side."""

    top: int
    fork: int


@dataclass(frozen=True, slots=True)
class CardsPlate:
    """``cards``: the shared hole cards, with their label line by line, and under it ``notes``: the
    position of their player, how many tables were dealt them. ``board_at``: x of the board on the
    plate in pixels, 0 without one."""

    label: tuple[str, ...]
    cards: tuple[Face, ...]
    notes: tuple[str, ...] = ()
    board_at: int = 0


@dataclass(frozen=True, slots=True)
class Board:
    """``board``: the board so far, with empty places for the cards not dealt yet."""

    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Name:
    """``name``: this side's table, player and opponent.

    ``team``: empty without teams. ``versus``, ``held`` and ``opponent``: a line, ``"against"``, the
    opponent's cards if they are known, ``"China"``. ``colour``: ``#RRGGBB``. ``short``: the team's
    short form, used if its name leaves no room for the player's; empty if it has none. ``flag``:
    the theme's picture of the team, or the code of a nation in ``overlay.themes.flags``; empty
    without either.
    """

    side: Side
    team: str
    player: str
    versus: str
    opponent: str
    colour: str
    short: str = ""
    flag: Picture | str = ""
    table: str = ""
    held: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class DecisionBar:
    """``decision``: what this side did; ``amount`` is empty for a fold or check, and so is ``word``
    before the decision. ``tag``: what the word does not say, in at most two lines.
    ``brief``: word and amount where that leaves no room. ``ended``: both sides have their results,
    which are then read before the decisions. ``why``: of a hand's end in place of a decision, what
    made it so, the first that fits."""

    side: Side
    shape: Shape
    word: str
    amount: str
    tag: tuple[str, ...] = ()
    brief: str = ""
    ended: bool = False
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """``result``: this side's result with its sign, empty while it is still to come, its unit in
    one or two lines, and its place, empty while a side has not ended. ``ended``: how, the first of
    these that fits; empty where the decision says it. ``best``: the other side's result is worse.
    """

    side: Side
    result: str = ""
    unit: tuple[str, ...] = ()
    place: str = ""
    ended: tuple[str, ...] = ()
    best: bool = False


@dataclass(frozen=True, slots=True)
class Ahead:
    """``ahead``: at the end, which side is ahead by how much. ``short``: used if ``who`` leaves no
    room: three letters, or the table. ``brief``: for ``words``, likewise. Without a difference all
    but the words is empty; while one side has ended, ``who`` and the words say whose end is still
    to come. ``below``: a second line, how the amount came about."""

    who: str
    short: str
    amount: str
    words: str
    brief: str
    below: str = ""


@dataclass(frozen=True, slots=True)
class TextPart:
    """A text; ``strong``: set bold, as amounts are."""

    text: str
    strong: bool


TextParts = tuple[TextPart, ...]
"""Parts that belong together, such as a word and its amount."""


@dataclass(frozen=True, slots=True)
class Strip:
    """``strip``: one line, in groups, and over it a ``headline`` in ever shorter forms: the
    question in words, at the end who is ahead; either may be empty."""

    groups: tuple[TextParts, ...]
    headline: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StandIn:
    """``picture``: a placeholder for a table's picture, in galleries and tests; never on air."""

    label: str
