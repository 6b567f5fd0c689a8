"""Whether there is the event whose time somebody moves."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection

from producer.events import Event, EventNudgedEvent
from producer.problems import Problem, problem
from producer.record.tables.statements import ask

_TABLES = "SELECT tbl FROM log WHERE session = ? AND grp = ? AND id = ? AND pos < ?"


def nudge_fault(
    connection: Connection, new: Iterable[Event], event: EventNudgedEvent, pos: int
) -> Problem | None:
    """A time can be moved of an event that was heard before, and of the table named, if any.

    ``new``: what was heard before and is not in the log yet; ``pos``: where ``event`` stands."""
    name, group = event.data.event, (event.session, event.group)
    tables = {each.table for each in new if each.id == name and (each.session, each.group) == group}
    tables |= {table for (table,) in ask(connection, _TABLES, (*group, name, pos))}
    if event.table in tables or (event.table is None and len(tables) == 1):
        return None
    if not tables or event.table is not None:
        where = f"session {event.session}, group {event.group}"
        if event.table is not None:
            where += f", table {event.table}"
        return problem("no-such-event", "data.event", event=name, where=where)
    return problem("event-of-several-tables", "table", event=name)
