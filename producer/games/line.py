"""Lines, plays and deals: what every game passes to the comparison."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from producer.events import Game, Player, Team
from producer.games.cards import Cards

Chips = int | Fraction


class Move(NamedTuple):
    """One public action. ``phase`` and ``action``: named by the game. ``detail``: what the action
    says more, an amount or, in some games, words such as cards; ``None`` if nothing."""

    phase: str
    seat: int
    action: str
    detail: int | str | None = None

    @property
    def street(self) -> str:
        """The phase, as games with betting rounds call it."""
        return self.phase

    @property
    def to(self) -> int | None:
        """The detail where it is an amount: in poker, the seat's total on the street."""
        return self.detail if isinstance(self.detail, int) else None


Line = tuple[Move, ...]


class IllegalLine(ValueError):
    """A line that breaks the rules.

    ``n``: the number of the illegal action, from 1 (one past the last if an action is missing);
    ``reason``: what is wrong; ``expected``: what would have been legal.
    """

    def __init__(self, n: int, reason: str, expected: str) -> None:
        self.n, self.reason, self.expected = n, reason, expected
        super().__init__(f"action {n}: {reason}; expected {expected}")


class DealKey(NamedTuple):
    """Session, group and number of a deal. ``str`` gives ``SESSION/GROUP/N``."""

    session: str
    group: str
    number: int

    def __str__(self) -> str:
        return f"{self.session}/{self.group}/{self.number}"


@dataclass(frozen=True, slots=True)
class Play:
    """One table's finished play of a deal: its line and the exact chip score of every seat.

    ``hand`` is the device's running number; ``attempt`` counts from 1 where a table replays.
    ``stacks``: chips at the start of the hand, ``None`` for unlimited. ``ruled``: the numbers of
    moves that stand by a ruling of the floor, though their amounts break the rules.
    """

    table: str
    hand: int
    attempt: int
    game: Game
    stacks: Mapping[int, int | None]
    players: Mapping[int, Player]
    line: Line
    result: Mapping[int, Chips]
    ruled: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal with all its finished plays, tables in the roster's order.

    ``cards`` and ``board``: everything that any table has shown; ``tables``: the whole group,
    finished or not; ``direction``: whether the action passes to the next higher or lower seat;
    ``recorded``: the tables with a camera's recording; ``table_names``: what tables are shown as
    where that was corrected; ``by_bots``: the tables that bots played as a reference (RULES B5).
    """

    key: DealKey
    button: int
    cards: Mapping[int, Cards]
    board: Cards
    plays: tuple[Play, ...]
    tables: tuple[str, ...]
    direction: str = "ascending"
    teams: Mapping[str, Team] = field(default_factory=dict)
    live: bool = False
    recorded: tuple[str, ...] = ()
    table_names: Mapping[str, str] = field(default_factory=dict)
    by_bots: tuple[str, ...] = ()

    @property
    def alone(self) -> bool:
        """Whether its group has one table, so that nobody else plays these cards."""
        return len(self.tables) == 1

    @property
    def rulings(self) -> tuple[str, ...]:
        """The moves that stand by a ruling of the floor, in words, by table."""
        return tuple(
            f"Table {self.name_of(play.table)}, action {n}: {move.action} to {move.detail} stands "
            "by a ruling of the floor"
            for play in self.plays
            for n, move in enumerate(play.line, 1)
            if n in play.ruled
        )

    def name_of(self, table: str) -> str:
        """The name that the table is shown by."""
        return self.table_names.get(table, table)


@lru_cache(maxsize=4096)
def acting_order(seats: tuple[int, ...], button: int, direction: str) -> tuple[int, ...]:
    """The seats in the order of action, the one after ``button`` first, the button last (P6, H2).

    The button may be at an empty seat.

    >>> acting_order((1, 2, 3), 1, "descending")
    (3, 2, 1)
    """
    if direction == "ascending":
        return tuple(sorted(seats, key=lambda seat: (seat <= button, seat)))
    return tuple(sorted(seats, key=lambda seat: (seat >= button, -seat)))
