"""What keeps a deal off the air: vetoes, holds, and merit after them (comparison 5)."""

from __future__ import annotations

from collections.abc import Sequence

from producer.compare.facts import Around, Unit
from producer.compare.model import Story
from producer.games.line import Chips, Play

VARIETY = 0.15
"""What a story or player of the last three segments costs."""

FLAGS = {"wrong deck": "the tables disagree about its deck"}
"""What a flag means, where the word alone does not say it."""

ROADS = "different roads to one result"
"""The story whose point is that the gap is small, in every game that tells it."""


def vetoes(own: Sequence[str], shown: Sequence[Play], around: Around) -> tuple[str, ...]:
    """Why the deal must not be shown, in words; empty where nothing forbids it.

    ``own``: what the game's facts say against it.
    """
    out = sorted(_names(shown) & around.opted_out)
    found = [*own, *(f"{name} opted out of being shown" for name in out)]
    if around.flag:
        found.append(FLAGS.get(around.flag, f"the deal is {around.flag}"))
    return tuple(found)


def holds(gap: Chips, stories: Sequence[Story], chips: Chips, unit: Unit) -> tuple[str, ...]:
    """Warnings a producer can overrule. ``gap``: between the two tables shown; ``chips``: what one
    ``unit`` of it is."""
    roads = any(story.name == ROADS for story in stories)
    if gap >= unit.smallest_gap * chips or roads:
        return ()
    number = f"{float(gap / chips):.3g}"
    words = unit.one if number == "1" else unit.words
    return (f"the tables shown finished {number} {words} apart, under {unit.smallest_gap}",)


def airable(
    merit: float,
    stories: Sequence[Story],
    shown: Sequence[Play],
    around: Around,
    against: Sequence[str],
) -> float:
    """Merit less what was shown lately; 0 where a veto stands."""
    if against:
        return 0.0
    used = around.used & (_names(shown) | {story.name for story in stories})
    return max(0.0, merit - (VARIETY if used else 0.0))


def _names(shown: Sequence[Play]) -> set[str]:
    return {player.name for play in shown for player in play.players.values()}
