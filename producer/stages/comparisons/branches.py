"""The decision that a stage is about, and which tables a split screen shows, in which order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from producer.compare.model import Comparison, Fork, Pick
from producer.events import ResultsGame
from producer.games.cards import Cards
from producer.games.line import Line
from producer.games.results.rules import NO_LINE
from producer.stages.moment import NoKeyFork
from producer.texts import number_of


@dataclass(frozen=True, slots=True)
class DecisionPoint:
    """A decision of one ``seat``. ``at``: by table that came to it, the number of moves before it.
    ``branches``: the tables by what they chose. ``one_spot``: whether all came to it by the same
    moves, with the same information."""

    seat: int
    cards: Cards
    at: Mapping[str, int]
    branches: tuple[tuple[str, ...], ...]
    one_spot: bool = True

    @property
    def tables(self) -> tuple[str, ...]:
        return tuple(table for branch in self.branches for table in branch)


def decision_point(comparison: Comparison, fork: Fork | None = None) -> DecisionPoint:
    """That of ``fork``, by default of the best pick. Raises NoKeyFork if there is none."""
    found = best_point(comparison) if fork is None else _of_fork(fork)
    if found is None:
        if any(isinstance(play.game, ResultsGame) for play in comparison.deal.plays):
            raise NoKeyFork(
                f"deal {comparison.deal.key}: {NO_LINE}",
                "choose the graphic matrix, which shows results, or pick another deal",
            )
        raise NoKeyFork(
            f"deal {comparison.deal.key}: no two tables chose differently in the same spot",
            "pick another deal",
        )
    return found


def best_point(comparison: Comparison) -> DecisionPoint | None:
    """That of the best pick, ``None`` without one, or if its seat never acted at a table shown."""
    best = comparison.best
    if best is None:
        return None
    if best.fork is not None:
        return _of_fork(best.fork)
    acted = set(best.pairing) <= best.at.keys()
    return _without_fork(comparison, best) if acted else None


def _of_fork(fork: Fork) -> DecisionPoint:
    at = dict.fromkeys(fork.tables, len(fork.history))
    branches = tuple(branch.tables for branch in fork.branches)
    return DecisionPoint(fork.seat, fork.cards, at, branches)


def _without_fork(comparison: Comparison, pick: Pick) -> DecisionPoint:
    """Tables that chose differently and are at no fork were not in the same spot."""
    lines = {table: _line(comparison, table, n + 1) for table, n in pick.at.items()}
    branches: dict[tuple[object, ...], list[str]] = {}
    for table, line in lines.items():
        branches.setdefault(line[-1], []).append(table)
    return DecisionPoint(
        pick.seat,
        pick.cards,
        pick.at,
        tuple(map(tuple, branches.values())),
        one_spot=len(set(lines.values())) == 1,
    )


def _line(comparison: Comparison, table: str, moves: int) -> tuple[tuple[object, ...], ...]:
    """The first moves of a table, with amounts in units of its stakes."""
    replayed = comparison.replays[table]
    line: Line = replayed.line[:moves]
    unit = replayed.play.game.unit
    return tuple(
        (each.phase, each.seat, each.action,
         each.detail if each.to is None else Fraction(each.to, unit))
        for each in line
    )  # fmt: skip


def suggested(comparison: Comparison, point: DecisionPoint, count: int) -> tuple[str, ...]:
    """``count`` tables at the decision, every branch with at least one, by branch and then table.

    The suggested pair comes first within its branches; places are given to the branches in turn.
    Raises NoKeyFork if fewer tables came to it.
    """
    if len(point.at) < count:
        raise NoKeyFork(
            f"deal {comparison.deal.key}: {number_of(len(point.at), 'table')} at this decision, "
            f"not {count}",
            "draw the two-up of them" if len(point.at) == 2 else f"split {len(point.at)} or fewer",
        )
    lists = [
        sorted(branch, key=lambda table: (table not in comparison.pairing, table))
        for branch in point.branches
    ]
    chosen: list[list[str]] = [[] for _ in lists]
    while sum(map(len, chosen)) < count:
        for mine, theirs in zip(chosen, lists, strict=True):
            if len(mine) < len(theirs) and sum(map(len, chosen)) < count:
                mine.append(theirs[len(mine)])
    return tuple(table for mine in chosen for table in mine)


def pair_at(
    comparison: Comparison, point: DecisionPoint, tables: tuple[str, ...], frame: str
) -> tuple[str, str]:
    """The two tables of a frame, by default the suggested pair. Raises NoKeyFork unless they are
    two at the decision and, if tables parted there, in different branches."""
    pair = tables or comparison.pairing
    if len(pair) != 2:
        raise NoKeyFork(
            f"deal {comparison.deal.key}: {frame} shows two tables, not {len(pair)}",
            f"pick one of each: {_choices(point)}",
        )
    branches_of(comparison, point, pair)
    return pair[0], pair[1]


def branches_of(
    comparison: Comparison, point: DecisionPoint, tables: Sequence[str]
) -> dict[str, int]:
    """By table, the number of its branch. Raises NoKeyFork if one is not at the decision or named
    twice, or if tables parted there and these chose the same."""
    branch = {table: number for number, each in enumerate(point.branches) for table in each}
    deal, two = comparison.deal.key, len(tables) == 2
    each = two and len(point.branches) > 1
    hint = f"pick {'one of each' if each else 'of'}: {_choices(point)}"
    for table in tables:
        if table not in branch:
            raise NoKeyFork(f"deal {deal}: table {table} is not at this decision", hint)
    if len(set(tables)) != len(tables):
        raise NoKeyFork(f"deal {deal}: a table is named twice", hint)
    found = {table: branch[table] for table in tables}
    if len(set(found.values())) == 1 < len(point.branches):
        names = (" and " if two else ", ").join(tables)
        raise NoKeyFork(f"deal {deal}: tables {names} chose the same", hint)
    return found


def _choices(point: DecisionPoint) -> str:
    """``1, 2 against 3``."""
    return " against ".join(", ".join(each) for each in point.branches)
