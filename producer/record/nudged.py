"""Whether there is the event whose time somebody moves."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection

from producer.events import Event, EventNudgedEvent
from producer.feeds.sanity import Fault
from producer.record.listed import ask

_TABLES = "SELECT tbl FROM log WHERE session = ? AND grp = ? AND id = ? AND pos < ?"


def nudge_fault(
    connection: Connection, new: Iterable[Event], event: EventNudgedEvent, pos: int
) -> Fault | None:
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
        return Fault(
            f"there is no event {name} in the log of {where}",
            "Correct the id or the table (`duplicast log --json` shows all events); a nudge is "
            "sent after its event",
        )
    return Fault(
        f"several tables have an event {name}", "Name the table that it is of, and send it again"
    )
