"""Whether there is the event whose time somebody moves."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection

from producer.events import Event, EventNudgedEvent
from producer.feeds.sanity import Fault
from producer.record.listed import ask

_PLACE = "SELECT session, grp, tbl FROM log WHERE id = ? AND pos < ?"


def nudge_fault(
    connection: Connection, new: Iterable[Event], event: EventNudgedEvent, pos: int
) -> Fault | None:
    """A time can be moved of an event that was heard before, and of the table named, if any.

    ``new``: what was heard before and is not in the log yet; ``pos``: where ``event`` stands."""
    name = event.data.event
    told = [(each.session, each.group, each.table) for each in new if each.id == name]
    told += ask(connection, _PLACE, (name, pos))
    if not told:
        return Fault(
            f"there is no event {name} in the log",
            "Correct the id (`duplicast log --json` shows all); what comes before its event is "
            "sent again after it",
        )
    ((session, group, table),) = told
    if (session, group) == (event.session, event.group) and event.table in (None, table):
        return None
    of = "of no table" if table is None else f"of table {table}"
    return Fault(
        f"event {name} is {of} of {session}/{group}",
        "Name the session, group and table that it is of, and send it again",
    )
