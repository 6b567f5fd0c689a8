"""The append-only log: every event received, in order, with its bytes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from producer.acts import ACTS
from producer.events import Event, event_json, parse_event
from producer.feeds import Received
from producer.games.line import DealKey
from producer.record.plan.missing_hands import SentEvent
from producer.record.plan.order import StreamKey
from producer.record.tables.schema import NAMED, NOT_OF_HANDS, OF_HANDS, OF_PLAY, PLAY_TYPES, log
from producer.record.tables.statements import ask, by_group, insert_rows, marks_for
from producer.tournament_events import TOURNAMENT_TYPES, TournamentEvent

_LIVE_HANDS = (
    f"SELECT pos, raw, event, place FROM log WHERE {OF_HANDS} AND {OF_PLAY} "
    "AND type <> 'hand.recorded' "
    "AND session = ? AND grp = ? AND pos < ? "
    "AND NOT EXISTS (SELECT 1 FROM aside WHERE aside.pos = log.pos)"
)
_BEARER = "session = ? AND grp = ? AND tbl = ? AND source = ? AND seq = ? AND pos < ?"
_OF_HAND = f"SELECT raw, event FROM log WHERE {OF_HANDS} AND {_BEARER} AND deal = ?"
_OF_KIND = f"SELECT raw, event FROM log WHERE {NOT_OF_HANDS} AND {_BEARER} AND type = ?"
_OPENINGS = (
    f"SELECT raw, event FROM log WHERE {NOT_OF_HANDS} AND type = 'session.opened' "
    "AND session = ? AND grp = ? AND id = ? ORDER BY pos"
)
_LOST = (
    f"SELECT raw, event FROM log WHERE {NOT_OF_HANDS} "
    "AND type IN ('gap.lost', 'session.opened') AND session = ? AND grp = ? AND tbl = ? AND pos < ?"
)

_IN_TOURNAMENT = (
    f"FROM log WHERE {NOT_OF_HANDS} AND type IN {TOURNAMENT_TYPES} AND session = ? AND grp = ? "
    "AND NOT EXISTS (SELECT 1 FROM aside WHERE aside.pos = log.pos)"
)
_POSITIONS = f"SELECT pos {_IN_TOURNAMENT} ORDER BY pos"
_OF_TOURNAMENT = f"SELECT pos, raw, event {_IN_TOURNAMENT} AND pos > ? AND pos < ? ORDER BY pos"

_OF_TABLE = f"SELECT source, seq, hand FROM log WHERE {NAMED} AND pos < ?"


class EventName(NamedTuple):
    """The full name of an event: its table (``""`` for a group event) and its id."""

    session: str
    group: str
    table: str
    id: str


def name_of(event: Event) -> EventName:
    return EventName(event.session, event.group, event.table or "", event.id)


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """A log entry: the bytes received, and the event as JSON, empty if the bytes are that
    already."""

    raw: bytes
    event: str

    @property
    def parsed(self) -> Event:
        return event_of(self.raw, self.event)

    def is_same(self, item: Received) -> bool:
        """Whether ``item`` has the same bytes or is the same event."""
        return self.raw == item.raw or event_json(self.parsed) == event_json(item.event)


def logged(item: Received) -> LoggedEvent:
    """The log entry of ``item``. Play events, which are nearly all, are stored once; others twice,
    as SQL statements look into their JSON."""
    is_stored_once = item.native and item.event.type in PLAY_TYPES
    return LoggedEvent(item.raw, "" if is_stored_once else event_json(item.event))


def event_of(raw: bytes, event: str) -> Event:
    """The event of a log entry, from its two columns."""
    return parse_event(event or raw)


def logged_events(
    connection: Connection, names: Iterable[EventName]
) -> dict[EventName, LoggedEvent]:
    """Those of ``names`` that are in the log."""
    ids: dict[tuple[str, str, str], set[str]] = {}
    for *place, id in names:
        ids.setdefault((place[0], place[1], place[2]), set()).add(id)
    events: dict[EventName, LoggedEvent] = {}
    for where, wanted in ids.items():
        marks, values = marks_for(wanted)
        query = f"SELECT id, raw, event FROM log WHERE {NAMED} AND id IN ({marks})"
        for id, raw, event in ask(connection, query, (*where, *values)):
            events[EventName(*where, id)] = LoggedEvent(raw, event)
    return events


def logged_openings(connection: Connection, events: Iterable[Event]) -> dict[str, LoggedEvent]:
    """The logged openings, by id, of the same sessions and groups, of any table."""
    openings: dict[str, LoggedEvent] = {}
    for event in events:
        for raw, body in ask(connection, _OPENINGS, (event.session, event.group, event.id)):
            openings.setdefault(event.id, LoggedEvent(raw, body))
    return openings


Entry = tuple[int, Received, LoggedEvent]
"""A position, the item, and its log entry."""


def write(connection: Connection, entries: list[Entry], received_at: str) -> None:
    """Appends ``entries`` at their positions, which follow the last one."""
    rows = [_row(pos, item, entry, received_at) for pos, item, entry in entries]
    insert_rows(connection, _INSERT, rows)


def at_position(connection: Connection, pos: int) -> Received:
    """The entry at ``pos``. Raises NoResultFound."""
    query = select(log.c.raw, log.c.event, log.c.place).where(log.c.pos == pos)
    return _received(connection.execute(query).one())


def alike(
    connection: Connection, key: StreamKey, seq: int, event: Event, before: int
) -> list[Event]:
    """Logged events of a device with the number ``seq`` that may be the same as ``event``: of the
    same deal, or for other events of the same type; at positions below ``before``. Numbers have
    no index of their own, as every commit would have to write it."""
    query = _OF_HAND if _is_of_hand(event) else _OF_KIND
    rows = ask(connection, query, (*key, seq, before, _kind(event)))
    return [event_of(*row) for row in rows]


def is_alike(other: Event, event: Event) -> bool:
    """Whether ``alike`` would find ``other`` for ``event``, apart from device and number."""
    return _is_of_hand(other) == _is_of_hand(event) and _kind(other) == _kind(event)


def _is_of_hand(event: Event) -> bool:
    return event.type.startswith("hand.")


def _kind(event: Event) -> int | str | None:
    return getattr(event.data, "deal", None) if _is_of_hand(event) else event.type


def losses(connection: Connection, key: StreamKey, before: int) -> list[Event]:
    """Events that declare numbers of a table lost, and the table's openings, at positions below
    ``before``."""
    rows = ask(connection, _LOST, (key.session, key.group, key.table, before))
    return [event_of(*row) for row in rows]


def sent(connection: Connection, key: StreamKey, before: int) -> list[SentEvent]:
    """All events of the device's table, of any device, at positions below ``before``."""
    rows = ask(connection, _OF_TABLE, (key.session, key.group, key.table, before))
    return [SentEvent(*row) for row in rows]


