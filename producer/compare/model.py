"""The values of a comparison; results in its ``unit``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from producer.games.cards import Cards
from producer.games.line import Chips, Deal, Line, Move
from producer.games.tournament_course import TournamentWinner
from producer.messages import SavedText


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
    run from 0 to 1; ``explained`` is ``None`` where every kind of action has one table, so that it
    would be 1 whatever happened. ``difference`` is the largest difference of the actor's result
    between two tables in different branches. Branches: most tables first.
    """

    street: str
    seat: int
    cards: Cards
    history: Line
    branches: tuple[Branch, ...]
    contrast: float
    explained: float | None
    difference: Chips

    @property
    def tables(self) -> tuple[str, ...]:
        return tuple(table for branch in self.branches for table in branch.tables)


@dataclass(frozen=True, slots=True)
class Component:
    """One part of the merit, 0 to 1, ``None`` if it cannot be computed; with a reason in words."""

    value: float | None
    reason: SavedText


@dataclass(frozen=True, slots=True)
class Story:
    """A pattern of docs/interest.md found in a deal.

    ``seat`` played it at ``tables``; ``others`` are the tables it is measured against; ``fork`` is
    where they split, if at a single fork. ``evidence``: the numbers it rests on, by name.
    """

    name: str
    seat: int
    tables: tuple[str, ...]
    others: tuple[str, ...]
    fork: Fork | None
    evidence: Mapping[str, Chips]


@dataclass(frozen=True, slots=True)
class EditedLine:
    """A pick's ``line`` (tease, split or headline) in a producer's words. ``facts``: by name, what
    the program's own line stated when it was written."""

    line: str
    language: str
    text: str
    facts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PickDecision:
    """What a producer decided about a pick. ``dismissed``: the reason, ``""`` if it was not;
    ``rank``: the producer's own, over all deals."""

    starred: bool = False
    dismissed: str = ""
    rank: int | None = None
    lines: tuple[EditedLine, ...] = ()


UNDECIDED = PickDecision()


@dataclass(frozen=True, slots=True)
class MadePick:
    """A pick that a producer made. ``at``: by table, left first, the number of moves before the
    decision. ``id``: it had this one then; another one now says that a move was corrected since."""

    id: str
    at: Mapping[str, int]
    reason: str


@dataclass(frozen=True, slots=True)
class PickDecisions:
    """What a producer did with the picks of one deal: decisions by id, and picks of their own."""

    by_id: Mapping[str, PickDecision] = field(default_factory=dict)
    made: tuple[MadePick, ...] = ()


NO_DECISIONS = PickDecisions()


@dataclass(frozen=True, slots=True)
class Pick:
    """Two tables side by side at one spot: what a segment is made of (DESIGN, words).

    ``kind``: ``"fork"``, ``"same line"`` (all its tables played alike) or ``"made"`` (by a
    producer, of two tables in different spots, or that chose alike). ``history``: the moves before
    the decision, or all of a same line; ``at``: of a pick without a fork or made by a producer, by
    table, how many moves were before it. ``fork`` and ``branches``: where the tables split and the
    two branches shown, ``None`` and ``()`` if they did not. ``tables``: all that were there;
    ``pairing``: the two that are shown, in the order of ``branches``; ``gap``: the difference of
    the seat's results between them, in the comparison's unit. ``typical``: whether both results are
    near their branch's median; if not, the picture must say that it shows extremes.
    ``components``: by name; those in ``merit.WEIGHTS`` weigh, the others are reasons in words.
    ``own_vetoes``: those of ``vetoes`` that come from the deal itself. ``pot`` and ``to_call``
    before the decision, in the comparison's unit; ``None`` without a decision or if not computed.
    ``reason``: the producer's, of a pick that they made, of any kind. ``decision``: what they
    decided about it.
    """

    id: str
    kind: str
    street: str
    seat: int
    cards: Cards
    history: Line
    fork: Fork | None
    branches: tuple[Branch, ...]
    tables: tuple[str, ...]
    pairing: tuple[str, ...]
    gap: Chips
    typical: bool
    components: Mapping[str, Component]
    stories: tuple[Story, ...]
    holds: tuple[SavedText, ...]
    pot: Chips | None = None
    to_call: Chips | None = None
    reason: str = ""
    at: Mapping[str, int] = field(default_factory=dict)
    own_vetoes: tuple[SavedText, ...] = ()
    vetoes: tuple[SavedText, ...] = ()
    merit: float = 0.0
    airable: float = 0.0
    decision: PickDecision = UNDECIDED


