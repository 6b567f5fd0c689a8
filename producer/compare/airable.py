"""Vetoes, holds, and merit after them (DESIGN, comparison 5)."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from producer.compare.facts import DealContext, Unit
from producer.compare.model import Story
from producer.games.line import Chips, Play
from producer.messages import message

VARIETY = 0.15
"""Merit lost for a story or player used in the last three segments."""

FLAGS = {
    "void": message("the deal is void"),
    "under review": message("the deal is under review"),
    "wrong deck": message("the tables disagree about its deck"),
}

ROADS = "different roads to one result"
"""The story whose point is a small gap, in every game that has it."""


def vetoes(own: Sequence[str], shown: Sequence[Play], around: DealContext) -> tuple[str, ...]:
    """Reasons why the pick must not be shown; ``own``: those that come from the game's facts."""
    out = sorted(_names(shown) & around.opted_out)
    found = [*own, *(message("{name} opted out of being shown", name=name) for name in out)]
    if around.flag:
        found.append(FLAGS[around.flag])
    return tuple(found)


def holds(gap: Chips, stories: Sequence[Story], chips: Chips, unit: Unit) -> tuple[str, ...]:
    """Warnings that a producer can overrule. ``gap``: between the two tables shown, in the
    comparison's unit; ``chips``: one ``unit`` in the same."""
    roads = any(story.name == ROADS for story in stories)
    if gap >= unit.smallest_gap * chips or roads:
        return ()
    return (
        message(
            "the tables shown finished {gap} apart, under {least}",
            gap=unit.words_for(gap / chips),
            least=unit.smallest_gap,
        ),
    )


def airable(
    merit: float,
    stories: Sequence[Story],
    players: AbstractSet[str],
    around: DealContext,
    against: Sequence[str],
) -> float:
    """Merit less ``VARIETY`` if the story or a player was used lately; 0 with a veto. ``players``:
    those who decide, at the tables shown."""
    if against:
        return 0.0
    used = around.used & (players | {story.name for story in stories})
    return max(0.0, merit - (VARIETY if used else 0.0))


def _names(shown: Sequence[Play]) -> set[str]:
    return {player.name for play in shown for player in play.players.values()}
