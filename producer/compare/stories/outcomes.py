"""Stories of the results over all tables: cooler, escape, disaster, opposites, roads (8, 10-13)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product

from producer.compare.model import Branch, Fork, Story
from producer.compare.replayed_plays import lost_showdown, pot_at_end
from producer.compare.stories.model import StoryInput

FIELD = 4
"""Smallest number of tables for stories about the whole field."""

COOLER_LOSS, COOLER_TABLES = 0.9, 0.8
ESCAPE_LOSS, ESCAPED_WITH = 0.8, 0.4
DISASTER = 0.5
OPPOSITE = 0.5
ROADS_POT_BB, ROADS_APART_BB = 15, 1


def cooler(story_input: StoryInput) -> Iterator[Story]:
    """Nearly every table lost the cap at a showdown with these cards."""
    for seat, losses in _losses(story_input):
        lost = tuple(
            table
            for table, share in losses.items()
            if share >= COOLER_LOSS and lost_showdown(story_input.tables[table], seat)
        )
        if len(lost) >= COOLER_TABLES * len(losses):
            others = tuple(table for table in losses if table not in lost)
            yield Story("cooler", seat, lost, others, None, {"tables": len(lost)})


def the_one_who_escaped(story_input: StoryInput) -> Iterator[Story]:
    """All tables but one lost nearly the cap; that one got away."""
    for seat, losses in _losses(story_input):
        ruined = tuple(table for table, share in losses.items() if share >= ESCAPE_LOSS)
        escaped = tuple(table for table, share in losses.items() if share <= ESCAPED_WITH)
        if len(escaped) == 1 and len(ruined) == len(losses) - 1:
            result = story_input.result(escaped[0], seat)
            fork = _fork_of(story_input, seat, escaped, ruined)
            yield Story("the one who escaped", seat, escaped, ruined, fork, {"result": result})


def same_disaster(story_input: StoryInput) -> Iterator[Story]:
    """Every table lost at least half the cap with these cards."""
    for seat, losses in _losses(story_input):
        if all(share >= DISASTER for share in losses.values()):
            least = max(story_input.result(table, seat) for table in losses)
            yield Story("same disaster everywhere", seat, tuple(losses), (), None, {"least": least})


def opposite_results(story_input: StoryInput) -> Iterator[Story]:
    """Half the cap won at one table and lost at another, after the seat chose differently."""
    seats: set[int] = set()
    for fork in story_input.forks:
        won = _branch_of(fork, lambda share: share >= OPPOSITE, story_input)
        lost = _branch_of(fork, lambda share: share <= -OPPOSITE, story_input)
        forked = any(up is not down for up in won.values() for down in lost.values())
        if forked and fork.seat not in seats:
            seats.add(fork.seat)
            apart = max(story_input.result(table, fork.seat) for table in won) - min(
                story_input.result(table, fork.seat) for table in lost
            )
            yield Story(
                "opposite results with one hand",
                fork.seat,
                tuple(won),
                tuple(lost),
                fork,
                {"apart": apart},
            )


def _branch_of(
    fork: Fork, wanted: Callable[[float], bool], story_input: StoryInput
) -> dict[str, Branch]:
    """By table: its branch, where ``wanted`` accepts the result as a share of the cap."""
    return {
        table: branch
        for branch in fork.branches
        for table in branch.tables
        if wanted(story_input.of_cap(story_input.result(table, fork.seat)))
    }


def different_roads(story_input: StoryInput) -> Iterator[Story]:
    """Different kinds of action, big pots, and the same result within a big blind."""
    seats: set[int] = set()
    for fork in story_input.forks:
        for a, b in combinations(fork.branches, 2):
            if a.move.action == b.move.action or fork.seat in seats:
                continue
            pair = _same_result(story_input, fork, a, b)
            if pair:
                seats.add(fork.seat)
                result = story_input.result(pair[0], fork.seat)
                yield Story(
                    "different roads to one result", fork.seat, pair, (), fork, {"result": result}
                )


def _same_result(
    story_input: StoryInput, fork: Fork, a: Branch, b: Branch
) -> tuple[str, str] | None:
    for left, right in product(a.tables, b.tables):
        unit = story_input.tables[left].play.game.unit
        pots = min(pot_at_end(story_input.tables[left]), pot_at_end(story_input.tables[right]))
        near = ROADS_APART_BB * unit
        apart = story_input.result(left, fork.seat) - story_input.result(right, fork.seat)
        if pots >= ROADS_POT_BB * unit and -near <= apart <= near:
            return left, right
    return None


def _losses(story_input: StoryInput) -> Iterator[tuple[int, dict[str, float]]]:
    """Seats dealt in at ``FIELD`` tables or more, each with its losses as shares of the cap."""
    for seat in sorted(
        {seat for replayed in story_input.tables.values() for seat in replayed.result}
    ):
        losses = {
            table: story_input.of_cap(-replayed.result[seat])
            for table, replayed in story_input.tables.items()
            if seat in replayed.result
        }
        if len(losses) >= FIELD:
            yield seat, losses


def _fork_of(
    story_input: StoryInput, seat: int, ones: tuple[str, ...], others: tuple[str, ...]
) -> Fork | None:
    """The seat's first fork that separates ``ones`` from at least one of ``others``."""
    for fork in story_input.forks:
        if fork.seat != seat or not set(ones) <= set(fork.tables):
            continue
        own = {table for b in fork.branches if set(b.tables) & set(ones) for table in b.tables}
        if (set(fork.tables) - own) & set(others):
            return fork
    return None
