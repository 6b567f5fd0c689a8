"""When sealed deals will be out: which tables they wait for, and about when. Pure.

A table's pace is the median time between its last ends. Where the table's order of deals is known
its next hands are counted; where it is not, a deal may come next or last, so that ``about`` is the
middle and ``by`` the end of the table's set.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median

from producer.games.line import DealKey
from producer.record import End, GroupBook
from producer.release.state import Group, Rules, Verdict

RECENT = 12
"""Ends of a table that its pace is taken from."""

Orders = Mapping[str, Sequence[int]]
"""By table, the numbers of the deals in the order in which it plays them."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A table that is to play the deal. ``hands``: how many more until then, that one counted,
    ``None`` where its order is not known; ``by``: the latest at its pace."""

    table: str
    hands: int | None
    about: datetime | None
    by: datetime | None


@dataclass(frozen=True, slots=True)
class Forecast:
    """A sealed deal. ``reasons``: what else it waits for, in words."""

    deal: DealKey
    waits: tuple[Wait, ...]
    reasons: tuple[str, ...]
    about: datetime | None
    by: datetime | None


@dataclass(frozen=True, slots=True)
class Pace:
    """A table's last end and the time it takes for a hand; ``None`` where nothing is known."""

    last: datetime | None
    hand: timedelta | None


def forecast(
    book: GroupBook,
    rules: Rules,
    verdicts: Mapping[DealKey, Verdict],
    ends: Sequence[End],
    orders: Orders,
    now: datetime,
) -> list[Forecast]:
    """The group's sealed and played-out deals, also those of which no card is known: soonest
    first, those of which nothing can be said last."""
    paces = _paces(book.tables, ends)
    finished = {table: _finished(book, table) for table in book.tables}
    found = []
    for key in _sealed(book, verdicts):
        verdict = verdicts.get(key)
        if verdict is not None and verdict.due is not None:
            found.append(Forecast(key, (), verdict.waits, verdict.due, verdict.due))
            continue
        tables = _missing(book, rules, key.number) if verdict is None else verdict.tables
        tables = tuple(table for table in tables if table in finished)
        waits = tuple(
            _wait(table, key.number, finished[table], orders.get(table), book, paces[table], now)
            for table in tables
        )
        reasons = () if verdict is None else verdict.waits
        about, by = _latest(waits, reasons, rules.delay)
        found.append(Forecast(key, waits, reasons, about, by))
    far = now + timedelta(days=10_000)
    return sorted(found, key=lambda one: (one.about or far, one.by or far, one.deal))


def _sealed(book: GroupBook, verdicts: Mapping[DealKey, Verdict]) -> Iterable[DealKey]:
    numbers = set(book.deals) | set(range(1, (book.total or 0) + 1))
    for number in sorted(numbers):
        key = DealKey(book.session, book.group, number)
        verdict = verdicts.get(key)
        if verdict is None or verdict.state != "released":
            yield key


def _missing(book: GroupBook, rules: Rules, number: int) -> tuple[str, ...]:
    deal = book.deals.get(number)
    done = deal.finished if deal else frozenset()
    return tuple(table for table in book.tables if table not in done | rules.out)


def _wait(
    table: str,
    number: int,
    finished: frozenset[int],
    order: Sequence[int] | None,
    book: GroupBook,
    pace: Pace,
    now: datetime,
) -> Wait:
    if order is not None and number in order:
        before = order[: order.index(number) + 1]
        hands = sum(deal not in finished for deal in before)
        end = _after(pace, hands, now)
        return Wait(table, hands, end, end)
    total = book.total or max(book.deals, default=0)
    left = max(total - len(finished), 1)
    return Wait(table, None, _after(pace, (left + 1) / 2, now), _after(pace, left, now))


def _after(pace: Pace, hands: float, now: datetime) -> datetime | None:
    if pace.hand is None:
        return None
    return max(now, (pace.last or now) + pace.hand * hands)


def _latest(
    waits: Sequence[Wait], reasons: Sequence[str], delay: timedelta
) -> tuple[datetime | None, datetime | None]:
    """The last table's time, and the delay; nothing where one of them cannot be told."""
    abouts, bys = [wait.about for wait in waits], [wait.by for wait in waits]
    if reasons or not waits or None in abouts or None in bys:
        return None, None
    about = max(each for each in abouts if each is not None)
    by = max(each for each in bys if each is not None)
    return about + delay, by + delay


def _finished(book: GroupBook, table: str) -> frozenset[int]:
    return frozenset(number for number, deal in book.deals.items() if table in deal.finished)


def _paces(tables: Iterable[str], ends: Sequence[End]) -> dict[str, Pace]:
    """Each table's own pace; the group's where a table has too few ends."""
    times = {
        table: sorted(end.at for end in ends if end.table == table)[-RECENT:] for table in tables
    }
    gaps = {table: [b - a for a, b in pairwise(own) if b > a] for table, own in times.items()}
    everybody = [gap for own in gaps.values() for gap in own]
    usual = _median(everybody)
    return {
        table: Pace(
            times[table][-1] if times[table] else None,
            _median(gaps[table]) if len(gaps[table]) > 1 else usual,
        )
        for table in times
    }


def _median(gaps: Sequence[timedelta]) -> timedelta | None:
    return timedelta(seconds=median(gap.total_seconds() for gap in gaps)) if gaps else None


def best_by(found: Iterable[Forecast], until: datetime) -> list[Forecast]:
    """Those that are expected to be out at ``until`` at the latest."""
    return [one for one in found if one.by is not None and one.by <= until]


def group_name(group: Group) -> str:
    return f"{group[0]}/{group[1]}"
