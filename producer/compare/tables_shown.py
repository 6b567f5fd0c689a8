"""Selects the two tables that show a pair of branches (DESIGN, comparison 6)."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import product

from producer.compare.facts import no_match
from producer.compare.model import Branch
from producer.games.line import Chips, Line, Play

NEAR_THE_MEDIAN = 3
"""Units (big blinds) from a branch's median within which a result is typical of it."""


def typical(branch: Branch, unit: Chips) -> tuple[str, ...]:
    """The tables whose result is within ``NEAR_THE_MEDIAN`` units of the branch's median, else the
    nearest to it. ``unit``: one big blind in the unit of the results."""
    median = statistics.median(map(float, branch.results.values()))
    away = {table: abs(float(result) - median) for table, result in branch.results.items()}
    limit = max(NEAR_THE_MEDIAN * float(unit), min(away.values()))
    return tuple(table for table in branch.tables if away[table] <= limit)


def two_tables(
    first: Sequence[str],
    second: Sequence[str],
    depth: int,
    plays: Mapping[str, Play],
    pictured: Collection[str] = (),
    featured: Collection[str] = (),
    counts: Callable[[Sequence[str]], bool] = no_match,
) -> tuple[str, str]:
    """One table from each branch. Preferred, in this order: the same reply to the choice at
    ``depth`` (it isolates the choice), a difference that ``counts`` in a match, pictures,
    ``featured`` players, four different teams, and the order given (the roster's)."""
    opponent = _opponent(plays[first[0]].line[: depth + 1])

    def preference(pair: tuple[str, str]) -> tuple[bool, bool, int, int, int]:
        one, two = pair
        replies = {_reply(plays[table].line, depth) for table in pair}
        return (
            len(replies) > 1,
            not counts(pair),
            -sum(table in pictured for table in pair),
            -sum(_has_one_of(plays[table], featured) for table in pair),
            -len(_teams(plays[one], opponent) | _teams(plays[two], opponent)),
        )

    return min(product(first, second), key=preference)


def _reply(line: Line, depth: int) -> str:
    """The next player's action after the choice; empty if the hand ended."""
    return line[depth + 1].action if len(line) > depth + 1 else ""


def _opponent(line: Line) -> tuple[int, ...]:
    """The seat that chooses, last of ``line``, and the one that last put something in before it,
    else the one that moved last."""
    seat = line[-1].seat
    others = [move for move in line[:-1] if move.seat != seat]
    put_in = [move for move in others if move.to is not None]
    return (seat, *(move.seat for move in (put_in or others)[-1:]))


def _teams(play: Play, seats: Sequence[int]) -> set[str]:
    players = (play.players.get(seat) for seat in seats)
    return {player.team for player in players if player is not None and player.team is not None}


def _has_one_of(play: Play, names: Collection[str]) -> bool:
    return any(player.name in names for player in play.players.values())
