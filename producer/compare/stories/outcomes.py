"""Stories of the results over all tables: cooler, escape, disaster, opposites, roads (8, 10-13)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product

from producer.compare.accounts import lost_showdown, pot_at_end
from producer.compare.model import Branch, Fork, Story
from producer.compare.stories.model import Scene

FIELD = 4
"""Tables from which the field as a whole tells a story."""

COOLER_LOSS, COOLER_TABLES = 0.9, 0.8
ESCAPE_LOSS, ESCAPED_WITH = 0.8, 0.4
DISASTER = 0.5
OPPOSITE = 0.5
ROADS_POT_BB, ROADS_APART_BB = 15, 1


def cooler(scene: Scene) -> Iterator[Story]:
    """Nearly every table lost the cap at a showdown with these cards."""
    for seat, losses in _losses(scene):
        lost = tuple(
            table
            for table, share in losses.items()
            if share >= COOLER_LOSS and lost_showdown(scene.tables[table], seat)
        )
        if len(lost) >= COOLER_TABLES * len(losses):
            others = tuple(table for table in losses if table not in lost)
            yield Story("cooler", seat, lost, others, None, {"tables": len(lost)})


def the_one_who_escaped(scene: Scene) -> Iterator[Story]:
    """All tables but one lost nearly the cap; that one got away."""
    for seat, losses in _losses(scene):
        ruined = tuple(table for table, share in losses.items() if share >= ESCAPE_LOSS)
        escaped = tuple(table for table, share in losses.items() if share <= ESCAPED_WITH)
        if len(escaped) == 1 and len(ruined) == len(losses) - 1:
            result = scene.result(escaped[0], seat)
            fork = _fork_of(scene, seat, escaped, ruined)
            yield Story("the one who escaped", seat, escaped, ruined, fork, {"result": result})


def same_disaster(scene: Scene) -> Iterator[Story]:
    """Every table lost at least half the cap with these cards."""
    for seat, losses in _losses(scene):
        if all(share >= DISASTER for share in losses.values()):
            least = max(scene.result(table, seat) for table in losses)
            yield Story("same disaster everywhere", seat, tuple(losses), (), None, {"least": least})


def opposite_results(scene: Scene) -> Iterator[Story]:
    """Half the cap won at one table and lost at another, parted by a choice of the seat."""
    told: set[int] = set()
    for fork in scene.forks:
        won = _branch_of(fork, lambda share: share >= OPPOSITE, scene)
        lost = _branch_of(fork, lambda share: share <= -OPPOSITE, scene)
        parted = any(up is not down for up in won.values() for down in lost.values())
        if parted and fork.seat not in told:
            told.add(fork.seat)
            apart = max(scene.result(table, fork.seat) for table in won) - min(
                scene.result(table, fork.seat) for table in lost
            )
            yield Story(
                "opposite results with one hand",
                fork.seat,
                tuple(won),
                tuple(lost),
                fork,
                {"apart": apart},
            )


def _branch_of(fork: Fork, wanted: Callable[[float], bool], scene: Scene) -> dict[str, Branch]:
    """The tables whose result, as a share of the cap, is as wanted, with their branch."""
    return {
        table: branch
        for branch in fork.branches
        for table in branch.tables
        if wanted(scene.of_cap(scene.result(table, fork.seat)))
    }


def different_roads(scene: Scene) -> Iterator[Story]:
    """Different kinds of action, big pots, and the same result within a big blind."""
    told: set[int] = set()
    for fork in scene.forks:
        for a, b in combinations(fork.branches, 2):
            if a.move.action == b.move.action or fork.seat in told:
                continue
            pair = _same_result(scene, fork, a, b)
            if pair:
                told.add(fork.seat)
                result = scene.result(pair[0], fork.seat)
                yield Story(
                    "different roads to one result", fork.seat, pair, (), fork, {"result": result}
                )


def _same_result(scene: Scene, fork: Fork, a: Branch, b: Branch) -> tuple[str, str] | None:
    for left, right in product(a.tables, b.tables):
        unit = scene.tables[left].play.game.big_blind
        pots = min(pot_at_end(scene.tables[left]), pot_at_end(scene.tables[right]))
        near = ROADS_APART_BB * unit
        apart = scene.result(left, fork.seat) - scene.result(right, fork.seat)
        if pots >= ROADS_POT_BB * unit and -near <= apart <= near:
            return left, right
    return None


def _losses(scene: Scene) -> Iterator[tuple[int, dict[str, float]]]:
    """By seat dealt in at four tables or more: its loss at each as a share of the cap."""
    for seat in sorted({seat for account in scene.tables.values() for seat in account.result}):
        losses = {
            table: scene.of_cap(-account.result[seat])
            for table, account in scene.tables.items()
            if seat in account.result
        }
        if len(losses) >= FIELD:
            yield seat, losses


def _fork_of(
    scene: Scene, seat: int, ones: tuple[str, ...], others: tuple[str, ...]
) -> Fork | None:
    """The seat's first fork that parts ``ones`` from at least one of ``others``."""
    for fork in scene.forks:
        if fork.seat != seat or not set(ones) <= set(fork.tables):
            continue
        own = {table for b in fork.branches if set(b.tables) & set(ones) for table in b.tables}
        if (set(fork.tables) - own) & set(others):
            return fork
    return None
