"""When sealed deals will be released, and which tables they wait for. Pure.

The estimate is the hands a table still has to play, at its pace, from now. Where its order of deals
is known, the hands up to the deal are counted; where it is not, the deal may come next or last, so
``about`` is the middle and ``by`` the end of the table's set. There is no estimate for a table with
a gap in its events, one that has gone silent, or a deal that a person has to enter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import NamedTuple

from producer.games.line import DealKey
from producer.messages import Message, counted, in_a_row, message
from producer.record import Gap, GroupState, HandEnd
from producer.release.decks.draw_check import Orders
from producer.release.forecasts.table_pace import Pace, paces
from producer.release.verdicts import Rules, Verdict, unopened_tables


@dataclass(frozen=True, slots=True)
class Wait:
    """A table that has yet to finish the deal. ``hands``: how many more it plays up to and with
    this one, ``None`` where its order is not known; ``by``: the latest time at its pace; ``why``:
    why there is no estimate, else ``""``."""

    table: str
    hands: int | None
    about: datetime | None
    by: datetime | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Forecast:
    """A sealed deal, or the run of deals from it to number ``last`` of which neither a card nor an
    order is known. ``reasons``: what else it waits for, in words."""

    deal: DealKey
    waits: tuple[Wait, ...]
    reasons: tuple[str, ...]
    about: datetime | None
    by: datetime | None
    last: int

    @property
    def name(self) -> str:
        """The deal's name, or the run's."""
        if self.last == self.deal.number:
            return f"{self.deal}"
        return message("{first} to {last}", first=f"{self.deal}", last=self.last)


class LostHands(NamedTuple):
    """Hands that their tables have played and that wait for a person. ``unusable``: by deal and
    table, the hand that cannot be used. ``missing``: by table, the hands that never arrived. Where
    the table's order is known, they are of the deals that it has gone past, else of any deal."""

    unusable: Mapping[tuple[int, str], int] = MappingProxyType({})
    missing: Mapping[str, Sequence[int]] = MappingProxyType({})


NOTHING_LOST = LostHands()


def forecast(
    book: GroupState,
    rules: Rules,
    verdicts: Mapping[DealKey, Verdict],
    ends: Sequence[HandEnd],
    orders: Orders,
    gaps: Sequence[Gap],
    now: datetime,
    lost: LostHands = NOTHING_LOST,
) -> list[Forecast]:
    """The group's sealed and played-out deals, also those without a known card: soonest first,
    those without an estimate last."""
    pace = paces(book.tables, ends, now)
    why = {table: _why(table, pace[table], _own(gaps, book)) for table in book.tables}
    finished = {
        table: _finished(book, table) | {deal for deal, other in lost.unusable if other == table}
        for table in book.tables
    }
    left_out = {
        table: _left_out(orders[table], finished[table])
        for table in lost.missing
        if table in orders and table in finished
    }
    finished |= {table: finished[table] | deals for table, deals in left_out.items()}
    forecasts = []
    for key, last in _sealed(book, verdicts, orders, {deal for deal, _ in lost.unusable}):
        verdict = verdicts.get(key)
        if verdict is not None and verdict.due is not None:
            forecasts.append(Forecast(key, (), verdict.waits, verdict.due, verdict.due, last))
            continue
        tables = _missing(book, rules, key.number) if verdict is None else verdict.tables
        tables = tuple(table for table in tables if table in finished)
        waits = tuple(
            Wait(
                table,
                None,
                None,
                None,
                message("{table} waits for a person: {what}", table=_table(table), what=person),
            )
            if (person := _for_a_person(table, key.number, lost, left_out))
            else _wait(
                table, why[table], _hands(table, key.number, finished, orders, book), pace, now
            )
            for table in tables
        )
        others = unopened_tables(book, rules) if verdict is None else verdict.waits
        reasons = (*others, *(wait.why for wait in waits if wait.why))
        about, by = _latest(waits, reasons, rules.delay)
        forecasts.append(Forecast(key, waits, reasons, about, by, last))
    far = now + timedelta(days=10_000)
    return sorted(forecasts, key=lambda one: (one.about or far, one.by or far, one.deal))


def _sealed(
    book: GroupState,
    verdicts: Mapping[DealKey, Verdict],
    orders: Orders,
    unusable: Collection[int] = (),
) -> Iterable[tuple[DealKey, int]]:
    """Every deal that is not released, with its own number, and every run of wholly unknown deals,
    with its last number. Deals beyond the session's number of deals are included where events name
    them."""
    total = book.total or 0
    ordered = {number for order in orders.values() for number in order if number <= total}
    free = 1
    for number in sorted({*book.deals, *ordered, *unusable}):
        if free <= (end := min(number - 1, total)):
            yield DealKey(book.session, book.group, free), end
        free = number + 1
        key = DealKey(book.session, book.group, number)
        verdict = verdicts.get(key)
        if verdict is None or verdict.state != "released":
            yield key, number
    if free <= total:
        yield DealKey(book.session, book.group, free), total


def _missing(book: GroupState, rules: Rules, number: int) -> tuple[str, ...]:
    deal = book.deals.get(number)
    done = deal.finished if deal else frozenset()
    return tuple(table for table in book.tables if table not in done | rules.out)


def _why(table: str, pace: Pace, gaps: Sequence[Gap]) -> str:
    """Why there is no estimate for the table's remaining hands; ``""`` where there is."""
    stuck = [gap.behind for gap in gaps if gap.table == table]
    if stuck:
        return stuck[0]
    if pace.hand is None:
        return _unknown_pace(table)
    if pace.is_silent:
        return message(
            "{table} has ended no hand for {time}, at a pace of {pace} a hand",
            table=_table(table),
            time=_lasting(pace.silent),
            pace=_lasting(pace.hand),
        )
    return ""


