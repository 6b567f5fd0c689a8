"""What is known of everything that items touch, read from the record as far as it is not yet."""

from __future__ import annotations

import json
from collections.abc import Iterable

from sqlalchemy import Connection, or_, select

from producer.feeds import Heard
from producer.games.line import DealKey
from producer.record import log
from producer.record.derive import take_live
from producer.record.derived import deal_value, play_value, read_sessions
from producer.record.judge import Proof
from producer.record.known import Group, Known, is_live, marked, touch
from producer.record.live import HandKey
from producer.record.marks import mark_value
from producer.record.order import Stream, StreamKey
from producer.record.schema import aside, deals, marks, plays, streams


def load(connection: Connection, known: Known, items: Iterable[Heard], before: int) -> None:
    """Brings ``known`` up to all that ``items`` touch; entries of the log below ``before``."""
    groups: set[Group] = set()
    keys: set[DealKey] = set()
    tables: set[str] = set()
    corrected: set[DealKey] = set()
    keyed: set[StreamKey] = set()
    for item in items:
        event = item.event
        groups.add((event.session, event.group))
        tables.add(event.table or "")
        number = getattr(event.data, "deal", None)
        if number is not None:
            keys.add(DealKey(event.session, event.group, number))
            if event.type == "deal.corrected":
                corrected.add(DealKey(event.session, event.group, number))
        if event.seq is not None and event.table is not None:
            keyed.add(StreamKey(event.session, event.group, event.table, event.source))
        elif event.type == "gap.lost" and event.table is not None:
            keyed.add(StreamKey(event.session, event.group, event.table, event.data.device))
    touch(known, keys)
    _load_groups(connection, known, groups - known.loaded)
    for key in keyed - known.loaded:
        _load_stream(connection, known, key)
    known.loaded |= keyed
    fresh = keys - known.loaded
    _load_marks(connection, known, fresh)
    for item in log.live_hands(connection, fresh, before):
        take_live(known, item)
    for name in [name for name in known.hands if _is_voided(known, name)]:
        del known.hands[name]
    known.loaded |= fresh
    tables |= {name.table for name in known.hands if name.deal in keys}
    _load_plays(connection, known, keys, tables)
    _load_all_plays(connection, known, corrected)


def _is_voided(known: Known, name: HandKey) -> bool:
    return name.hand in marked(known, name.deal, name.table).voided


def _load_groups(connection: Connection, known: Known, groups: set[Group]) -> None:
    if not groups:
        return
    for group, opened in read_sessions(connection).items():
        if group in groups:
            known.sessions[group] = opened
    query = select(aside.c.pos, aside.c.session, aside.c.grp).where(aside.c.why == "unopened")
    for row in connection.execute(query.order_by(aside.c.pos)):
        if (row.session, row.grp) in groups:
            known.unopened.setdefault((row.session, row.grp), []).append(row.pos)
    for group in known.sessions:
        if group in groups and is_live(known, group):
            _load_live_group(connection, known, group)
    known.loaded |= groups


def _load_live_group(connection: Connection, known: Known, group: Group) -> None:
    """Of a live group all decks, and what its tables' hand numbers stand for."""
    for row in connection.execute(
        select(deals).where(deals.c.session == group[0], deals.c.grp == group[1])
    ):
        known.deals[DealKey(*group, row.number)] = deal_value(row)
    query = select(plays.c.tbl, plays.c.hand, plays.c.number).where(
        plays.c.session == group[0], plays.c.grp == group[1]
    )
    for table, hand, number in connection.execute(query):
        known.numbers[*group, table, hand] = number


def _load_stream(connection: Connection, known: Known, key: StreamKey) -> None:
    row = connection.execute(
        select(streams.c.next, streams.c.lost).where(
            streams.c.session == key.session,
            streams.c.grp == key.group,
            streams.c.tbl == key.table,
            streams.c.source == key.source,
        )
    ).first()
    stream = Stream(row.next, [(a, b) for a, b in json.loads(row.lost)]) if row else Stream()
    waiting = connection.execute(
        select(aside.c.seq, aside.c.pos).where(
            aside.c.session == key.session,
            aside.c.grp == key.group,
            aside.c.tbl == key.table,
            aside.c.source == key.source,
            aside.c.why == "waiting",
        )
    )
    stream.waiting = {row.seq: row.pos for row in waiting}
    known.streams[key] = stream


def _load_marks(connection: Connection, known: Known, keys: Iterable[DealKey]) -> None:
    for session, group, numbers in log.by_group(keys):
        query = select(marks).where(
            marks.c.session == session, marks.c.grp == group, marks.c.number.in_(numbers)
        )
        for row in connection.execute(query):
            key = DealKey(session, group, row.number)
            known.marks.setdefault(key, {})[row.tbl] = mark_value(row.mark)


def _load_plays(connection: Connection, known: Known, keys: set[DealKey], tables: set[str]) -> None:
    """Decks of ``keys``, and their plays at ``tables`` and all that are not proved."""
    wanted = {key for key in keys if any((key, table) not in known.loaded for table in tables)}
    known.loaded |= {(key, table) for key in wanted for table in tables}
    for session, group, numbers in log.by_group(wanted):
        if (session, group) not in known.sessions:
            continue
        query = select(deals).where(
            deals.c.session == session, deals.c.grp == group, deals.c.number.in_(numbers)
        )
        for row in connection.execute(query):
            known.deals.setdefault(DealKey(session, group, row.number), deal_value(row))
        which = or_(plays.c.tbl.in_(tables), plays.c.proved == 0)
        _take_plays(connection, known, (session, group), numbers, which)


def _load_all_plays(connection: Connection, known: Known, keys: set[DealKey]) -> None:
    for session, group, numbers in log.by_group(keys):
        if (session, group) in known.sessions:
            _take_plays(connection, known, (session, group), numbers, plays.c.tbl.is_not(None))


def _take_plays(
    connection: Connection, known: Known, group: Group, numbers: list[int], which: object
) -> None:
    query = select(plays).where(
        plays.c.session == group[0],
        plays.c.grp == group[1],
        plays.c.number.in_(numbers),
        which,  # type: ignore[arg-type]
    )
    for row in connection.execute(query):
        key = DealKey(*group, row.number)
        if (key, row.tbl) in known.changed_plays:
            continue  # voided or told anew in this very batch
        proof = Proof(play_value(row, known.sessions[group]), bool(row.proved))
        known.plays.setdefault(key, {}).setdefault(row.tbl, proof)
