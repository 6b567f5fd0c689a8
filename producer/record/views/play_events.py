"""When a group's hands were played: their events with their times, and the numbers that came."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from producer.events import Event
from producer.games.line import DealKey
from producer.record.tables.log import event_of
from producer.record.tables.schema import NOT_OF_HANDS, OF_HANDS, OF_PLAY
from producer.record.tables.statements import ask

Group = tuple[str, str]

_COLUMNS = (
    "pos, id, session, grp, tbl, source, seq, at, received_at, type, deal, hand, "
    "coalesce((SELECT why FROM aside WHERE aside.pos = log.pos), '')"
)
_OF_GROUP = f"FROM log WHERE {OF_HANDS} AND {OF_PLAY} AND session = ? AND grp = ?"
_EVENTS = f"SELECT {_COLUMNS} {_OF_GROUP} ORDER BY pos"
_CONTENTS = f"SELECT {_COLUMNS}, raw, event {_OF_GROUP} AND deal = ? ORDER BY pos"
_CLOCKS = (
    f"SELECT tbl, source, seq FROM log WHERE {NOT_OF_HANDS} AND type = 'table.clock' "
    "AND session = ? AND grp = ? AND seq IS NOT NULL "
    "AND NOT EXISTS (SELECT 1 FROM aside WHERE aside.pos = log.pos)"
)


@dataclass(frozen=True, slots=True)
class PlayEvent:
    """An event of a hand as received. ``at``: the device's time; ``received_at``: when it was
    received, RFC 3339. ``aside``: why nothing is derived from it, else ``""``."""

    pos: int
    id: str
    session: str
    group: str
    table: str
    source: str
    seq: int | None
    at: str | None
    received_at: str
    type: str
    deal: int
    hand: int
    aside: str


def read_play_events(connection: Connection, group: Group) -> list[PlayEvent]:
    """Every event of every hand of the group, in log order."""
    return [PlayEvent(*row) for row in ask(connection, _EVENTS, group)]


def read_deal_events(connection: Connection, key: DealKey) -> list[tuple[PlayEvent, Event]]:
    """The events of all hands of the deal with what they say, in log order."""
    return [
        (PlayEvent(*columns), event_of(raw, event))
        for *columns, raw, event in ask(connection, _CONTENTS, key)
    ]


def read_clock_numbers(connection: Connection, group: Group) -> set[tuple[str, str, int]]:
    """Table, device and number of the heartbeats of the group's devices."""
    return {(table, source, seq) for table, source, seq in ask(connection, _CLOCKS, group)}
