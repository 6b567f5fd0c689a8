"""How fast a table plays, and how long nothing has come from it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median

from producer.record import HandEnd

RECENT = 12
"""Ends of a table that its pace is taken from."""

SILENCE = 4
"""Hands that a table could have ended since its last one before it counts as silent."""

LONGEST = timedelta(days=1)
"""Nobody plays a hand for longer: a clock was set in between, or is of another year."""

LEAST = timedelta(minutes=1)
"""No table is silent for less, however fast its hands came, as in a trial or after a cut line."""


@dataclass(frozen=True, slots=True)
class Pace:
    """``hand``: the median time between a table's last ends, ``None`` where nothing is known;
    ``silent``: how long ago the last of them was."""

    hand: timedelta | None
    silent: timedelta

    @property
    def is_silent(self) -> bool:
        return self.hand is not None and self.silent > max(SILENCE * self.hand, LEAST)


def paces(tables: Iterable[str], ends: Sequence[HandEnd], now: datetime) -> Mapping[str, Pace]:
    """Each table's own pace; the group's where a table has too few ends."""
    told = sorted(map(_believed, ends), key=lambda end: end.at)
    recent = {table: [end for end in told if end.table == table][-RECENT:] for table in tables}
    gaps = {table: _gaps(own) for table, own in recent.items()}
    usual = _median([gap for own in gaps.values() for gap in own])
    return {
        table: Pace(
            _median(gaps[table]) if len(gaps[table]) > 1 else usual, _silent(own, told, now)
        )
        for table, own in recent.items()
    }


def _believed(end: HandEnd) -> HandEnd:
    """By our clock where the device's tells of a time to come."""
    return replace(end, at=end.heard) if end.at - end.heard > LONGEST else end


def _silent(own: Sequence[HandEnd], everybody: Sequence[HandEnd], now: datetime) -> timedelta:
    """By our clock where the table's ends came as they happened. A file has them all at once:
    then by the devices' clocks up to the group's last end, and by ours from there. Clocks that are
    far apart tell nothing of each other."""
    if not everybody:
        return timedelta(0)
    if own and _came_as_they_happened(own):
        return now - own[-1].heard
    since = own[-1] if own else everybody[0]
    between = everybody[-1].at - since.at
    return (between if between <= LONGEST else timedelta(0)) + (now - everybody[-1].heard)


def _came_as_they_happened(own: Sequence[HandEnd]) -> bool:
    return len(own) > 1 and 2 * (own[-1].heard - own[0].heard) >= own[-1].at - own[0].at


def _gaps(own: Sequence[HandEnd]) -> list[timedelta]:
    gaps = [after.at - before.at for before, after in pairwise(own)]
    return [gap for gap in gaps if timedelta(0) < gap <= LONGEST]


def _median(gaps: Sequence[timedelta]) -> timedelta | None:
    return timedelta(seconds=median(gap.total_seconds() for gap in gaps)) if gaps else None
