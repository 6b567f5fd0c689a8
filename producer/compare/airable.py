"""What keeps a deal off the air: vetoes, holds, and merit after them (comparison 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from producer.compare.facts import Around
from producer.compare.model import Story
from producer.games.line import Chips, Play

VARIETY = 0.15
"""What a story or player of the last three segments costs."""

SMALL_GAP = 3
"""Units of the stakes under which a gap is held back."""

ROADS = "different roads to one result"


def vetoes(shown: Sequence[Play], around: Around) -> tuple[str, ...]:
    """Why the deal must not be shown, in words; empty where nothing forbids it."""
    out = sorted(_names(shown) & around.opted_out)
    found = [f"{name} opted out of being shown" for name in out]
    if around.flag:
        found.append(f"the deal is {around.flag}")
    return tuple(found)


def holds(swing: Mapping[int, Chips], stories: Sequence[Story], unit: int) -> tuple[str, ...]:
    """Warnings a producer can overrule. ``unit``: chips of one unit of the stakes."""
    gap = max(swing.values(), default=0)
    roads = any(story.name == ROADS for story in stories)
    if gap >= SMALL_GAP * unit or roads or not swing:
        return ()
    return (f"the largest gap is {float(gap / unit):.3g} big blinds, under {SMALL_GAP}",)


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