@dataclass(frozen=True, slots=True)
class Reached:
    """One history that leads to a parallel spot, and the next move by table."""

    history: Line
    moves: Mapping[str, Move]


@dataclass(frozen=True, slots=True)
class ParallelSpot:
    """A decision reached by lines that differ only in sizes: 'nearly the same', never 'the same'.

    ``distance``: the largest difference of one size between the histories, in parts of the pot.
    ``apart``: what makes it: the move's place in the histories (from 0) and its smallest and its
    largest size; ``None`` where the sizes in parts of the pot are equal. ``stacks_differ``: the
    stacks differ, so that even equal histories are only nearly the same spot.
    """

    street: str
    seat: int
    cards: Cards
    spots: tuple[Reached, ...]
    distance: float
    apart: tuple[int, float, float] | None
    stacks_differ: bool = False


@dataclass(frozen=True, slots=True)
class MoveCost:
    """A move with all cards in view. ``lost``: by how much it lowered the best result that its seat
    could still reach, ``best`` after it; ``tricks``: how many it gave away, ``None`` where none are
    played for. Negative for a claim that gave the seat more than its due."""

    lost: Chips
    tricks: int | None
    best: Chips


@dataclass(frozen=True, slots=True)
class AllCards:
    """A deal with all cards in view, as nobody at the tables saw it.

    ``missing``: why nothing could be counted, else ``""``. ``best``: by seat, the result if
    everybody chooses best from the start; ``ways``: moves that stand for what leads to it.
    ``costs``: by table, one for every move.
    """

    missing: SavedText = ""
    best: Mapping[int, Chips] = field(default_factory=dict)
    ways: Line = ()
    costs: Mapping[str, tuple[MoveCost, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A deal compared over its finished plays.

    ``unit``: ``"chips"``, or the sign of the game's unit (``"bb"``) where plays under different
    rules are compared in units of their stakes; a fork's moves then carry totals in 1/``scale`` of
    a unit (else 1). Tables under other rules are never at one fork. ``cap``: the most a player can
    lose, in ``unit``. ``swing``: by seat, the largest less the smallest chip score. ``averages``:
    by seat. ``against_average`` and ``rank``: by table, then seat; rank 1 is the best, equal
    results share the better place. ``picks``: best first; merit, pair and headline of the deal are
    its first pick's. ``stories``: all of the deal. ``sizes``: by table, the size of every move as a
    fraction of the pot, ``None`` without one. ``against``: vetoes on the deal as a whole.
    ``replays``: by table, the play as replayed by its game, once (``facts.Facts.replays``);
    everything that needs a play's steps reads them here. ``gone``: by id, what a producer had
    decided about a pick that is no more, in words. ``all_cards``: where one released deal was asked
    for, ``None`` in games that do not count it. ``winner``: of the tournament whose last hand it
    is.
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
    picks: tuple[Pick, ...]
    stories: tuple[Story, ...]
    sizes: Mapping[str, tuple[float | None, ...]]
    against: tuple[SavedText, ...] = ()
    replays: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    gone: Mapping[str, str] = field(default_factory=dict)
    all_cards: AllCards | None = None
    winner: TournamentWinner | None = None

    @property
    def best(self) -> Pick | None:
        return self.picks[0] if self.picks else None

    @property
    def fork(self) -> Fork | None:
        """The best pick's."""
        return self.picks[0].fork if self.picks else None

    @property
    def seat(self) -> int | None:
        """The best pick's."""
        return self.picks[0].seat if self.picks else None

    @property
    def pairing(self) -> tuple[str, ...]:
        """The two tables the best pick shows; ``()`` where there is none."""
        return self.picks[0].pairing if self.picks else ()

    @property
    def merit(self) -> float:
        return self.picks[0].merit if self.picks else 0.0

    @property
    def airable(self) -> float:
        return self.picks[0].airable if self.picks else 0.0

    @property
    def components(self) -> Mapping[str, Component]:
        return self.picks[0].components if self.picks else {}

    @property
    def vetoes(self) -> tuple[str, ...]:
        return self.picks[0].vetoes if self.picks else self.against

    @property
    def holds(self) -> tuple[str, ...]:
        return self.picks[0].holds if self.picks else ()
