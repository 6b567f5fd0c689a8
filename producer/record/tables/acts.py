"""Acts in the log, in one order with the events."""

from __future__ import annotations

from sqlalchemy import Connection, insert

from producer.acts import ACTS, Act, act_json, parse_act
from producer.record.tables.schema import NOT_OF_HANDS, OURS, log
from producer.record.tables.statements import ask

_TYPES = ", ".join(f"'{each}'" for each in sorted(ACTS))
_ACTS = (
    f"SELECT pos, event FROM log WHERE pos > ? AND {NOT_OF_HANDS} AND type IN ({_TYPES}) "
    "ORDER BY pos"
)


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
    return [(position, parse_act(event)) for position, event in ask(connection, _ACTS, (after,))]
