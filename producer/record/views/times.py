"""Times of events with the producer's nudges. Pure.

Devices are operated by hand, seconds late. The log keeps their times; nudges are added when times
are read. The last nudge counts, and an event's nudge before its table's.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from producer.record.views.log_entries import LogEntry
from producer.record.views.play_events import PlayEvent

NUDGED, DEVICE, ARRIVAL = 0.5, 5.0, 30.0
"""Uncertainty in seconds: of a nudged time, of a device's time, of the time of arrival."""

Table = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Nudges:
    """Milliseconds by table (session, group, table), and by event: its table (``""`` if the nudge
    names none) and id."""

    tables: Mapping[Table, int] = field(default_factory=dict)
    events: Mapping[tuple[Table, str], int] = field(default_factory=dict)


def read_nudges(entries: Iterable[LogEntry]) -> Nudges:
    """The nudges in ``entries``, in log order."""
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


def corrected_time(entry: LogEntry | PlayEvent, nudges: Nudges) -> str | None:
    """The device's time with its nudge, RFC 3339; None if the device gave none, or the nudged time
    is out of range."""
    if entry.at is None:
        return None
    milliseconds = _nudge(entry, nudges)
    if not milliseconds:
        return entry.at
    try:
        moved = datetime.fromisoformat(entry.at) + timedelta(milliseconds=milliseconds)
    except OverflowError:
        return None
    return moved.isoformat(timespec="milliseconds")


def confidence_of(entry: LogEntry | PlayEvent, nudges: Nudges) -> float:
    """The uncertainty of the time, in seconds."""
    if corrected_time(entry, nudges) is None:
        return ARRIVAL
    return DEVICE if _nudge(entry, nudges) is None else NUDGED


def _nudge(entry: LogEntry | PlayEvent, nudges: Nudges) -> int | None:
    group = entry.session, entry.group
    for table in (entry.table or "", ""):
        own = nudges.events.get(((*group, table), entry.id))
        if own is not None:
            return own
    return nudges.tables.get((*group, entry.table or ""))