def _unknown_pace(table: str) -> str:
    return message("the pace of table {name} is not known yet", name=table)


def _table(name: str) -> Message:
    return message("table {name}", name=name)


def _own(gaps: Sequence[Gap], book: GroupState) -> list[Gap]:
    return [gap for gap in gaps if (gap.session, gap.group) == (book.session, book.group)]


def _lasting(time: timedelta) -> str:
    """
    >>> _lasting(timedelta(minutes=125)), _lasting(timedelta(seconds=85))
    ('125 minutes', '1 minute')
    >>> _lasting(timedelta(seconds=40)), _lasting(timedelta(seconds=0.4))
    ('40 seconds', '1 second')
    """
    seconds = max(1, round(time.total_seconds()))
    if seconds < 60:
        return counted("{n} second", "{n} seconds", seconds)
    return counted("{n} minute", "{n} minutes", round(seconds / 60))


@dataclass(frozen=True, slots=True)
class _Hands:
    """How many hands until a table has played a deal: ``exact`` where its order is known, else any
    number up to ``most``."""

    exact: int | None
    most: int


def _hands(
    table: str,
    number: int,
    finished: Mapping[str, frozenset[int]],
    orders: Orders,
    book: GroupState,
) -> _Hands:
    order, done = orders.get(table, ()), finished[table]
    if number in order:
        hands = sum(deal not in done for deal in order[: order.index(number) + 1])
        return _Hands(hands, hands)
    total = book.total or max(book.deals, default=0)
    return _Hands(None, max(total - len(done), 1))


def _wait(table: str, why: str, hands: _Hands, pace: Mapping[str, Pace], now: datetime) -> Wait:
    hand = pace[table].hand
    if why or hand is None:
        return Wait(table, hands.exact, None, None, why)
    middle = (hands.most + 1) / 2 if hands.exact is None else hands.exact
    try:
        return Wait(table, hands.exact, now + hand * middle, now + hand * hands.most)
    except OverflowError:
        return Wait(
            table,
            hands.exact,
            None,
            None,
            message("{table} has too many hands left to estimate", table=_table(table)),
        )


def _for_a_person(
    table: str, number: int, lost: LostHands, left_out: Mapping[str, Collection[int]]
) -> str:
    """What a person has to settle before the table has played the deal; ``""`` if nothing."""
    if (number, table) in lost.unusable:
        return message("its hand {n} cannot be used", n=lost.unusable[number, table])
    missing = lost.missing.get(table, ())
    hands = ", ".join(map(str, missing))
    if hands and not left_out.get(table):
        return counted(
            "its hand {hands}, perhaps of this deal, never arrived",
            "its hands {hands}, perhaps of this deal, never arrived",
            len(missing),
            hands=hands,
        )
    if number not in left_out.get(table, ()):
        return ""
    return counted(
        "its hand {hands} never arrived",
        "its hands {hands} never arrived",
        len(missing),
        hands=hands,
    )


def _left_out(order: Sequence[int], done: Collection[int]) -> frozenset[int]:
    """The deals of an order that the table has gone past.

    >>> sorted(_left_out([5, 3, 1, 4], {5, 1}))
    [3]
    """
    last = max((at for at, deal in enumerate(order) if deal in done), default=0)
    return frozenset(order[:last]) - frozenset(done)


def _latest(
    waits: Sequence[Wait], reasons: Sequence[str], delay: timedelta
) -> tuple[datetime | None, datetime | None]:
    """The last table's times plus the delay; ``None`` where a table has no estimate or there are
    other reasons."""
    abouts, bys = [wait.about for wait in waits], [wait.by for wait in waits]
    if reasons or not waits or None in abouts or None in bys:
        return None, None
    about = max(each for each in abouts if each is not None)
    by = max(each for each in bys if each is not None)
    try:
        return about + delay, by + delay
    except OverflowError:
        return None, None


def _finished(book: GroupState, table: str) -> frozenset[int]:
    return frozenset(number for number, deal in book.deals.items() if table in deal.finished)


def phrases(one: Forecast) -> tuple[str, ...]:
    """What the deal waits for, in words; every table is named once."""
    unknown = [wait for wait in one.waits if wait.why == _unknown_pace(wait.table)]
    stopped = [wait for wait in one.waits if wait.why and wait not in unknown]
    usual = [wait for wait in one.waits if not wait.why]
    whys = {wait.why for wait in one.waits}
    reasons = [reason for reason in one.reasons if reason not in whys]
    if usual:
        reasons.append(_named(usual))
    if unknown:
        named = _named(unknown)
        reasons.append(message("{tables}, whose pace is not known yet", tables=named))
    reasons += [_why_of(wait) for wait in stopped]
    return tuple(reasons)


def _why_of(wait: Wait) -> str:
    """Names how many hands the table has left, where that is known."""
    return wait.why.but(table=_named([wait])) if isinstance(wait.why, Message) else wait.why


def _named(waits: Sequence[Wait]) -> Message:
    """``tables 1 (2 hands), 3 and 5``."""
    *names, last = [
        counted("{name} ({n} hand)", "{name} ({n} hands)", wait.hands, name=wait.table)
        if wait.hands
        else wait.table
        for wait in waits
    ]
    if not names:
        return message("table {name}", name=last)
    return message("tables {names} and {last}", names=in_a_row(names), last=last)


def best_by(forecasts: Iterable[Forecast], until: datetime) -> list[Forecast]:
    """The forecasts whose deal is expected to be released by ``until``."""
    return [one for one in forecasts if one.by is not None and one.by <= until]
