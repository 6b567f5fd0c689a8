"""How fast each table plays, and how long since its last hand ended. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median

from producer.record import HandEnd

RECENT = 12
"""The pace is taken from a table's last 12 hands."""

SILENCE = 4
"""A table is silent after 4 times its usual hand without an end."""

LONGEST = timedelta(days=1)
"""A longer gap is not a hand: the device's clock was changed, or is a year off."""

LEAST = timedelta(minutes=1)
"""No table is silent before this, however fast its hands came (in a trial, after a network
outage)."""


@dataclass(frozen=True, slots=True)
class Pace:
    """``hand``: the median time from one end to the next, ``None`` where there is no measure;
    ``silent``: time since the table's last end."""

    hand: timedelta | None
    silent: timedelta

    @property
    def is_silent(self) -> bool:
        return self.hand is not None and self.silent > max(SILENCE * self.hand, LEAST)


def paces(tables: Iterable[str], ends: Sequence[HandEnd], now: datetime) -> Mapping[str, Pace]:
    """By table, its own pace, or the group's where it has fewer than three ends."""
    ends = sorted(map(_plausible, ends), key=lambda end: end.at)
    recent = {table: [end for end in ends if end.table == table][-RECENT:] for table in tables}
    gaps = {table: _gaps(own) for table, own in recent.items()}
    usual = _median([gap for own in gaps.values() for gap in own])
    return {
        table: Pace(
            _median(gaps[table]) if len(gaps[table]) > 1 else usual, _silent(own, ends, now)
        )
        for table, own in recent.items()
    }


def _plausible(end: HandEnd) -> HandEnd:
    """Our clock's time where the device's is in the future."""
    return replace(end, at=end.received) if end.at - end.received > LONGEST else end


def _silent(own: Sequence[HandEnd], all_ends: Sequence[HandEnd], now: datetime) -> timedelta:
    """By our clock where the ends came one by one. From a file they all come at once: then by the
    devices' clocks up to the group's last end, and by ours from there. Device clocks more than
    ``LONGEST`` apart are not compared."""
    if not all_ends:
        return timedelta(0)
    if own and _came_one_by_one(own):
        return now - own[-1].received
    since = own[-1] if own else all_ends[0]
    between = all_ends[-1].at - since.at
    return (between if between <= LONGEST else timedelta(0)) + (now - all_ends[-1].received)


def _came_one_by_one(own: Sequence[HandEnd]) -> bool:
    return len(own) > 1 and 2 * (own[-1].received - own[0].received) >= own[-1].at - own[0].at


def _gaps(own: Sequence[HandEnd]) -> list[timedelta]:
    gaps = [after.at - before.at for before, after in pairwise(own)]
    return [gap for gap in gaps if timedelta(0) < gap <= LONGEST]


def _median(gaps: Sequence[timedelta]) -> timedelta | None:
    return timedelta(seconds=median(gap.total_seconds() for gap in gaps)) if gaps else None
