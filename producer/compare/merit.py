"""How worth showing a deal is: named components, their weights, and the reasons in words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from producer.compare.facts import Around, Told
from producer.compare.forks import share_of_cap
from producer.compare.model import Component, Fork, Story
from producer.games.line import Chips, Play

WEIGHTS: Mapping[str, float] = {
    "contrast": 0.25,
    "swing": 0.20,
    "explained": 0.15,
    "standings": 0.15,
    "clarity": 0.10,
    "drama": 0.10,
    "people": 0.05,
}
"""Default weights (DESIGN, comparison 4)."""

CONSEQUENCE = 0.12
"""Share of the cap from which a gap is worth a look without a story."""

TRIFLING = 0.4
"""What the merit of a deal without story or consequence counts."""

NO_STANDINGS = Component(None, "no standings to move: players or deals of a group are missing")
NOBODY_FEATURED = Component(None, "no player is featured")


def components(
    fork: Fork | None, swing: Mapping[int, Chips], cap: Chips, told: Told
) -> dict[str, Component]:
    """Every component by name; ``None`` values carry the reason why there is none.

    ``standings`` and ``people`` are those of a deal that stands alone; see ``from_around``.
    """
    gap = share_of_cap(max(swing.values(), default=0), cap)
    return {
        "contrast": _contrast(fork),
        "swing": Component(
            math.sqrt(gap), f"largest gap of a seat between tables: {gap:.0%} of the cap"
        ),
        "explained": _explained(fork),
        "standings": NO_STANDINGS,
        "clarity": told.clarity,
        "drama": told.drama,
        "people": NOBODY_FEATURED,
    }


def from_around(shown: Sequence[Play], around: Around) -> dict[str, Component]:
    """The components that come from outside the deal."""
    return {"standings": _standings(around), "people": _people(shown, around)}


def _standings(around: Around) -> Component:
    if around.moved is None:
        return NO_STANDINGS
    moved = around.moved
    return Component(
        moved.weight, f"{moved.places} places and {float(moved.points):.3g} points moved"
    )


def _people(shown: Sequence[Play], around: Around) -> Component:
    if not around.featured or not shown:
        return NOBODY_FEATURED
    names = [{player.name for player in play.players.values()} for play in shown]
    count = sum(bool(each & around.featured) for each in names)
    return Component(count / len(shown), f"featured players at {count} of {len(shown)} tables")


def _contrast(fork: Fork | None) -> Component:
    if fork is None:
        return Component(0.0, "the tables never chose differently in the same spot")
    kinds = sorted({branch.move.action for branch in fork.branches})
    if len(kinds) == 1:
        return Component(fork.contrast, f"one kind of action in different sizes: {kinds[0]}")
    return Component(fork.contrast, f"{' against '.join(kinds)} with the same information")


def _explained(fork: Fork | None) -> Component:
    if fork is None:
        return Component(0.0, "no fork that could explain the results")
    return Component(
        fork.explained,
        f"{fork.explained:.0%} of the difference of results goes with this choice",
    )


def merit(
    parts: Mapping[str, Component], weights: Mapping[str, float] = WEIGHTS, *, forked: bool
) -> float:
    """0 to 1: the weighted mean of the components that exist; 0 without a fork (comparison 4)."""
    if not forked:
        return 0.0
    known = {name: part.value for name, part in parts.items() if part.value is not None}
    weight = math.fsum(weights[name] for name in known)
    if not weight:
        return 0.0
    return math.fsum(weights[name] * value for name, value in known.items()) / weight


def is_trifling(stories: Sequence[Story], swing: Mapping[int, Chips], cap: Chips) -> bool:
    """Whether nothing came of the choice: no story, and no gap of at least .12 of the cap."""
    return not stories and share_of_cap(max(swing.values(), default=0), cap) < CONSEQUENCE
