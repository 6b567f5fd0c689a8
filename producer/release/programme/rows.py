"""What producers do with the rows of the rundown that are no segments, with the order of all rows,
and with the clock of the programme."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from producer.acts import (
    MOST_MOVED,
    ProgrammeClock,
    ProgrammeClockAct,
    ProgrammeRowAired,
    ProgrammeRowAiredAct,
    ProgrammeRowNamed,
    ProgrammeRowPlaced,
    ProgrammeRowPlacedAct,
    ProgrammeRowRemovedAct,
    ProgrammeRowsMoved,
    ProgrammeRowsMovedAct,
)
from producer.release.gate import Gate
from producer.release.programme.aired import aired_segments
from producer.release.programme.rundown import (
    Entry,
    NoSuchSegment,
    PlannedSegment,
    ProgrammeRow,
    entry_named,
    programme,
)


def place_row(gate: Gate, row: ProgrammeRow, by: str, exit_: str, before: str = "") -> None:
    """Adds the row to the rundown, or changes and moves it. ``before``: the row or segment that it
    comes before, ``""`` for the end. Raises NoSuchSegment for ``before``."""
    if before:
        entry_named(gate, before, exit_)
    given = {name: value for name, value in asdict(row).items() if name not in ("id", "on_air")}
    data = ProgrammeRowPlaced(row=row.id, before=before, **given)
    gate.act(ProgrammeRowPlacedAct(at=gate.clock(), by=by, data=data))


def row_named(gate: Gate, id_: str, exit_: str) -> ProgrammeRow:
    """Raises NoSuchSegment; for a segment too."""
    entry = entry_named(gate, id_, exit_)
    if isinstance(entry, PlannedSegment):
        raise NoSuchSegment(id_)
    return entry


def remove_row(gate: Gate, id_: str, by: str, exit_: str) -> None:
    """Removes the row from the rundown; it stays in the log. Raises NoSuchSegment."""
    row_named(gate, id_, exit_)
    data = ProgrammeRowNamed(row=id_)
    gate.act(ProgrammeRowRemovedAct(at=gate.clock(), by=by, data=data))


def note_row_aired(gate: Gate, id_: str, by: str, exit_: str, *, aired: bool = True) -> None:
    """Logs that the row is on air now, or takes that back. Raises NoSuchSegment."""
    row_named(gate, id_, exit_)
    data = ProgrammeRowAired(row=id_, on_air=gate.clock(), aired=aired)
    gate.act(ProgrammeRowAiredAct(at=gate.clock(), by=by, data=data))


def move(gate: Gate, ids: Sequence[str], by: str, exit_: str, before: str = "") -> None:
    """Moves rows and segments before another one, in their current order. Raises NoSuchSegment."""
    for id_ in (*ids, *([before] if before else [])):
        entry_named(gate, id_, exit_)
    in_order = tuple(each.id for each in programme(gate, exit_) if each.id in ids)
    data = ProgrammeRowsMoved(rows=in_order, before=before)
    gate.act(ProgrammeRowsMovedAct(at=gate.clock(), by=by, data=data))


def put_in_order(gate: Gate, ids: Sequence[str], by: str) -> None:
    """Moves the rows and segments with these ids to the end, in this order. Unknown ids are
    ignored, so that sealed segments can be among them."""
    for first in range(0, len(ids), MOST_MOVED):
        data = ProgrammeRowsMoved(rows=tuple(ids[first : first + MOST_MOVED]))
        gate.act(ProgrammeRowsMovedAct(at=gate.clock(), by=by, data=data))


def set_clock(gate: Gate, clock: ProgrammeClock, by: str) -> None:
    gate.act(ProgrammeClockAct(at=gate.clock(), by=by, data=clock))


def programme_clock(gate: Gate) -> ProgrammeClock:
    """As last set."""
    chosen = ProgrammeClock()
    for _, act in gate.acts():
        if isinstance(act, ProgrammeClockAct):
            chosen = act.data
    return chosen


def on_air_since(gate: Gate, entries: Sequence[Entry]) -> dict[str, datetime]:
    """By id of the entries that went on air, when they last began."""
    began = {each.segment: each.on_air for each in aired_segments(act for _, act in gate.acts())}
    found = {each.id: each.on_air if isinstance(each, ProgrammeRow) else began.get(each.id)
             for each in entries}  # fmt: skip
    return {id_: at for id_, at in found.items() if at is not None}
