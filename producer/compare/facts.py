"""What the comparison asks of a game, and what it may be told of a deal's surroundings.

The comparison works on lines and moves; everything that knows a game's rules comes in here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from producer.compare.forks import Contrast
from producer.compare.model import Component, Fork, Story
from producer.games.line import Chips, Deal, Play
from producer.scoring import Moved

NOT_ASKED = Component(None, "this game does not tell it")


@dataclass(frozen=True, slots=True)
class Parted:
    """Tables under the same rules and where they parted: what a game's facts are asked about.

    ``deal`` has their plays alone; ``cap`` in chips.
    """

    deal: Deal
    forks: tuple[Fork, ...]
    cap: Chips


@dataclass(frozen=True, slots=True)
class Spot:
    """What a game says of a decision and of the tables that show it: what was at stake against the
    cap, how few decisions of the seat came between it and the end, and the drama. ``pot`` and
    ``to_call`` in chips, ``None`` where there is no decision."""

    stake: Component = NOT_ASKED
    directness: Component = NOT_ASKED
    drama: Component = NOT_ASKED
    pot: int | None = None
    to_call: int | None = None


def no_spot(_seat: int, _n: int, _tables: Sequence[str]) -> Spot:
    return Spot()


def no_favourite(_n: int, _tables: Sequence[str]) -> bool | None:
    return None


@dataclass(frozen=True, slots=True)
class Told:
    """A game's facts of the tables of a ``Parted``.

    ``stories``: their evidence in chips. ``sizes``: by table the size of every move in parts of
    what lies on the table, ``None`` for a move without one. ``pots``: by table, the pot at the end.
    ``spot``: of a seat's move ``n`` (from 0; the number of moves for the end) at the tables shown.
    ``favourite_changed``: whether it did at one of the tables after move ``n``, ``None`` where it
    is not known.
    """

    stories: tuple[Story, ...] = ()
    sizes: Mapping[str, tuple[float | None, ...]] = field(default_factory=dict)
    pots: Mapping[str, Chips] = field(default_factory=dict)
    spot: Callable[[int, int, Sequence[str]], Spot] = no_spot
    favourite_changed: Callable[[int, Sequence[str]], bool | None] = no_favourite


@dataclass(frozen=True, slots=True)
class Unit:
    """What a game's stakes are counted in: its sign in answers, ``one`` and several of it in
    ``words``, and how many the largest gap of a deal must reach to be worth showing."""

    sign: str
    one: str
    words: str
    smallest_gap: int


def game_of(play: Play) -> Hashable:
    return play.game


def no_vetoes(_deal: Deal, _at: Mapping[str, int]) -> tuple[str, ...]:
    return ()


def no_stacks(_play: Play, _n: int) -> Hashable:
    return None


@dataclass(frozen=True, slots=True)
class Facts:
    """One game.

    ``contrast``: how far two moves are apart, 0 to 1. ``cap``: what a player can lose at most in a
    play; ``unit``: the chips of one unit of its stakes, named by ``counted_in``. ``tell``: the
    facts of tables under the same rules. ``rules``: equal where tables played under the same;
    ``stacks``: equal where, with the same moves before move ``n``, all still in could win and lose
    the same. ``alike``: names of the stories whose point is that results are alike.
    ``vetoes``: why tables, each after so many moves, must not be shown side by side.
    """

    contrast: Contrast
    cap: Callable[[Play], int]
    unit: Callable[[Play], int]
    tell: Callable[[Parted], Told]
    counted_in: Unit
    rules: Callable[[Play], Hashable] = game_of
    stacks: Callable[[Play, int], Hashable] = no_stacks
    alike: frozenset[str] = frozenset()
    vetoes: Callable[[Deal, Mapping[str, int]], tuple[str, ...]] = no_vetoes


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around a deal.

    ``moved``: what it did to the standings. ``featured``: players the producer features;
    ``opted_out``: players who must not be shown. ``used``: stories and players of the last three
    segments. ``pictured``: tables with a camera, ``None`` where the session names no pictures.
    ``flag``: ``""``, ``"void"``, ``"under review"`` or ``"wrong deck"``.
    """

    moved: Moved | None = None
    featured: frozenset[str] = frozenset()
    opted_out: frozenset[str] = frozenset()
    used: frozenset[str] = frozenset()
    pictured: frozenset[str] | None = None
    flag: str = ""


ALONE = Around()
