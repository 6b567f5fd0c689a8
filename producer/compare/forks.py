"""Forks: the prefix tree of the lines and where it branches (DESIGN, comparison 1, 3).

Works on lines of any game; ``contrast`` says how different two moves are.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from producer.compare.model import Branch, Fork
from producer.compare.results import Results
from producer.games.cards import Cards
from producer.games.line import Chips, Line, Move
from producer.scoring.places import whole

Contrast = Callable[[Move, Move], float]

Information = Callable[[str, int], Hashable]
"""What was public at a table before move ``n`` (from 0) besides the moves: rules and stacks.
Tables where it differs are not in the same spot."""


def same_everywhere(_table: str, _n: int) -> Hashable:
    """For tables with the same rules and stacks."""
    return None


@dataclass(frozen=True, slots=True)
class _Spot:
    """A spot of the prefix tree: the tables that reached it, in the order given."""

    history: Line
    tables: tuple[str, ...]


def forks(
    lines: Mapping[str, Line],
    results: Results,
    cards: Mapping[int, Cards],
    contrast: Contrast,
    information: Information = same_everywhere,
) -> tuple[Fork, ...]:
    """All exact forks, earliest first; lines and results by table.

    Tables with the same moves but different ``information`` are not at one fork. Once the
    difference is gone (the player with another stack folds) they are again.
    """
    found: list[Fork] = []
    level = [_Spot((), tuple(lines))]
    while level:
        deeper: list[_Spot] = []
        for spot in level:
            together = _branches(spot, lines)
            for same in _same_information(spot, information) if len(together) > 1 else ():
                branches = together if same == spot else _branches(same, lines)
                if len(branches) > 1:
                    found.append(_fork(spot.history, branches, results, cards, contrast))
            deeper += [
                _Spot((*spot.history, move), tables) for move, tables in together if len(tables) > 1
            ]
        level = deeper
    return tuple(found)


def _same_information(spot: _Spot, information: Information) -> list[_Spot]:
    sets: dict[Hashable, list[str]] = {}
    for table in spot.tables:
        sets.setdefault(information(table, len(spot.history)), []).append(table)
    return [_Spot(spot.history, tuple(tables)) for tables in sets.values()]


def _branches(spot: _Spot, lines: Mapping[str, Line]) -> list[tuple[Move, tuple[str, ...]]]:
    """The moves made at a spot with their tables, most tables first."""
    depth = len(spot.history)
    chosen: dict[Move, list[str]] = {}
    for table in spot.tables:
        if len(lines[table]) > depth:
            chosen.setdefault(lines[table][depth], []).append(table)
    return sorted(
        ((move, tuple(tables)) for move, tables in chosen.items()),
        key=lambda branch: (
            *(-len(branch[1]), branch[0].action),
            *(branch[0].to or 0, str(branch[0].detail)),
        ),
    )


def _fork(
    history: Line,
    branches: Sequence[tuple[Move, tuple[str, ...]]],
    results: Results,
    cards: Mapping[int, Cards],
    contrast: Contrast,
) -> Fork:
    first = branches[0][0]
    drawn = tuple(
        Branch(move, tables, {table: results[table][first.seat] for table in tables})
        for move, tables in branches
    )
    return Fork(
        street=first.street,
        seat=first.seat,
        cards=cards.get(first.seat, ()),
        history=history,
        branches=drawn,
        contrast=max(contrast(a.move, b.move) for a, b in combinations(drawn, 2)),
        explained=explained_share(drawn),
        difference=_difference(drawn),
    )


def explained_share(branches: Sequence[Branch]) -> float | None:
    """Share of the variance of the actor's results that lies between kinds of action.

    Between sizes if there is only one kind; ``None`` if every kind has one table (it would always
    be 1); 0 if results do not vary (DESIGN, comparison 3).
    """
    kinds: dict[str, list[Chips]] = {}
    for branch in branches:
        kinds.setdefault(branch.move.action, []).extend(branch.results.values())
    groups = list(kinds.values())
    if len(groups) == 1:
        groups = [list(branch.results.values()) for branch in branches]
    everything = [result for group in groups for result in group]
    if min(everything) == max(everything):
        return 0.0
    if len(groups) == len(everything):
        return None
    # Fractions: the order of the tables must not change the result
    level = Fraction(sum(everything) ** 2, len(everything))
    total = sum(result**2 for result in everything) - level
    between = sum(Fraction(sum(group) ** 2, len(group)) for group in groups) - level
    return float(between / total)


def _difference(branches: Sequence[Branch]) -> Chips:
    """The largest difference of the actor's result between two tables in different branches."""
    return whole(
        max(
            max(max(a.results.values()) - min(b.results.values()),
                max(b.results.values()) - min(a.results.values()))
            for a, b in combinations(branches, 2)
        )
    )  # fmt: skip


def share_of_cap(chips: Chips, cap: Chips) -> float:
    """A ratio to the cap, clipped to 1 (comparison 3)."""
    return min(1.0, float(chips / cap))


def scaled(line: Line, factor: Fraction | int) -> Line:
    """The line with its amounts in a common unit, so that equal moves compare equal."""
    if factor == 1:
        return line
    return tuple(
        move if move.to is None else move._replace(detail=int(move.to * factor)) for move in line
    )
