"""Acts in the log, in one order with the events."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, text

from producer.acts import ACTS, Act, act_json, parse_act
from producer.record.tables.schema import NOT_OF_HANDS, OURS, log


def append(connection: Connection, act: Act, now: str) -> None:
    event = act_json(act)
    raw = event.encode()
    data = act.data
    row = {
        "id": act.id,
        "session": getattr(data, "session", ""),
        "grp": getattr(data, "group", ""),
        "tbl": getattr(data, "table", None),
        "deal": getattr(data, "deal", None) if hasattr(data, "session") else None,
        "hand": None,
        "source": OURS,
        "seq": None,
        "at": act.at.isoformat(),
        "received_at": now,
        "type": act.type,
        "place": OURS,
        "raw": raw,
        "event": event,
    }
    connection.execute(insert(log), row)


def read(connection: Connection, after: int) -> list[tuple[int, Act]]:
    """The acts above position ``after``, in order, with their positions."""
    query = select(log.c.pos, log.c.event).where(
        log.c.pos > after, text(NOT_OF_HANDS), log.c.type.in_(sorted(ACTS))
    )
    return [
        (row.pos, parse_act(row.event)) for row in connection.execute(query.order_by(log.c.pos))
    ]
