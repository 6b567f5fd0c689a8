"""Stories of a choice under fire: big fold, big call, everybody called but one (1, 2, 4)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from producer.compare.accounts import AGGRESSIVE
from producer.compare.model import Fork, Story
from producer.compare.stories.model import Scene
from producer.games.line import Chips

BIG_PRICE = 0.15
"""Share of the cap that a big fold or call is faced with."""

BIG_DIFFERENCE = 0.25
LONE_DIFFERENCE = 0.20
LONE_TABLES = 4


def big_fold(scene: Scene) -> Iterator[Story]:
    """Folded to a big bet where most went on, and stood far better than those who did."""
    for fork in _facing(scene, BIG_PRICE):
        folded, on = _folded_and_on(fork)
        if not folded or len(on) < max(2, -(-len(fork.tables) // 2)):
            continue
        saved = [scene.result(table, fork.seat) - _mean(scene, on, fork.seat) for table in folded]
        if all(scene.of_cap(chips) >= BIG_DIFFERENCE for chips in saved):
            yield _story("big fold", scene, fork, folded, on, min(saved))


def big_call(scene: Scene) -> Iterator[Story]:
    """Called a big bet where most folded, and stood far better at the showdown."""
    for fork in _facing(scene, BIG_PRICE):
        folded, _ = _folded_and_on(fork)
        callers = _tables(fork, "call")
        if not callers or len(folded) < max(2, -(-len(fork.tables) // 2)):
            continue
        gained = [scene.result(table, fork.seat) - _mean(scene, folded, fork.seat)
                  for table in callers]  # fmt: skip
        shown = all(fork.seat in scene.tables[table].replay.shown for table in callers)
        if shown and all(scene.of_cap(chips) >= BIG_DIFFERENCE for chips in gained):
            yield _story("big call", scene, fork, callers, folded, min(gained))


def everybody_but_one(scene: Scene) -> Iterator[Story]:
    """All went on but one table, which folded and fared differently; the largest gap a seat."""
    largest: dict[int, Story] = {}
    for fork in _facing(scene, 0.0):
        folded, on = _folded_and_on(fork)
        if len(folded) != 1 or len(fork.tables) < LONE_TABLES:
            continue
        apart = scene.result(folded[0], fork.seat) - _mean(scene, on, fork.seat)
        known = largest.get(fork.seat)
        least = scene.of_cap(known.evidence["apart"]) if known else 0.0
        if abs(scene.of_cap(apart)) >= LONE_DIFFERENCE and abs(scene.of_cap(apart)) > abs(least):
            story = _story("everybody called but one", scene, fork, folded, on, apart)
            largest[fork.seat] = story
    yield from largest.values()


def _facing(scene: Scene, price: float) -> Iterator[Fork]:
    """The forks whose actor faced a bet or raise and had to add at least ``price`` of the cap."""
    for fork in scene.forks:
        bet = any(m.action in AGGRESSIVE and m.street == fork.street for m in fork.history)
        if bet and scene.of_cap(_to_call(scene, fork)) >= price:
            yield fork


def _to_call(scene: Scene, fork: Fork) -> int:
    return scene.tables[fork.tables[0]].replay.spots[len(fork.history)].to_call


def _folded_and_on(fork: Fork) -> tuple[tuple[str, ...], tuple[str, ...]]:
    folded = _tables(fork, "fold")
    return folded, tuple(table for table in fork.tables if table not in folded)


def _tables(fork: Fork, action: str) -> tuple[str, ...]:
    return tuple(
        table for branch in fork.branches if branch.move.action == action for table in branch.tables
    )


def _mean(scene: Scene, tables: tuple[str, ...], seat: int) -> Chips:
    return Fraction(sum(scene.result(table, seat) for table in tables)) / len(tables)


def _story(
    name: str,
    scene: Scene,
    fork: Fork,
    tables: tuple[str, ...],
    others: tuple[str, ...],
    apart: Chips,
) -> Story:
    return Story(
        name, fork.seat, tables, others, fork, {"to_call": _to_call(scene, fork), "apart": apart}
    )