def declares_lost(event: Event, key: StreamKey, seq: int) -> bool:
    """Whether ``event`` declares the number ``seq`` lost, or is an opening with that number."""
    place = event.session, event.group, event.table
    if event.type == "gap.lost":
        return (*place, event.data.device) == key and event.data.first <= seq <= event.data.last
    return event.type == "session.opened" and (*place, event.source) == key and event.seq == seq


def live_hands(
    connection: Connection, keys: Iterable[DealKey], before: int
) -> list[tuple[int, Received]]:
    """The events of live hands of ``keys``, at positions below ``before``."""
    found: list[tuple[int, Received]] = []
    for session, group, numbers in by_group(keys):
        marks, values = marks_for(numbers)
        query = f"{_LIVE_HANDS} AND deal IN ({marks}) ORDER BY pos"
        rows = ask(connection, query, (session, group, before, *values))
        found += [
            (pos, Received(raw, event_of(raw, event), where)) for pos, raw, event, where in rows
        ]
    return found


def tournament_events(
    connection: Connection, group: tuple[str, str], before: int, after: int = 0
) -> list[tuple[int, TournamentEvent]]:
    """The events in use of a group's tournament, above position ``after`` and below ``before``."""
    rows = ask(connection, _OF_TOURNAMENT, (*group, after, before))
    found = [(pos, event_of(raw, event)) for pos, raw, event in rows]
    return [(pos, event) for pos, event in found if isinstance(event, TournamentEvent)]


def tournament_positions(connection: Connection, group: tuple[str, str]) -> list[int]:
    """The positions of the events in use of a group's tournament."""
    return [pos for (pos,) in ask(connection, _POSITIONS, group)]


def read(connection: Connection, after: int, limit: int) -> list[tuple[int, Received]]:
    """Up to ``limit`` events (no acts) above position ``after``, with their positions."""
    query = (
        select(log.c.pos, log.c.raw, log.c.event, log.c.place)
        .where(log.c.pos > after, log.c.type.not_in(ACTS))
        .order_by(log.c.pos)
        .limit(limit)
    )
    return [(row.pos, _received(row)) for row in connection.execute(query)]


def has_events(connection: Connection, after: int) -> bool:
    """Whether there is an event (no act) above position ``after``."""
    return bool(ask(connection, _EVENTS_AFTER, (after, *sorted(ACTS))))


def last_position(connection: Connection) -> int:
    ((position,),) = ask(connection, "SELECT max(pos) FROM log")
    return int(position or 0)


def _received(row: Any) -> Received:
    return Received(row.raw, event_of(row.raw, row.event), row.place)


def _row(pos: int, item: Received, entry: LoggedEvent, received_at: str) -> tuple[object, ...]:
    """In the order of the columns."""
    event: Event = item.event
    data = vars(event.data)
    opened = event.type == "session.opened"
    return (
        pos,
        event.id,
        event.session,
        event.group,
        event.table,
        None if opened else data.get("deal"),
        None if opened else data.get("hand"),
        event.source,
        event.seq,
        event.at.isoformat() if event.at else None,
        received_at,
        event.type,
        item.place,
        entry.raw,
        entry.event,
    )


_EVENTS_AFTER = (
    f"SELECT 1 FROM log WHERE pos > ? AND type NOT IN ({','.join('?' * len(ACTS))}) LIMIT 1"
)
_COLUMNS = (
    "pos, id, session, grp, tbl, deal, hand, source, seq, at, received_at, type, place, raw, event"
)
_INSERT = f"INSERT INTO log ({_COLUMNS}) VALUES"
