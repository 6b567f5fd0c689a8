"""What has aired, in order, and which stories and players it has used. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from producer.acts import Act, SegmentAiredAct
from producer.games.line import DealKey

LATELY = 3
"""Aired segments whose stories and players are used (DESIGN, comparison 5)."""


@dataclass(frozen=True, slots=True)
class AiredSegment:
    """``segment``: its id in the rundown, ``""`` if it is not there. ``on_air``: when it began.
    ``seconds``: its length; ``planned``: its planned length, 0 if none. ``used``: its stories and
    players."""

    segment: str
    deal: DealKey
    pick: str
    on_air: datetime
    tables: tuple[str, ...] = ()
    seconds: float = 0
    planned: int = 0
    used: frozenset[str] = frozenset()


def aired_segments(acts: Iterable[Act]) -> tuple[AiredSegment, ...]:
    """In the order in which they aired, those of sealed deals too."""
    found: dict[tuple[str, DealKey, str, datetime], AiredSegment] = {}
    for act in acts:
        if isinstance(act, SegmentAiredAct):
            data = act.data
            deal = DealKey(data.session, data.group, data.deal)
            named = data.segment, deal, data.pick, data.on_air
            found.pop(named, None)
            if data.aired:
                found[named] = AiredSegment(
                    *named, data.tables, data.seconds, data.planned, frozenset(data.used)
                )
    return tuple(sorted(found.values(), key=lambda each: each.on_air))


def used_lately(aired: Iterable[AiredSegment]) -> frozenset[str]:
    """The stories and players of the last ``LATELY`` segments; a pick that aired several times
    counts once."""
    by_pick: dict[tuple[DealKey, str], frozenset[str]] = {}
    for each in aired:
        by_pick.pop((each.deal, each.pick), None)
        by_pick[each.deal, each.pick] = each.used
    return frozenset(name for used in list(by_pick.values())[-LATELY:] for name in used)
