"""Parallel spots: the same decision after lines that differ only in bet sizes."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence

from producer.compare.forks import Information, same_everywhere
from producer.compare.model import ParallelSpot, Reached
from producer.games.cards import Cards
from producer.games.line import Line, Move

THRESHOLD = 0.25
"""How far two sizes may differ for spots to be nearly the same, as a fraction of the pot."""

Sizes = Mapping[str, tuple[float | None, ...]]
Kinds = tuple[tuple[str, int, str], ...]
Apart = tuple[int, float, float]


def parallel_spots(
    lines: Mapping[str, Line],
    sizes: Sizes,
    cards: Mapping[int, Cards],
    threshold: float = THRESHOLD,
    information: Information = same_everywhere,
) -> tuple[ParallelSpot, ...]:
    """Spots reached by two or more histories of the same kinds of action, where the next kinds of
    action differ; earliest first.

    Equal histories with different ``information`` (stacks) count as two. Histories are grouped
    while no size differs by more than ``threshold`` of the pot from any other in the group.
    """
    found = []
    ways = {
        table: tuple((move.street, move.seat, move.action) for move in line)
        for table, line in lines.items()
    }
    for depth in range(max(map(len, lines.values()), default=0)):
        alike = [tables for tables in _alike(ways, depth) if len(tables) > 1]
        if not alike:
            break
        for tables in alike:
            if not _differ(tables, ways, depth):
                continue
            for reached in _near(_reached(tables, lines, depth, information), sizes, threshold):
                chosen = [table for spot in reached for table in spot.moves]
                if len(reached) > 1 and _differ(chosen, ways, depth):
                    found.append(_spot(reached, sizes, cards, information))
    return tuple(found)


def _differ(tables: Iterable[str], ways: Mapping[str, Kinds], depth: int) -> bool:
    """Whether the tables chose different kinds of action after ``depth`` moves."""
    return len({ways[table][depth] for table in tables}) > 1


def _spot(
    reached: Sequence[Reached],
    sizes: Sizes,
    cards: Mapping[int, Cards],
    information: Information,
) -> ParallelSpot:
    known = {information(table, len(s.history)) for s in reached for table in s.moves}
    move = next(iter(reached[0].moves.values()))
    apart = _apart(reached, sizes)
    return ParallelSpot(
        street=move.street,
        seat=move.seat,
        cards=cards.get(move.seat, ()),
        spots=tuple(reached),
        distance=_distance(apart),
        apart=apart,
        stacks_differ=len(known) > 1,
    )


def _alike(ways: Mapping[str, Kinds], depth: int) -> Collection[list[str]]:
    """The tables that made another move after ``depth``, grouped by the kinds of those moves."""
    found: dict[Kinds, list[str]] = {}
    for table, way in ways.items():
        if len(way) > depth:
            found.setdefault(way[:depth], []).append(table)
    return found.values()


def _reached(
    tables: Sequence[str], lines: Mapping[str, Line], depth: int, information: Information
) -> tuple[Reached, ...]:
    """The distinct histories among ``tables``, with the next move of each table."""
    spots: dict[tuple[Line, Hashable], dict[str, Move]] = {}
    for table in tables:
        came = (lines[table][:depth], information(table, depth))
        spots.setdefault(came, {})[table] = lines[table][depth]
    return tuple(Reached(history, moves) for (history, _), moves in spots.items())


def _near(reached: Sequence[Reached], sizes: Sizes, threshold: float) -> list[list[Reached]]:
    """Groups of histories that are all near each other. A history joins the first group whose
    every member it is near to."""
    sets: list[list[Reached]] = []
    for spot in sorted(reached, key=lambda each: -len(each.moves)):
        for near in sets:
            if _distance(_apart([*near, spot], sizes)) <= threshold:
                near.append(spot)
                break
        else:
            sets.append([spot])
    return sets


def _distance(apart: Apart | None) -> float:
    return 0.0 if apart is None else apart[2] - apart[1]


def _apart(reached: Sequence[Reached], sizes: Sizes) -> Apart | None:
    """The move whose sizes differ most, with its smallest and largest size; the first of equals,
    ``None`` if all sizes are equal."""
    sizes_before = [sizes[next(iter(spot.moves))][: len(spot.history)] for spot in reached]
    spans = [
        (place, min(known), max(known))
        for place, column in enumerate(zip(*sizes_before, strict=True))
        if (known := [size for size in column if size is not None])
    ]
    widest = max(spans, key=lambda span: span[2] - span[1], default=None)
    return widest if widest is not None and widest[2] > widest[1] else None
