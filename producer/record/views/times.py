"""When things happened, as far as one can know: devices are fingers, seconds late. Pure.

A time is kept as told; what a producer nudges comes on top, the last nudge of a table or of an
event counts, the event's before the table's.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from producer.record.views.log_entries import LogEntry

SEEN, TOLD, HEARD_ONLY = 0.5, 5.0, 30.0
"""Seconds of doubt: of what a producer has nudged, of a device's own time, of arrival alone."""

Table = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Nudges:
    """Milliseconds by table (session, group, table) and by event: its table, ``""`` where the
    nudge names none, and its id."""

    tables: Mapping[Table, int] = field(default_factory=dict)
    events: Mapping[tuple[Table, str], int] = field(default_factory=dict)


def read_nudges(entries: Iterable[LogEntry]) -> Nudges:
    """All nudges of the log."""
    tables: dict[Table, int] = {}
    events: dict[tuple[Table, str], int] = {}
    for entry in entries:
        if entry.type == "table.nudged" and entry.table is not None:
            data = json.loads(entry.event)["data"]
            tables[entry.session, entry.group, entry.table] = data["milliseconds"]
        elif entry.type == "event.nudged":
            data = json.loads(entry.event)["data"]
            table = entry.session, entry.group, entry.table or ""
            events[table, data["event"]] = data["milliseconds"]
    return Nudges(tables, events)


def corrected_time(entry: LogEntry, nudges: Nudges) -> str | None:
    """The device's time with what was nudged, RFC 3339; None where the device told none, or one
    so far off that there is none after the nudge."""
    if entry.at is None:
        return None
    by = _nudge(entry, nudges)
    if not by:
        return entry.at
    try:
        moved = datetime.fromisoformat(entry.at) + timedelta(milliseconds=by)
    except OverflowError:
        return None
    return moved.isoformat(timespec="milliseconds")


def confidence_of(entry: LogEntry, nudges: Nudges) -> float:
    """Seconds that the time may be off."""
    if corrected_time(entry, nudges) is None:
        return HEARD_ONLY
    return TOLD if _nudge(entry, nudges) is None else SEEN


def _nudge(entry: LogEntry, nudges: Nudges) -> int | None:
    group = entry.session, entry.group
    for table in (entry.table or "", ""):
        own = nudges.events.get(((*group, table), entry.id))
        if own is not None:
            return own
    return nudges.tables.get((*group, entry.table or ""))
