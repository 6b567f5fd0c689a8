"""What the comparison asks of a game, and what it may be told of a deal's surroundings.

The comparison works on lines and moves; everything that knows a game's rules comes in here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from producer.compare.forks import Contrast
from producer.compare.model import Component, Fork, Story
from producer.games.line import Chips, Deal, Play
from producer.scoring import Moved

NOT_ASKED = Component(None, "this game does not tell it")


@dataclass(frozen=True, slots=True)
class Parted:
    """A deal and where its tables parted: what a game's facts are asked about.

    ``same_rules``: whether all tables played under the same; else ``cap`` and the forks are in
    units of the stakes.
    """

    deal: Deal
    forks: tuple[Fork, ...]
    key: Fork | None
    pairing: tuple[str, ...]
    cap: Chips
    same_rules: bool = True


@dataclass(frozen=True, slots=True)
class Told:
    """A game's facts of a deal: two components of merit, the stories, by table the size of every
    move in parts of what lies on the table (``None`` for a move without a size), and vetoes."""

    clarity: Component = NOT_ASKED
    drama: Component = NOT_ASKED
    stories: tuple[Story, ...] = ()
    sizes: Mapping[str, tuple[float | None, ...]] = field(default_factory=dict)
    vetoes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unit:
    """What a game's stakes are counted in: its sign in answers, ``one`` and several of it in
    ``words``, and how many the largest gap of a deal must reach to be worth showing."""

    sign: str
    one: str
    words: str
    smallest_gap: int


@dataclass(frozen=True, slots=True)
class Facts:
    """One game: how far two moves are apart (0 to 1), what a player can lose at most in a play,
    the chips of one unit of a play's stakes, its facts of a deal, and what a unit is called."""

    contrast: Contrast
    cap: Callable[[Play], int]
    unit: Callable[[Play], int]
    tell: Callable[[Parted], Told]
    counted_in: Unit


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around a deal.

    ``moved``: what it did to the standings. ``featured``: players the producer features;
    ``opted_out``: players who must not be shown. ``used``: stories and players of the last three
    segments. ``flag``: ``""``, ``"void"``, ``"under review"`` or ``"wrong deck"``.
    """

    moved: Moved | None = None
    featured: frozenset[str] = frozenset()
    opted_out: frozenset[str] = frozenset()
    used: frozenset[str] = frozenset()
    flag: str = ""


ALONE = Around()
