"""Which tables a split screen shows, in which order: tables of one branch side by side."""

from __future__ import annotations

from collections.abc import Sequence

from producer.compare.model import Comparison, Fork
from producer.stages.moment import NoKeyFork


def fork_of(comparison: Comparison, fork: Fork | None) -> Fork:
    """``fork``, by default the best pick's. Raises NoKeyFork if there is none."""
    found = fork or comparison.fork
    if found is None:
        raise NoKeyFork(
            f"deal {comparison.deal.key}: no two tables chose differently in the same spot",
            "pick another deal",
        )
    return found


def suggested(comparison: Comparison, fork: Fork, count: int) -> tuple[str, ...]:
    """``count`` tables at the fork, every branch with at least one, by branch and then table.

    The suggested pair comes first within its branches; places are given to the branches in turn.
    Raises NoKeyFork if fewer tables are at the fork.
    """
    if len(fork.tables) < count:
        raise NoKeyFork(
            f"deal {comparison.deal.key}: {len(fork.tables)} tables are at the fork, not {count}",
            f"split {len(fork.tables)} of them or fewer",
        )
    lists = [
        sorted(branch.tables, key=lambda table: (table not in comparison.pairing, table))
        for branch in fork.branches
    ]
    chosen: list[list[str]] = [[] for _ in lists]
    while sum(map(len, chosen)) < count:
        for mine, theirs in zip(chosen, lists, strict=True):
            if len(mine) < len(theirs) and sum(map(len, chosen)) < count:
                mine.append(theirs[len(mine)])
    return tuple(table for mine in chosen for table in mine)


def pair_at_fork(
    comparison: Comparison, fork: Fork, tables: tuple[str, ...], frame: str
) -> tuple[str, str]:
    """The two tables of a frame, by default the suggested pair. Raises NoKeyFork unless
    they are two tables in different branches of the fork."""
    pair = tables or comparison.pairing
    if len(pair) != 2:
        raise NoKeyFork(
            f"deal {comparison.deal.key}: {frame} shows two tables, not {len(pair)}",
            f"pick one of each: {_choices(fork)}",
        )
    at_fork(comparison, fork, pair)
    return pair[0], pair[1]


def at_fork(comparison: Comparison, fork: Fork, tables: Sequence[str]) -> dict[str, int]:
    """By table, the number of its branch. Raises NoKeyFork if one is not at the fork or named
    twice, or if all chose the same."""
    branch = {table: number for number, each in enumerate(fork.branches) for table in each.tables}
    deal, two = comparison.deal.key, len(tables) == 2
    hint = f"pick {'one of each' if two else 'of'}: {_choices(fork)}"
    for table in tables:
        if table not in branch:
            raise NoKeyFork(f"deal {deal}: table {table} is not at the fork", hint)
    if len(set(tables)) != len(tables):
        raise NoKeyFork(f"deal {deal}: a table is named twice", hint)
    found = {table: branch[table] for table in tables}
    if len(set(found.values())) == 1:
        names = (" and " if two else ", ").join(tables)
        raise NoKeyFork(f"deal {deal}: tables {names} chose the same", hint)
    return found


def _choices(fork: Fork) -> str:
    return " against ".join(", ".join(each.tables) for each in fork.branches)
