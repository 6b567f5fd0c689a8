"""What a comparison is: values only, in the words of the design. Results in ``unit``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from producer.games.cards import Cards
from producer.games.line import Chips, Deal, Line, Move


@dataclass(frozen=True, slots=True)
class Branch:
    """One choice at a fork, the tables that made it, and the actor's result at each."""

    move: Move
    tables: tuple[str, ...]
    results: Mapping[str, Chips]


@dataclass(frozen=True, slots=True)
class Fork:
    """A spot that two or more tables reached and where they chose differently.

    ``history``: the moves before it, identical at all its tables. ``contrast`` and ``explained``
    run from 0 to 1; ``difference`` is the largest difference of the actor's result between two
    tables in different branches. Branches: most tables first.
    """

    street: str
    seat: int
    cards: Cards
    history: Line
    branches: tuple[Branch, ...]
    contrast: float
    explained: float
    difference: Chips

    @property
    def tables(self) -> tuple[str, ...]:
        return tuple(table for branch in self.branches for table in branch.tables)


@dataclass(frozen=True, slots=True)
class Component:
    """One part of the merit, 0 to 1, ``None`` where it cannot be computed; always with a reason."""

    value: float | None
    reason: str


@dataclass(frozen=True, slots=True)
class Story:
    """A pattern of docs/interest.md found in a deal.

    ``seat`` played it at ``tables``; ``others`` are the tables it is measured against; ``fork`` is
    where they parted, where one fork did it. ``evidence``: the numbers it rests on, by name.
    """

    name: str
    seat: int
    tables: tuple[str, ...]
    others: tuple[str, ...]
    fork: Fork | None
    evidence: Mapping[str, Chips]


@dataclass(frozen=True, slots=True)
class Reached:
    """One history that came to a parallel spot, and by table the move made there."""

    history: Line
    moves: Mapping[str, Move]


@dataclass(frozen=True, slots=True)
class ParallelSpot:
    """A decision reached by lines that differ only in sizes: 'nearly the same', never 'the same'.

    ``distance``: the largest difference of one size between the histories, in parts of the pot.
    ``apart``: what makes it: the move's place in the histories (from 0) and its smallest and its
    largest size; ``None`` where the sizes in parts of the pot are equal.
    """

    street: str
    seat: int
    cards: Cards
    spots: tuple[Reached, ...]
    distance: float
    apart: tuple[int, float, float] | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A deal compared over its finished plays.

    ``unit``: ``"chips"``, or the sign of the game's unit (``"bb"``) where plays under different
    rules are compared in units of their stakes; a fork's moves then carry totals in 1/``scale`` of
    a unit (else 1). ``cap``: the
    most a player can lose, in ``unit``. ``swing``: by seat, the largest less the smallest chip
    score. ``averages``: by seat.
    ``against_average`` and ``rank``: by table, then seat; rank 1 is the best, equal results share
    the better place. ``pairing``: the suggested tables, one a branch, ``()`` without a key fork.
    ``sizes``: by table, the size of every move in parts of the pot, ``None`` without one.
    ``own_vetoes``: those of ``vetoes`` that come from the deal itself.
    """

    deal: Deal
    unit: str
    same_rules: bool
    scale: int
    cap: Chips
    swing: Mapping[int, Chips]
    averages: Mapping[int, Chips]
    against_average: Mapping[str, Mapping[int, Chips]]
    rank: Mapping[str, Mapping[int, int]]
    forks: tuple[Fork, ...]
    parallel: tuple[ParallelSpot, ...]
    key_fork: Fork | None
    pairing: tuple[str, ...]
    merit: float
    airable: float
    components: Mapping[str, Component]
    vetoes: tuple[str, ...]
    holds: tuple[str, ...]
    stories: tuple[Story, ...]
    sizes: Mapping[str, tuple[float | None, ...]]
    own_vetoes: tuple[str, ...] = ()
