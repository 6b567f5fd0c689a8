"""Options of ``duplicast recordings``, made into values. Wrong ones end the command."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from fractions import Fraction
from pathlib import Path
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import typer
from pydantic import ValidationError

from producer.cli.common import WRONG_USAGE, fail
from producer.events import RecordingAdded, ReferencePoint
from producer.json_text import fault_words
from producer.release import Gate
from producer.segments.timecode import TimecodeRefused, rate_of

SessionOption = Annotated[str | None, typer.Option(help="The session, where several are open.")]
GroupOption = Annotated[str | None, typer.Option(help="The group, where several are open.")]

_TIMECODE = re.compile(r"\d\d:\d\d:\d\d[:;]\d\d", re.ASCII)
_POINT = re.compile(r"(?P<file>.+)@(?P<position>\d{1,5}(\.\d{1,3})?)=(?P<at>.+)", re.ASCII)


def group_of(opened: Gate, session: str | None, group: str | None, table: str) -> tuple[str, str]:
    """The group that has the table; ends the command if none or several have it."""
    named = [
        each
        for each in opened.sessions()
        if session in (None, each.session) and group in (None, each.group)
    ]
    having = [(each.session, each.group) for each in named if table in each.tables]
    if len(having) > 1:
        choices = ", ".join(f"--session {name} --group {group}" for name, group in having)
        fail(f"table {table} is in several groups; say which: {choices}", WRONG_USAGE)
    if not having:
        tables = ", ".join(dict.fromkeys(name for each in named for name in each.tables))
        there = f"its tables are {tables}" if tables else "there is no such session or group"
        fail(f"table {table}: it is not in the roster; {there}", WRONG_USAGE)
    return having[0]


class Day:
    """The day and zone of clocks and timecodes on the command line."""

    def __init__(self, day: str | None, zone: str | None) -> None:
        try:
            self._day = None if day is None else date.fromisoformat(day)
        except ValueError:
            fail(f"--day {day}: not a date. Write it as 2026-05-01", WRONG_USAGE)
        try:
            self._zone = None if zone is None else ZoneInfo(zone)
        except (ZoneInfoNotFoundError, ValueError):
            fail(f"--zone {zone}: no such time zone. Write it as Europe/Athens", WRONG_USAGE)

    def midnight(self) -> datetime | None:
        if self._day is None:
            return None
        begin = datetime.combine(self._day, time(), self._zone)
        return begin if self._zone is not None else begin.astimezone()

    def time_of(self, text: str, option: str) -> datetime:
        """A time with its zone, or a clock of the day."""
        try:
            at = datetime.fromisoformat(text)
        except ValueError:
            at = None
        if at is not None and at.tzinfo is not None:
            return at
        try:
            clock = time.fromisoformat(text) if at is None else None
        except ValueError:
            clock = None
        if clock is None or clock.tzinfo is not None:
            why = "not a time" if at is None else "without its zone, such as +02:00"
            clock_too = "as 19:30:00" if self._day is not None else "with --day as 19:30:00"
            fail(
                f"{option} {text}: {why}. Write it as 2026-05-01T19:30:00+02:00, or {clock_too}",
                WRONG_USAGE,
            )
        if self._day is None:
            fail(f"{option} {text}: of which day? Add --day, such as --day 2026-05-01", WRONG_USAGE)
        whole = datetime.combine(self._day, clock, self._zone)
        return whole if self._zone is not None else whole.astimezone()


def recording_of(
    names: Mapping[Path, str],
    clock: Day,
    start: str | None,
    rate: str | None,
    offset: int,
    points: Sequence[str],
) -> RecordingAdded:
    """Ends the command where the options cannot be used."""
    is_timecode = start is not None and _TIMECODE.fullmatch(start) is not None
    if is_timecode and clock.midnight() is None:
        fail(f"--start {start}: of which day? Add --day, such as --day 2026-05-01", WRONG_USAGE)
    try:
        return RecordingAdded(
            files=tuple(names.values()),
            start=clock.time_of(start, "--start") if start and not is_timecode else None,
            timecode=start if is_timecode else None,
            midnight=clock.midnight(),
            rate=None if rate is None else str(rate_of(rate)),
            offset=offset,
            points=tuple(_point(words, names, clock) for words in points),
        )
    except TimecodeRefused as error:
        fail(f"--rate: {error}", WRONG_USAGE)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        fail(f"{place}: {fault_words(first)}", WRONG_USAGE)


def _point(words: str, names: Mapping[Path, str], clock: Day) -> ReferencePoint:
    form = _POINT.fullmatch(words)
    if form is None:
        fail(f"--point {words}: write it as FILE@SECONDS=TIME: t4.mkv@63.2=19:31:03.4", WRONG_USAGE)
    meant = [name for path, name in names.items() if form["file"] in (str(path), path.name, name)]
    if len(meant) != 1:
        fail(f"--point {words}: {form['file']} is not one of the files to add", WRONG_USAGE)
    return ReferencePoint(
        file=meant[0],
        position=round(Fraction(form["position"]) * 1000),
        at=clock.time_of(form["at"], "--point"),
    )
