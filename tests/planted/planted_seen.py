"""A deal laid out for the definitions: every table replayed, every fork, plain facts of a hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import mean

from producer.games.holdem import Replay, Spot, finished, replay
from producer.games.holdem.ranks import rank
from producer.games.line import Deal, Line, Move, Play


@dataclass(frozen=True, slots=True)
class Table:
    """One table's hand: its line, what the replay says of it, the seats' results in chips."""

    name: str
    line: Line
    told: Replay
    result: dict[int, float]


@dataclass(frozen=True, slots=True)
class Fork:
    """A spot whose tables share the ``place`` moves before it and chose differently there."""

    place: int
    spot: Spot
    moves: dict[str, Move]

    def those(self, *actions: str) -> list[str]:
        """The tables at the fork that took one of ``actions``."""
        return [table for table, move in self.moves.items() if move.action in actions]

    def others(self, *actions: str) -> list[str]:
        """The tables at the fork that took none of ``actions``."""
        return [table for table, move in self.moves.items() if move.action not in actions]


@dataclass(frozen=True, slots=True)
class Seen:
    """A deal laid out; ``cap`` in chips: of the rules, else the smallest starting stack."""

    deal: Deal
    cap: float
    big_blind: int
    tables: dict[str, Table]
    forks: list[Fork]

    def result(self, table: str, seat: int) -> float:
        """``r(t)`` in caps."""
        return self.tables[table].result[seat] / self.cap

    def average(self, tables: list[str], seat: int) -> float:
        """The mean of the seat's results over ``tables``, in caps."""
        return mean(self.result(table, seat) for table in tables)

    def moves_after(self, table: str, fork: Fork) -> Line:
        """What was done at a table after the fork's own move."""
        return self.tables[table].line[fork.place + 1 :]

    def showed(self, table: str, seat: int) -> bool:
        """Whether the seat reached a showdown."""
        return seat in self.tables[table].told.shown

    def worth(self, seat: int) -> int:
        """The place of the seat's hand at the river, smaller is better."""
        return rank(self.deal.cards[seat] + self.deal.board)

    def beaten(self, table: str, seat: int) -> bool:
        """Whether somebody else at the showdown had a better hand than the seat."""
        shown = self.tables[table].told.shown
        return seat in shown and any(self.worth(o) < self.worth(seat) for o in shown)

    def won_showdown(self, table: str, seat: int) -> bool:
        """Whether the seat's hand was better than every other one shown."""
        shown = self.tables[table].told.shown
        others = [other for other in shown if other != seat]
        return (
            seat in shown
            and bool(others)
            and all(self.worth(seat) < self.worth(other) for other in others)
        )

    def won(self, table: str, seat: int) -> bool:
        """Whether the whole pot went to the seat, shown or not."""
        return self.tables[table].told.live == (seat,) or self.won_showdown(table, seat)

    def added(self, table: str, n: int) -> int:
        """The chips that move ``n`` of a table's line put in."""
        move, spot = self.tables[table].line[n], self.tables[table].told.spots[n]
        return 0 if move.to is None else move.to - spot.street_bets[move.seat]

    def pot(self, table: str) -> float:
        """The pot that was won at the end, in big blinds; what nobody matched is not of it."""
        return sum(pot.amount for pot in self.tables[table].told.pots) / self.big_blind


def laid_out(deal: Deal) -> Seen:
    """The deal with every play replayed. Raises IllegalLine where one does not follow the rules."""
    tables = {play.table: _table(deal, play) for play in deal.plays}
    stacks = [stack for play in deal.plays for stack in play.stacks.values() if stack]
    game = deal.plays[0].game
    cap = game.cap or min(stacks, default=50 * game.big_blind)
    return Seen(deal, cap, game.big_blind, tables, list(_forks(tables)))


def _table(deal: Deal, play: Play) -> Table:
    told = finished(
        replay(
            play.game,
            deal.button,
            deal.direction,
            play.stacks,
            deal.cards,
            deal.board,
            play.line,
        )
    )
    result = {seat: float(chips) for seat, chips in play.result.items()}
    return Table(play.table, told.line, told, result)


def _forks(tables: dict[str, Table]) -> Iterator[Fork]:
    histories: dict[Line, dict[str, Move]] = {}
    for table in tables.values():
        for n, move in enumerate(table.line):
            histories.setdefault(table.line[:n], {})[table.name] = move
    for history, moves in histories.items():
        if len(set(moves.values())) > 1:
            anywhere = tables[next(iter(moves))]
            yield Fork(len(history), anywhere.told.spots[len(history)], moves)
