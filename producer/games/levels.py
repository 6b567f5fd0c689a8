"""Blind levels of a tournament: by eliminations, as the tour plays, or by time (RULES H7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """Blinds and ante in smallest units (cents, say)."""

    small_blind: int
    big_blind: int
    ante: int = 0


Rise = Callable[[int, int, float], Level]
"""The level of a hand, given players at the start, players left and seconds played."""


def by_eliminations(first: Level, every: int = 2) -> Rise:
    """Blinds and ante double each time ``every`` more players are out (H7).

    >>> rise = by_eliminations(Level(25, 50))
    >>> rise(8, 6, 0.0), rise(8, 3, 0.0)
    (Level(small_blind=50, big_blind=100, ante=0), Level(small_blind=100, big_blind=200, ante=0))
    """
    if every < 1:
        raise ValueError(f"blinds cannot rise every {every} eliminations")

    def rise(players: int, left: int, _seconds: float) -> Level:
        times = 2 ** ((players - left) // every)
        return Level(first.small_blind * times, first.big_blind * times, first.ante * times)

    return rise


def by_time(levels: tuple[Level, ...], seconds: float) -> Rise:
    """Each level lasts ``seconds``; the last one stays."""
    if not levels:
        raise ValueError("a tournament has at least one level")
    if seconds <= 0:
        raise ValueError(f"a level cannot last {seconds} seconds")

    def rise(_players: int, _left: int, played: float) -> Level:
        return levels[min(int(played // seconds), len(levels) - 1)]

    return rise
