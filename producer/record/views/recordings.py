"""The recordings of a group's tables, as the opening and later events name them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from sqlalchemy import Connection

from producer.events import Event, RecordingAdded, parse_event
from producer.record.views.log_entries import LogFilter, read_entries

Group = tuple[str, str]


def read_recordings(
    connection: Connection, group: Group, folder: Path
) -> Mapping[str, tuple[RecordingAdded, ...]]:
    """By table, in log order, those that no later event replaced. ``folder``: the record's, where
    files lie that are named without one."""
    return current_recordings(_named(connection, group), folder)


def current_recordings(
    events: Iterable[Event], folder: Path
) -> Mapping[str, tuple[RecordingAdded, ...]]:
    """By table; an event that names a file replaces earlier ones that named it, of any table and
    however its path was written. A file that only an opening names is a recording by itself."""

    @cache
    def place(name: str) -> str:
        return os.path.realpath(folder / name)

    def places(recording: RecordingAdded) -> set[str]:
        return {place(name) for name in recording.files}

    recordings: list[tuple[str, RecordingAdded]] = []
    for event in events:
        if event.type == "session.opened":
            new = [
                (table, RecordingAdded(files=(file,)))
                for table, files in event.data.recordings.items()
                for file in files
            ]
            named = {path for _, each in recordings for path in places(each)}
            recordings += [each for each in new if named.isdisjoint(places(each[1]))]
        elif event.type == "recording.added" and event.table is not None:
            again = places(event.data)
            recordings = [each for each in recordings if again.isdisjoint(places(each[1]))]
            recordings.append((event.table, event.data))
    by_table: dict[str, tuple[RecordingAdded, ...]] = {}
    for table, each in recordings:
        by_table[table] = (*by_table.get(table, ()), each)
    return by_table


def _named(connection: Connection, group: Group) -> Iterator[Event]:
    """The events in use that name recordings, in log order."""
    session, name = group
    kinds: Sequence[str] = ("session.opened", "recording.added")
    entries = [
        entry
        for kind in kinds
        for entry in read_entries(connection, LogFilter(session, name, type=kind))
        if not entry.aside
    ]
    for entry in sorted(entries, key=lambda each: each.pos):
        yield parse_event(entry.event)
