"""What the comparison needs from a game, and the context of a deal.

The comparison itself knows lines and moves only; all knowledge of a game's rules comes in here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from producer.compare.forks import Contrast
from producer.compare.model import AllCards, Component, Fork, Story
from producer.games.cards import Cards
from producer.games.line import Chips, Deal, Move, Play
from producer.games.replays import Replays
from producer.messages import counted, message
from producer.scoring import Moved

NOT_COMPUTED = Component(None, message("not computed for this game"))


@dataclass(frozen=True, slots=True)
class ForkedTables:
    """Tables under the same rules with their forks.

    ``deal`` has their plays only; ``cap`` in chips; ``replays`` as in ``Comparison``.
    """

    deal: Deal
    forks: tuple[Fork, ...]
    cap: Chips
    replays: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SpotRating:
    """A decision as the game rates it: the stake against the cap, how few decisions of the seat
    follow it, and the drama. ``pot`` and ``to_call`` in chips, ``None`` without a decision."""

    stake: Component = NOT_COMPUTED
    directness: Component = NOT_COMPUTED
    drama: Component = NOT_COMPUTED
    pot: int | None = None
    to_call: int | None = None


def no_spot(_seat: int, _n: int, _tables: Sequence[str]) -> SpotRating:
    return SpotRating()


def no_match(_: Sequence[str]) -> bool:
    return False


def no_favourite(_deal: Deal, _replays: Mapping[str, Any], _at: Mapping[str, int]) -> bool | None:
    return None


def not_counted(_deal: Deal, _replays: Mapping[str, Any]) -> AllCards | None:
    return None


@dataclass(frozen=True, slots=True)
class GameFacts:
    """A game's facts about ``ForkedTables``.

    ``stories``: their evidence in chips. ``sizes``: by table the size of every move as a
    fraction of the pot, ``None`` for a move without one. ``pots``: by table, the final pot.
    ``spot(seat, n, tables)``: the seat's move ``n`` (from 0; ``len(line)`` for the end) at the
    tables shown. ``one_match``: whether the difference of these tables counts in a match.
    """

    stories: tuple[Story, ...] = ()
    sizes: Mapping[str, tuple[float | None, ...]] = field(default_factory=dict)
    pots: Mapping[str, Chips] = field(default_factory=dict)
    spot: Callable[[int, int, Sequence[str]], SpotRating] = no_spot
    one_match: Callable[[Sequence[str]], bool] = no_match


@dataclass(frozen=True, slots=True)
class Unit:
    """The unit of a game's stakes: its sign in JSON, its name in the singular and plural, and the
    smallest gap worth showing. ``apart``: what a gap within a match counts as, in a game that
    scores differences, such as bridge in IMPs. ``ends``: what a table did whose result is more,
    less than 0, and 0."""

    sign: str
    one: str
    words: str
    smallest_gap: int
    apart: Callable[[Chips | float], str] | None = None
    ends: tuple[str, str, str] = ("won", "lost", "broke even")

    def words_for(self, amount: Chips | float) -> str:
        """An amount of this unit to three figures, with its name: ``1 big blind``."""
        value = float(amount)
        number = f"{value:.3g}" if abs(value) < 1000 else f"{round(value)}"
        n = 1 if number == "1" else 2
        return counted(f"{{amount}} {self.one}", f"{{amount}} {self.words}", n, amount=number)

    def gap_in_words(self, amount: Chips | float, *, counts: bool) -> str:
        """A gap of so many units: ``18 big blinds``, and in bridge ``12 IMPs`` where it
        ``counts`` in a match, ``620 points`` where it does not."""
        return self.apart(amount) if self.apart and counts else self.words_for(amount)


def game_of(play: Play) -> Hashable:
    return play.game


def no_vetoes(_replays: Mapping[str, Any], _at: Mapping[str, int]) -> tuple[str, ...]:
    return ()


def no_stacks(play: Play) -> Sequence[Hashable]:
    return [None] * (len(play.line) + 1)


def in_one_way(_: Play) -> Hashable:
    return None


Written = Callable[[Move], str]


def seat_by_number(seat: int) -> str:
    return f"seat {seat}"


def the_same_information(_street: str) -> str:
    return message("with the same information")


def all_cards(cards: Cards, _phase: str) -> Cards:
    return cards


@dataclass(frozen=True, slots=True)
class Facts:
    """What a game provides to the comparison.

    ``contrast``: how different two moves are, 0 to 1. ``cap``: the most a player can lose in a
    play, in chips; ``unit``: chips in one unit of its stakes, named by ``counted_in``.
    ``describe``: the facts about tables under the same rules. ``rules``: equal for tables under the
    same rules; ``stacks``: one for every move and the end, equal for the same effective stacks
    before it. ``alike``: names of the stories whose point is that results are alike. ``replays``:
    every play of a deal by table, with its steps. ``vetoes``: why these tables, each after so many
    moves, must not be shown side by side, from the replays. ``favourite_changed``: whether it did
    at any of these tables, each after so many moves; ``None`` if unknown. ``cards_at``: those of a
    seat's cards that it decides about in a phase, where they are not all dealt at once.
    ``all_in_view``: what every move cost with all cards in view, for one deal that is shown.
    ``recorded_as``: plays whose moves cannot be set against each other, because their records are
    of different kinds, differ in it. ``written``: a move as its players write it, in a game whose
    actions alone do not say what was chosen. ``known_alike``: what tables at one fork share, by its
    street. ``seat_name``: of a seat, in English.
    """

    contrast: Contrast
    cap: Callable[[Play], int]
    unit: Callable[[Play], int]
    describe: Callable[[ForkedTables], GameFacts]
    counted_in: Unit
    rules: Callable[[Play], Hashable] = game_of
    stacks: Callable[[Play], Sequence[Hashable]] = no_stacks
    alike: frozenset[str] = frozenset()
    vetoes: Callable[[Mapping[str, Any], Mapping[str, int]], tuple[str, ...]] = no_vetoes
    replays: Callable[[Deal], Mapping[str, Any]] = Replays
    favourite_changed: Callable[[Deal, Mapping[str, Any], Mapping[str, int]], bool | None] = (
        no_favourite
    )
    cards_at: Callable[[Cards, str], Cards] = all_cards
    all_in_view: Callable[[Deal, Mapping[str, Any]], AllCards | None] = not_counted
    recorded_as: Callable[[Play], Hashable] = in_one_way
    written: Written | None = None
    known_alike: Callable[[str], str] = the_same_information
    seat_name: Callable[[int], str] = seat_by_number


@dataclass(frozen=True, slots=True)
class DealContext:
    """What is known about a deal from outside it.

    ``moved``: places and points it moved in the standings. ``featured`` players;
    ``opted_out``: players who must not be shown. ``used``: stories, and players who decided,
    of the last three segments. ``pictured``: tables with a camera or its recording, ``None`` if
    there are none. ``flag``: ``""``, ``"void"``, ``"under review"`` or ``"wrong deck"``.
    """

    moved: Moved | None = None
    featured: frozenset[str] = frozenset()
    opted_out: frozenset[str] = frozenset()
    used: frozenset[str] = frozenset()
    pictured: frozenset[str] | None = None
    flag: str = ""


NO_CONTEXT = DealContext()
