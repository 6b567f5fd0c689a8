"""Parallel spots: the same decision after lines that differ only in sizes; nearly the same spot."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from producer.compare.model import ParallelSpot, Reached
from producer.games.cards import Cards
from producer.games.line import Line, Move

THRESHOLD = 0.25
"""Parts of the pot by which two sizes may differ and the spots still count as nearly the same."""

Sizes = Mapping[str, tuple[float | None, ...]]
Kinds = tuple[tuple[str, int, str], ...]


def parallel_spots(
    lines: Mapping[str, Line],
    sizes: Sizes,
    cards: Mapping[int, Cards],
    threshold: float = THRESHOLD,
) -> tuple[ParallelSpot, ...]:
    """Spots that two or more histories of the same kinds reached, where the kinds chosen differ.

    Earliest first. ``distance`` is the largest difference of one size, in parts of the pot; spots
    further apart than ``threshold`` are not told.
    """
    found = []
    for depth in range(1, max(map(len, lines.values()), default=0)):
        for tables in _alike(lines, depth).values():
            reached = _reached(tables, lines, depth)
            distance = _distance(reached, sizes, depth)
            chosen = {move.action for spot in reached for move in spot.moves.values()}
            if len(reached) > 1 and len(chosen) > 1 and distance <= threshold:
                move = lines[tables[0]][depth]
                held = cards.get(move.seat, ())
                found.append(ParallelSpot(move.street, move.seat, held, reached, distance))
    return tuple(found)


def _alike(lines: Mapping[str, Line], depth: int) -> dict[Kinds, list[str]]:
    """By the kinds of the first ``depth`` moves: the tables that came to a decision that way."""
    ways: dict[Kinds, list[str]] = {}
    for table, line in lines.items():
        if len(line) > depth:
            way = tuple((move.street, move.seat, move.action) for move in line[:depth])
            ways.setdefault(way, []).append(table)
    return ways


def _reached(tables: list[str], lines: Mapping[str, Line], depth: int) -> tuple[Reached, ...]:
    """The distinct histories among ``tables``, with what each table then did."""
    spots: dict[Line, dict[str, Move]] = {}
    for table in tables:
        spots.setdefault(lines[table][:depth], {})[table] = lines[table][depth]
    return tuple(Reached(history, moves) for history, moves in spots.items())


def _distance(reached: tuple[Reached, ...], sizes: Sizes, depth: int) -> float:
    told = [sizes[next(iter(spot.moves))][:depth] for spot in reached]
    return max(
        (
            abs(a - b)
            for one, other in combinations(told, 2)
            for a, b in zip(one, other, strict=True)
            if a is not None and b is not None
        ),
        default=0.0,
    )
