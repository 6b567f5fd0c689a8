"""Stories of facing a bet: big fold, big call, everybody called but one (1, 2, 4)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from producer.compare.model import Fork, Story
from producer.compare.replayed_plays import AGGRESSIVE
from producer.compare.stories.model import StoryInput
from producer.games.line import Chips

BIG_PRICE = 0.15
"""Smallest price of a big fold or call, as a share of the cap."""

BIG_DIFFERENCE = 0.25
LONE_DIFFERENCE = 0.20
LONE_TABLES = 4


def big_fold(story_input: StoryInput) -> Iterator[Story]:
    """Folded to a big bet where most continued, and finished far better than those."""
    for fork in _facing(story_input, BIG_PRICE):
        folded, on = _folded_and_on(fork)
        if not folded or len(on) < max(2, -(-len(fork.tables) // 2)):
            continue
        saved = [
            story_input.result(table, fork.seat) - _mean(story_input, on, fork.seat)
            for table in folded
        ]
        if all(story_input.of_cap(chips) >= BIG_DIFFERENCE for chips in saved):
            yield _story("big fold", story_input, fork, folded, on, min(saved))


def big_call(story_input: StoryInput) -> Iterator[Story]:
    """Called a big bet where most folded, and finished far better at a showdown."""
    for fork in _facing(story_input, BIG_PRICE):
        folded, _ = _folded_and_on(fork)
        callers = _tables(fork, "call")
        if not callers or len(folded) < max(2, -(-len(fork.tables) // 2)):
            continue
        gained = [story_input.result(table, fork.seat) - _mean(story_input, folded, fork.seat)
                  for table in callers]  # fmt: skip
        shown = all(fork.seat in story_input.tables[table].replay.shown for table in callers)
        if shown and all(story_input.of_cap(chips) >= BIG_DIFFERENCE for chips in gained):
            yield _story("big call", story_input, fork, callers, folded, min(gained))


def everybody_but_one(story_input: StoryInput) -> Iterator[Story]:
    """All but one table continued; it folded and finished far apart. The largest gap per seat."""
    largest: dict[int, Story] = {}
    for fork in _facing(story_input, 0.0):
        folded, on = _folded_and_on(fork)
        if len(folded) != 1 or len(fork.tables) < LONE_TABLES:
            continue
        apart = story_input.result(folded[0], fork.seat) - _mean(story_input, on, fork.seat)
        known = largest.get(fork.seat)
        least = story_input.of_cap(known.evidence["apart"]) if known else 0.0
        if abs(story_input.of_cap(apart)) >= LONE_DIFFERENCE and abs(
            story_input.of_cap(apart)
        ) > abs(least):
            story = _story("everybody called but one", story_input, fork, folded, on, apart)
            largest[fork.seat] = story
    yield from largest.values()


def _facing(story_input: StoryInput, price: float) -> Iterator[Fork]:
    """The forks whose actor faced a bet or raise and had to add at least ``price`` of the cap."""
    for fork in story_input.forks:
        bet = any(m.action in AGGRESSIVE and m.street == fork.street for m in fork.history)
        if bet and story_input.of_cap(_to_call(story_input, fork)) >= price:
            yield fork


def _to_call(story_input: StoryInput, fork: Fork) -> int:
    return story_input.tables[fork.tables[0]].replay.spots[len(fork.history)].to_call


def _folded_and_on(fork: Fork) -> tuple[tuple[str, ...], tuple[str, ...]]:
    folded = _tables(fork, "fold")
    return folded, tuple(table for table in fork.tables if table not in folded)


def _tables(fork: Fork, action: str) -> tuple[str, ...]:
    return tuple(
        table for branch in fork.branches if branch.move.action == action for table in branch.tables
    )


def _mean(story_input: StoryInput, tables: tuple[str, ...], seat: int) -> Chips:
    return Fraction(sum(story_input.result(table, seat) for table in tables)) / len(tables)


def _story(
    name: str,
    story_input: StoryInput,
    fork: Fork,
    tables: tuple[str, ...],
    others: tuple[str, ...],
    apart: Chips,
) -> Story:
    return Story(
        name,
        fork.seat,
        tables,
        others,
        fork,
        {"to_call": _to_call(story_input, fork), "apart": apart},
    )
