"""What the comparison asks of high card."""

from collections.abc import Mapping, Sequence
from functools import partial

from high_card.rules import MOST_RAISED, ReplayedHighCard
from producer.compare.facts import Facts, ForkedTables, GameFacts, SpotRating, Unit
from producer.games.line import Move, Play


def contrast(a: Move, b: Move) -> float:
    if a.action == b.action:
        return 0.0 if a.detail == b.detail else 0.25
    return 0.7 if "raise" in {a.action, b.action} else 0.6


def cap(play: Play) -> int:
    return MOST_RAISED * play.game.unit


def unit(play: Play) -> int:
    return play.game.unit


def spot(
    replays: Mapping[str, ReplayedHighCard], _: int, n: int, tables: Sequence[str]
) -> SpotRating:
    spots = replays[tables[0]].spots
    return SpotRating(pot=spots[n].pot if n < len(spots) else None)


def describe(forked: ForkedTables) -> GameFacts:
    return GameFacts(spot=partial(spot, forked.replays))


FACTS = Facts(contrast, cap, unit, describe, Unit("st", "stake", "stakes", 1))
