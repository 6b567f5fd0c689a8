"""The components of merit: values from 0 to 1, each with its reason in words."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from producer.compare.facts import DealContext, Facts, SpotRating, Unit, Written
from producer.compare.forks import share_of_cap
from producer.compare.model import Branch, Component, Fork, Story
from producer.games.line import Chips, Play
from producer.messages import counted, in_a_row, message
from producer.scoring.places import whole

NO_STANDINGS = Component(
    None,
    message("no standings by seats to move: players or deals are missing, or the game has none"),
)
NOBODY_FEATURED = Component(None, message("no player is featured"))
NO_PICTURES = Component(None, message("the session has no recordings and no cameras"))
ONE_TABLE_A_KIND = Component(None, message("every choice was made at one table only"))
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
    counts: tuple[bool, bool] = (False, False),
) -> dict[str, Component]:
    """Gap, swing and signs. ``shown``: the seat's results at the two tables; ``everywhere``: at all
    tables at the spot. Gap and swing are shares of twice the cap: from losing it to winning it.
    ``one``: one ``unit``, in the unit of the results. ``counts``: whether gap and swing count in a
    match.
    """
    gap, swing = apart(shown), whole(max(everywhere) - min(everywhere))
    apart_here, apart_at_most = (
        unit.gap_in_words(chips / one, counts=in_match)
        for chips, in_match in zip((gap, swing), counts, strict=True)
    )
    return {
        "gap": _root(
            gap,
            cap,
            message("the two tables finished {gap} apart", gap=apart_here),
        ),
        "swing": _root(
            swing,
            cap,
            message("up to {gap} between all tables there", gap=apart_at_most),
        ),
        "signs": _signs(shown, unit),
    }


def _signs(shown: Sequence[Chips], unit: Unit) -> Component:
    won, lost, even = unit.ends
    if min(shown) < 0 < max(shown):
        return Component(
            1.0,
            message("one table {won}, the other {lost}", won=message(won), lost=message(lost)),
        )
    if min(shown) > 0:
        return Component(0.0, message("both tables {did}", did=message(won)))
    if not any(shown):
        return Component(0.0, message("both tables {did}", did=message(even)))
    if max(shown) < 0:
        return Component(0.0, message("both tables {did}", did=message(lost)))
    return Component(0.0, message("one table {did}", did=message(even)))


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
    alike = "" if set(fork.tables) & set(by_bots) else facts.known_alike(fork.street)
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
    one, other = (
        written(branch.move) if written else message(branch.move.action) for branch in pair
    )
    if one == other and first == second == 1:
        return message("each {action} at one table", action=one)
    if one == other:
        return counted(
            "one {action} at {n} table, the other at {other}",
            "one {action} at {n} tables, the other at {other}",
            first,
            action=one,
            other=second,
        )
    return counted(
        "{action} at {n} table, {against} at {other}",
        "{action} at {n} tables, {against} at {other}",
        first,
        action=one,
        against=other,
        other=second,
    )


def _contrast(pair: Sequence[Branch], alike: str, written: Written | None) -> str:
    """``alike``: that both knew the same, or nothing."""
    if written:
        return _against(*(written(branch.move) for branch in pair), alike=alike)
    kinds = sorted({branch.move.action for branch in pair})
    action = message(kinds[0])
    one, other = (branch.move.detail for branch in pair)
    if len(kinds) == 1 and isinstance(one, str):
        sides = (in_a_row((action, detail), " ") for detail in (one, str(other)))
        return _against(*sides, alike=alike)
    if len(kinds) == 1:
        sized = any(branch.move.to is not None for branch in pair)
        if sized:
            return message("the same {action} in two sizes", action=action)
        return message("the same {action} in two ways", action=action)
    return _against(action, message(kinds[1]), alike=alike)


def _against(one: str, other: str, *, alike: str) -> str:
    if alike:
        return message("{one} against {other}, {alike}", one=one, other=other, alike=alike)
    return message("{one} against {other}", one=one, other=other)


def _explained(fork: Fork) -> Component:
    """Nothing is said of the results where every branch has one table: they always go with it."""
    if fork.explained is None:
        return ONE_TABLE_A_KIND
    if all(len(branch.tables) == 1 for branch in fork.branches):
        return Component(fork.explained, ONE_TABLE_A_KIND.reason)
    if not fork.difference and not fork.explained:
        return Component(fork.explained, message("every choice led to the same result"))
    if fork.explained >= MOSTLY:
        words = message("same choice, same result: the result goes with this choice")
    elif fork.explained >= HALF:
        words = message("most of the difference between the tables goes with this choice")
    else:
        words = message(
            "tables that chose alike finished far apart too: more than this choice decided"
        )
    return Component(fork.explained, words)


def of_line(tables: Sequence[str]) -> dict[str, Component]:
    """As ``of_fork``, for a pick without a fork."""
    alike = message("no table chose differently")
    return {
        "evenness": Component(0.0, alike),
        "contrast": Component(0.0, alike),
        "explained": Component(None, alike),
        "tables": _number(len(tables)),
    }


def _number(tables: int) -> Component:
    words = counted("{n} table came to this decision", "{n} tables came to this decision", tables)
    return Component(min(1.0, tables / ENOUGH_TABLES), words)


def of_game(spot: SpotRating) -> dict[str, Component]:
    """The components that the game computes for the spot."""
    return {"stake": spot.stake, "directness": spot.directness, "drama": spot.drama}


def of_stories(
    stories: Sequence[Story], alike: Collection[str], typical: bool
) -> dict[str, Component]:
    """``stories``: those that the two tables show. ``alike``: names of stories whose point is that
    results are alike; they have no gap to score, so they count double. At tables that are not
    ``typical`` of their branches a story counts 0."""
    names = in_a_row(message(story.name) for story in stories)
    if not stories:
        return {"story": Component(0.0, message("no story beyond the choice itself"))}
    if not typical:
        words = message("{stories}, but not at a typical table", stories=names)
        return {"story": Component(0.0, words)}
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
    moved = counted("{points} point", "{points} points", 1 if points == "1" else 2, points=points)
    if not places:
        words = message("it moves {points} and no place in the standings", points=moved)
        return Component(around.moved.weight, words)
    words = counted(
        "it moves {n} place and {points} in the standings",
        "it moves {n} places and {points} in the standings",
        places,
        points=moved,
    )
    return Component(around.moved.weight, words)


def _people(shown: Sequence[Play], around: DealContext) -> Component:
    if not around.featured or not shown:
        return NOBODY_FEATURED
    names = [{player.name for player in play.players.values()} for play in shown]
    count = sum(bool(each & around.featured) for each in names)
    words = message(
        "featured players at {count} of {tables} tables", count=count, tables=len(shown)
    )
    return Component(count / len(shown), words)


def _pictures(shown: Sequence[Play], around: DealContext) -> Component:
    if around.pictured is None or not shown:
        return NO_PICTURES
    count = sum(play.table in around.pictured for play in shown)
    if not count:
        return Component(0.0, message("no camera at these tables"))
    if count == len(shown):
        return Component(1.0, message("cameras at both tables"))
    return Component(count / len(shown), message("a camera at one table only"))


def merit(parts: Mapping[str, Component], weights: Mapping[str, float], prior: float) -> float:
    """Weighted mean of the components, 0 to 1. A missing value counts as ``prior``, so that picks
    with and without it stay comparable (DESIGN, comparison 4)."""
    total = math.fsum(weights.values())
    if not total:
        return 0.0
    values = {name: prior if (value := parts[name].value) is None else value for name in weights}
    return math.fsum(weights[name] * value for name, value in values.items()) / total
