"""The programme against the clock, now: what the pages count down with."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from producer.release import Gate
from producer.release.programme.rows import on_air_since, programme_clock
from producer.release.programme.rundown import Entry, PlannedSegment, programme
from producer.rundown.rows import ROW_WORDS
from producer.rundown.timing import ProgrammeTimes, TimedRow, programme_times

MOVING = ("planned", "ready")


def times_now(gate: Gate, exit_: str) -> ProgrammeTimes:
    entries = programme(gate, exit_)
    began = on_air_since(gate, entries)
    clock = programme_clock(gate)
    rows = [
        TimedRow(
            id=each.id,
            seconds=each.seconds,
            fixed=None if isinstance(each, PlannedSegment) else each.at,
            on_air=began.get(each.id),
            counts=each.state in MOVING,
            is_break=not isinstance(each, PlannedSegment) and each.kind == "break",
        )
        for each in entries
    ]
    return programme_times(rows, gate.clock(), clock.starts, clock.hard_out)


def times_answer(gate: Gate, exit_: str) -> dict[str, Any]:
    """As JSON; times of day by this machine's clock."""
    times, clock = times_now(gate, exit_), programme_clock(gate)
    named = {each.id: each for each in programme(gate, exit_)}
    following = times.next_break
    return {
        "now": _of_day(gate.clock()),
        "starts": clock.starts and _of_day(clock.starts),
        "hard_out": clock.hard_out and _of_day(clock.hard_out),
        "on_air": times.on_air,
        "left": times.left,
        "ends": _of_day(times.ends),
        "over": times.over,
        "next_break": following and {"words": _words(named[following[0]]), "in": following[1]},
        "rows": {
            id_: {
                "starts": _of_day(each.starts),
                "latest": each.latest and _of_day(each.latest),
                "late": each.late,
            }
            for id_, each in times.rows.items()
        },
    }


def _words(entry: Entry) -> str:
    return ROW_WORDS["break"] if isinstance(entry, PlannedSegment) else entry.title or "Break"


def _of_day(at: datetime) -> str:
    return f"{at.astimezone():%H:%M:%S}"
