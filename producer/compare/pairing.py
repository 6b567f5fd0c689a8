"""Which tables to put side by side (DESIGN, comparison 6)."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations, product

from producer.compare.forks import Contrast, key_fork
from producer.compare.model import Branch, Comparison, Fork
from producer.games.line import Deal, Line, Move

Pair = tuple[str, str]


def suggest(
    fork: Fork,
    lines: Mapping[str, Line],
    contrast: Contrast,
    tables: int = 2,
    mirrored: Collection[Pair] = (),
    featured: Collection[str] = (),
) -> tuple[str, ...]:
    """Up to ``tables`` tables of a fork, in the order of its branches.

    The first two are one of each of the two branches that are furthest apart. They prefer tables
    where the opponent replied alike, which isolates the choice, then the result nearest the
    branch's median (extremes are cherry-picking), then ``featured`` tables, then ``mirrored``
    pairs. Then comes one table of every other branch, the largest first, and when each has one,
    the branches again.
    """
    reply = {table: _reply(lines[table], len(fork.history)) for table in fork.tables}
    left, right = _furthest(fork.branches, contrast)
    pair = min(
        product(left.tables, right.tables),
        key=lambda two: (
            reply[two[0]] != reply[two[1]],
            _from_median(left, two[0]) + _from_median(right, two[1]),
            -sum(table in featured for table in two),
            not {two, two[::-1]} & set(mirrored),
        ),
    )
    chosen = {left.move: [pair[0]], right.move: [pair[1]]}
    while sum(map(len, chosen.values())) < min(tables, len(fork.tables)):
        branch = _next(fork.branches, chosen)
        taken = chosen.setdefault(branch.move, [])
        taken.append(_typical(branch, taken, lambda table: reply[table] == reply[pair[0]]))
    return tuple(table for branch in fork.branches for table in chosen.get(branch.move, ()))


def mirrored(deal: Deal, fork: Fork) -> tuple[Pair, ...]:
    """The pairs of tables in different branches at which one team sat on both sides of the fork:
    in the actor's seat at the one, in the opponent's at the other, the actor's table first.

    The opponent is who last put something in before the choice, else who moved last; none where
    the fork is the first move.
    """
    opponent = _opponent(fork)
    if opponent is None:
        return ()
    teams = {
        play.table: {seat: player.team for seat, player in play.players.items()}
        for play in deal.plays
    }
    return tuple(
        (own, other)
        for one, two in combinations(fork.branches, 2)
        for pair in product(one.tables, two.tables)
        for own, other in (pair, pair[::-1])
        if (team := teams[own].get(fork.seat)) is not None and team == teams[other].get(opponent)
    )


def in_focus(
    comparison: Comparison, seat: int, contrast: Contrast, tables: int = 2
) -> tuple[str, ...]:
    """Up to ``tables`` tables that show one seat: those of the key fork among its own forks.

    Where the seat never chose differently in the same spot: its best result, its worst, and then
    those that lie furthest from all shown so far.
    """
    plays = comparison.deal.plays
    own = key_fork([fork for fork in comparison.forks if fork.seat == seat], comparison.cap)
    if own is not None:
        lines = {play.table: play.line for play in plays}
        return suggest(own, lines, contrast, tables, mirrored(comparison.deal, own))
    results = {
        table: float(scores[seat])
        for table, scores in comparison.against_average.items()
        if seat in scores
    }
    return _spread(results, tables)


def _furthest(branches: Sequence[Branch], contrast: Contrast) -> tuple[Branch, Branch]:
    return min(
        combinations(branches, 2),
        key=lambda two: (
            -contrast(two[0].move, two[1].move),
            -len(two[0].tables) - len(two[1].tables),
        ),
    )


def _next(branches: Sequence[Branch], chosen: Mapping[Move, Sequence[str]]) -> Branch:
    """The branch with the fewest tables chosen so far, of several the one with most left."""
    left = [each for each in branches if len(chosen.get(each.move, ())) < len(each.tables)]
    return min(
        left,
        key=lambda each: (
            len(chosen.get(each.move, ())),
            len(chosen.get(each.move, ())) - len(each.tables),
        ),
    )


def _typical(branch: Branch, taken: Sequence[str], alike: Callable[[str], bool]) -> str:
    """The table of the branch not taken yet that had the same reply, then the median result."""
    return min(
        (table for table in branch.tables if table not in taken),
        key=lambda table: (not alike(table), _from_median(branch, table)),
    )


def _spread(results: Mapping[str, float], tables: int) -> tuple[str, ...]:
    chosen = sorted(results, key=lambda table: -results[table])[:1]
    while len(chosen) < min(tables, len(results)):
        rest = [table for table in results if table not in chosen]
        chosen.append(
            max(rest, key=lambda each: min(abs(results[each] - results[one]) for one in chosen))
        )
    return tuple(chosen)


def _opponent(fork: Fork) -> int | None:
    others = [move for move in fork.history if move.seat != fork.seat]
    put_in = [move for move in others if move.to is not None]
    return next((move.seat for move in reversed(put_in or others)), None)


def _reply(line: Line, depth: int) -> str:
    """What the next player did after the choice at ``depth``; empty where the hand ended."""
    return line[depth + 1].action if len(line) > depth + 1 else ""


def _from_median(branch: Branch, table: str) -> float:
    median = statistics.median(map(float, branch.results.values()))
    return abs(float(branch.results[table]) - median)
