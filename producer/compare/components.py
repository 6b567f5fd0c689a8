"""The components of merit: values from 0 to 1, each with its reason in words."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from producer.compare.facts import DealContext, SpotRating
from producer.compare.forks import share_of_cap
from producer.compare.model import Branch, Component, Fork, Story
from producer.games.line import Chips, Play
from producer.scoring.places import whole

NO_STANDINGS = Component(None, "no standings to move: players or deals of a group are missing")
NOBODY_FEATURED = Component(None, "no player is featured")
NO_PICTURES = Component(None, "the session names no pictures")
ONE_TABLE_A_KIND = Component(None, "every kind of action was taken at one table only")

ENOUGH_TABLES = 6
"""Number of tables at a spot from which the component is 1."""


def of_results(
    shown: Sequence[Chips], everywhere: Sequence[Chips], cap: Chips
) -> dict[str, Component]:
    """Gap, swing and signs. ``shown``: the seat's results at the two tables; ``everywhere``: at all
    tables at the spot. Gap and swing are shares of twice the cap: from losing it to winning it.
    """
    swing = whole(max(everywhere) - min(everywhere))
    return {
        "gap": _root("the two tables shown finished", apart(shown), cap),
        "swing": _root("all tables at the spot finished up to", swing, cap),
        "signs": Component(
            float(min(shown) < 0 < max(shown)),
            "one table shown won, the other lost"
            if min(shown) < 0 < max(shown)
            else "no win beside a loss",
        ),
    }


def apart(shown: Sequence[Chips]) -> Chips:
    """The gap between two results."""
    return whole(abs(Fraction(shown[0]) - Fraction(shown[1])))


def _root(words: str, chips: Chips, cap: Chips) -> Component:
    share = share_of_cap(chips, 2 * cap)
    return Component(math.sqrt(share), f"{words} {2 * share:.0%} of the cap apart")


def of_fork(fork: Fork, pair: Sequence[Branch], contrast: float) -> dict[str, Component]:
    """How the tables split at a fork. ``contrast``: of the two branches shown."""
    few = min(len(branch.tables) for branch in pair)
    most = max(len(branch.tables) for branch in fork.branches)
    return {
        "evenness": Component(few / most, " against ".join(str(len(b.tables)) for b in pair)),
        "contrast": Component(contrast, _contrast(pair)),
        "explained": _explained(fork),
        "tables": _number(len(fork.tables)),
    }


def _contrast(pair: Sequence[Branch]) -> str:
    kinds = sorted({branch.move.action for branch in pair})
    if len(kinds) == 1:
        return f"one kind of action in different sizes: {kinds[0]}"
    return f"{' against '.join(kinds)} with the same information"


def _explained(fork: Fork) -> Component:
    if fork.explained is None:
        return ONE_TABLE_A_KIND
    return Component(
        fork.explained,
        f"this choice explains {fork.explained:.0%} of the variance of results",
    )


def of_line(tables: Sequence[str]) -> dict[str, Component]:
    """As ``of_fork``, for a pick without a fork."""
    return {
        "evenness": Component(0.0, "no table chose differently"),
        "contrast": Component(0.0, "no table chose differently"),
        "explained": Component(None, "no table chose differently"),
        "tables": _number(len(tables)),
    }


def _number(tables: int) -> Component:
    return Component(min(1.0, tables / ENOUGH_TABLES), f"{tables} tables at the spot")


def of_game(spot: SpotRating) -> dict[str, Component]:
    """The components that the game computes for the spot."""
    return {"stake": spot.stake, "directness": spot.directness, "drama": spot.drama}


def of_stories(
    stories: Sequence[Story], alike: Collection[str], typical: bool
) -> dict[str, Component]:
    """``stories``: those that the two tables show. ``alike``: names of stories whose point is that
    results are alike; they have no gap to score, so they count double. At tables that are not
    ``typical`` of their branches a story counts 0."""
    names = ", ".join(story.name for story in stories)
    if not stories:
        return {"story": Component(0.0, "no story of docs/interest.md")}
    if not typical:
        return {"story": Component(0.0, f"{names}, but at a table that is not typical")}
    value = 1.0 if any(story.name in alike for story in stories) else 0.5
    return {"story": Component(value, names)}


def of_surroundings(shown: Sequence[Play], around: DealContext) -> dict[str, Component]:
    """Components from outside the deal: standings, people, pictures."""
    return {
        "standings": _standings(around),
        "people": _people(shown, around),
        "pictures": _pictures(shown, around),
    }


def _standings(around: DealContext) -> Component:
    if around.moved is None:
        return NO_STANDINGS
    moved = around.moved
    return Component(
        moved.weight, f"{moved.places} places and {float(moved.points):.3g} points moved"
    )


def _people(shown: Sequence[Play], around: DealContext) -> Component:
    if not around.featured or not shown:
        return NOBODY_FEATURED
    names = [{player.name for player in play.players.values()} for play in shown]
    count = sum(bool(each & around.featured) for each in names)
    return Component(count / len(shown), f"featured players at {count} of {len(shown)} tables")


def _pictures(shown: Sequence[Play], around: DealContext) -> Component:
    if around.pictured is None or not shown:
        return NO_PICTURES
    count = sum(play.table in around.pictured for play in shown)
    return Component(count / len(shown), f"pictures of {count} of {len(shown)} tables shown")


def merit(parts: Mapping[str, Component], weights: Mapping[str, float], prior: float) -> float:
    """Weighted mean of the components, 0 to 1. A missing value counts as ``prior``, so that picks
    with and without it stay comparable (DESIGN, comparison 4)."""
    total = math.fsum(weights.values())
    if not total:
        return 0.0
    values = {name: prior if (value := parts[name].value) is None else value for name in weights}
    return math.fsum(weights[name] * value for name, value in values.items()) / total
