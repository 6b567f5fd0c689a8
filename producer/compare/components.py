"""The components of merit: values from 0 to 1, each with its reason in words."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from producer.compare.facts import DealContext, Facts, SpotRating, Unit, Written
from producer.compare.forks import share_of_cap
from producer.compare.model import Branch, Component, Fork, Story
from producer.games.line import Chips, Play
from producer.scoring.places import whole

NO_STANDINGS = Component(
    None, "no standings by seats to move: players or deals are missing, or the game has none"
)
NOBODY_FEATURED = Component(None, "no player is featured")
NO_PICTURES = Component(None, "the session has no recordings and no cameras")
ONE_TABLE_A_KIND = Component(None, "every choice was made at one table only")
MOSTLY, HALF = 0.9, 0.5
"""Shares of the variance from which a choice is said to decide the results, or most of them."""

ENOUGH_TABLES = 6
"""Number of tables at a spot from which the component is 1."""


def of_results(
    shown: Sequence[Chips],
    everywhere: Sequence[Chips],
    cap: Chips,
    one: Chips,
    unit: Unit,
) -> dict[str, Component]:
    """Gap, swing and signs. ``shown``: the seat's results at the two tables; ``everywhere``: at all
    tables at the spot. Gap and swing are shares of twice the cap: from losing it to winning it.
    ``one``: one ``unit``, in the unit of the results.
    """
    gap, swing = apart(shown), whole(max(everywhere) - min(everywhere))
    return {
        "gap": _root(gap, cap, f"the two tables finished {unit.gap_in_words(gap / one)} apart"),
        "swing": _root(
            swing, cap, f"up to {unit.gap_in_words(swing / one)} between all tables there"
        ),
        "signs": _signs(shown, unit),
    }


def _signs(shown: Sequence[Chips], unit: Unit) -> Component:
    won, lost, even = unit.ends
    if min(shown) < 0 < max(shown):
        return Component(1.0, f"one table {won}, the other {lost}")
    if min(shown) > 0:
        return Component(0.0, f"both tables {won}")
    if not any(shown):
        return Component(0.0, f"both tables {even}")
    return Component(0.0, f"both tables {lost}" if max(shown) < 0 else f"one table {even}")


def apart(shown: Sequence[Chips]) -> Chips:
    """The gap between two results."""
    return whole(abs(Fraction(shown[0]) - Fraction(shown[1])))


def _root(chips: Chips, cap: Chips, words: str) -> Component:
    return Component(math.sqrt(share_of_cap(chips, 2 * cap)), words)


def of_fork(
    fork: Fork, pair: Sequence[Branch], facts: Facts, by_bots: Collection[str] = ()
) -> dict[str, Component]:
    """How the tables split at a fork, of which ``pair`` is shown. ``by_bots``: tables of bots,
    which see more than a player (RULES B5)."""
    few = min(len(branch.tables) for branch in pair)
    most = max(len(branch.tables) for branch in fork.branches)
    alike = "" if set(fork.tables) & set(by_bots) else f", {facts.known_alike(fork.street)}"
    contrast = facts.contrast(pair[0].move, pair[1].move)
    return {
        "evenness": Component(few / most, _numbers(pair, facts.written)),
        "contrast": Component(contrast, _contrast(pair, alike, facts.written)),
        "explained": _explained(fork),
        "tables": _number(len(fork.tables)),
    }


def _numbers(pair: Sequence[Branch], written: Written | None) -> str:
    """``call at 3 tables, raise at 1``, in the order of the pair."""
    first, second = (len(branch.tables) for branch in pair)
    one, other = (written(each.move) if written else each.move.action for each in pair)
    if one == other and first == second == 1:
        return f"each {one} at one table"
    if one == other:
        one, other = f"one {one}", "the other"
    return f"{one} at {first} {'table' if first == 1 else 'tables'}, {other} at {second}"


def _contrast(pair: Sequence[Branch], alike: str, written: Written | None) -> str:
    """``alike``: that both knew the same, or nothing."""
    if written:
        return f"{' against '.join(written(branch.move) for branch in pair)}{alike}"
    kinds = sorted({branch.move.action for branch in pair})
    one, other = (branch.move.detail for branch in pair)
    if len(kinds) == 1 and isinstance(one, str):
        return f"{kinds[0]} {one} against {kinds[0]} {other}{alike}"
    if len(kinds) == 1:
        sized = any(branch.move.to is not None for branch in pair)
        return f"the same {kinds[0]} in two {'sizes' if sized else 'ways'}"
    return f"{' against '.join(kinds)}{alike}"


def _explained(fork: Fork) -> Component:
    """Nothing is said of the results where every branch has one table: they always go with it."""
    if fork.explained is None:
        return ONE_TABLE_A_KIND
    if all(len(branch.tables) == 1 for branch in fork.branches):
        return Component(fork.explained, ONE_TABLE_A_KIND.reason)
    if not fork.difference and not fork.explained:
        return Component(fork.explained, "every choice led to the same result")
    if fork.explained >= MOSTLY:
        words = "same choice, same result: the result goes with this choice"
    elif fork.explained >= HALF:
        words = "most of the difference between the tables goes with this choice"
    else:
        words = "tables that chose alike finished far apart too: more than this choice decided"
    return Component(fork.explained, words)


def of_line(tables: Sequence[str]) -> dict[str, Component]:
    """As ``of_fork``, for a pick without a fork."""
    return {
        "evenness": Component(0.0, "no table chose differently"),
        "contrast": Component(0.0, "no table chose differently"),
        "explained": Component(None, "no table chose differently"),
        "tables": _number(len(tables)),
    }


def _number(tables: int) -> Component:
    return Component(min(1.0, tables / ENOUGH_TABLES), f"{tables} tables came to this decision")


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
        return {"story": Component(0.0, "no story beyond the choice itself")}
    if not typical:
        return {"story": Component(0.0, f"{names}, but not at a typical table")}
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
    places, points = around.moved.places, f"{float(around.moved.points):.3g}"
    moved = f"{points} {'point' if points == '1' else 'points'}"
    if places:
        moved = f"{places} {'place' if places == 1 else 'places'} and {moved}"
    words = f"it moves {moved}{'' if places else ' and no place'} in the standings"
    return Component(around.moved.weight, words)


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
    words = {0: "no camera at these tables", len(shown): "cameras at both tables"}
    return Component(count / len(shown), words.get(count, "a camera at one table only"))


def merit(parts: Mapping[str, Component], weights: Mapping[str, float], prior: float) -> float:
    """Weighted mean of the components, 0 to 1. A missing value counts as ``prior``, so that picks
    with and without it stay comparable (DESIGN, comparison 4)."""
    total = math.fsum(weights.values())
    if not total:
        return 0.0
    values = {name: prior if (value := parts[name].value) is None else value for name in weights}
    return math.fsum(weights[name] * value for name, value in values.items()) / total
