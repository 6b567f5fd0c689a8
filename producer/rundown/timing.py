"""The rundown against the clock: when each row will begin, when it has to at the latest, and how
much the programme is over or under. Pure.

Before the programme begins, times count from its beginning; on air, from the end of the row that is
on air, and from now on once that row is over. A row that is fixed to the clock never begins early.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True)
class TimedRow:
    """``seconds``: planned. ``fixed``: when it has to begin. ``on_air``: when it began, of one that
    did. ``counts``: whether it will be shown, as long as it was not; a dropped row does not."""

    id: str
    seconds: int
    fixed: datetime | None = None
    on_air: datetime | None = None
    counts: bool = True
    is_break: bool = False


@dataclass(frozen=True, slots=True)
class RowTimes:
    """``starts``: when it began, or will. ``latest``: when it has to begin so that the next fixed
    row and the hard out are met; ``None`` without any. ``late``: of a fixed row, how many seconds
    after its time it will begin; below 0 there is time to fill before it."""

    starts: datetime
    latest: datetime | None = None
    late: int | None = None


@dataclass(frozen=True, slots=True)
class ProgrammeTimes:
    """``rows``: by id, without those that are dropped or were passed over. ``on_air``: the id of
    the row that is, ``""`` for none; ``left``: its seconds, below 0 once it is over. ``ends``: when
    the programme will. ``over``: seconds after the hard out, below 0 for under; ``None`` without
    one. ``next_break``: its id, and in how many seconds it begins."""

    rows: Mapping[str, RowTimes]
    on_air: str
    left: int | None
    ends: datetime
    over: int | None
    next_break: tuple[str, int] | None


def programme_times(
    rows: Sequence[TimedRow],
    now: datetime,
    starts: datetime | None = None,
    hard_out: datetime | None = None,
) -> ProgrammeTimes:
    """``starts``: when the programme is to begin, by default now."""
    begun = [row for row in rows if row.on_air is not None]
    current = max(begun, key=lambda row: row.on_air or now, default=None)
    coming = [
        row
        for row in rows[0 if current is None else rows.index(current) + 1 :]
        if row.counts and row.on_air is None
    ]
    times = {row.id: RowTimes(row.on_air) for row in begun if row.on_air is not None}
    if current is None or current.on_air is None:
        left, at = None, max(now, starts or now)
    else:
        end = current.on_air + timedelta(seconds=current.seconds)
        left, at = _seconds(end - now), max(now, end)
    latest = _back_timed(coming, hard_out)
    for row in coming:
        late = None if row.fixed is None else _seconds(at - row.fixed)
        begins = at if row.fixed is None else max(at, row.fixed)
        times[row.id] = RowTimes(begins, latest[row.id], late)
        at = begins + timedelta(seconds=row.seconds)
    breaks = (row for row in coming if row.is_break)
    following = next(breaks, None)
    return ProgrammeTimes(
        rows=times,
        on_air=current.id if current else "",
        left=left,
        ends=at,
        over=None if hard_out is None else _seconds(at - hard_out),
        next_break=None
        if following is None
        else (following.id, _seconds(times[following.id].starts - now)),
    )


def _back_timed(
    coming: Sequence[TimedRow], hard_out: datetime | None
) -> dict[str, datetime | None]:
    """From the end: each row has to be over when the next one has to begin."""
    latest: dict[str, datetime | None] = {}
    limit = hard_out
    for row in reversed(coming):
        if row.fixed is not None:
            limit = row.fixed
        elif limit is not None:
            limit -= timedelta(seconds=row.seconds)
        latest[row.id] = limit
    return latest


def _seconds(span: timedelta) -> int:
    """Whole seconds; a begun one counts."""
    return -(-span // timedelta(seconds=1))
