"""Which two tables to put side by side (DESIGN, comparison 6)."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from itertools import combinations, product

from producer.compare.forks import Contrast
from producer.compare.model import Branch, Fork
from producer.games.line import Line


def suggest_pair(fork: Fork, lines: Mapping[str, Line], contrast: Contrast) -> tuple[str, str]:
    """One table of each of the two branches that are furthest apart.

    Prefers tables where the opponent replied alike, which isolates the choice, then the result
    nearest the branch's median: extremes are cherry-picking.
    """
    left, right = min(
        combinations(fork.branches, 2),
        key=lambda pair: (
            -contrast(pair[0].move, pair[1].move),
            -len(pair[0].tables) - len(pair[1].tables),
        ),
    )
    reply = {table: _reply(lines[table], len(fork.history)) for table in fork.tables}
    return min(
        product(left.tables, right.tables),
        key=lambda pair: (
            reply[pair[0]] != reply[pair[1]],
            _from_median(left, pair[0]) + _from_median(right, pair[1]),
        ),
    )


def _reply(line: Line, depth: int) -> str:
    """What the next player did after the choice at ``depth``; empty where the hand ended."""
    return line[depth + 1].action if len(line) > depth + 1 else ""


def _from_median(branch: Branch, table: str) -> float:
    median = statistics.median(map(float, branch.results.values()))
    return abs(float(branch.results[table]) - median)
