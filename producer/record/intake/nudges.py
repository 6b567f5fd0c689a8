"""Checks that the event whose time is moved exists."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection

from producer.events import Event, EventNudgedEvent
from producer.messages import in_a_row, message
from producer.problems import Problem, problem
from producer.record.tables.statements import ask

_TABLES = "SELECT tbl FROM log WHERE session = ? AND grp = ? AND id = ? AND pos < ?"


def nudge_fault(
    connection: Connection, new: Iterable[Event], event: EventNudgedEvent, pos: int
) -> Problem | None:
    """Why a nudge cannot be used: no earlier event has its id (and table, if it names one), or
    several tables have one. ``new``: earlier events of the same batch. ``pos``: the position of
    ``event``."""
    name, group = event.data.event, (event.session, event.group)
    tables = {each.table for each in new if each.id == name and (each.session, each.group) == group}
    tables |= {table for (table,) in ask(connection, _TABLES, (*group, name, pos))}
    if event.table in tables or (event.table is None and len(tables) == 1):
        return None
    if not tables or event.table is not None:
        where = message(
            "session {session}, group {group}", session=event.session, group=event.group
        )
        if event.table is not None:
            where = in_a_row((where, message("table {name}", name=event.table)))
        return problem("no-such-event", "data.event", event=name, where=where)
    return problem("event-of-several-tables", "table", event=name)
