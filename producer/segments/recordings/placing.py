"""When a table's recordings were made, by the house clock. Pure.

The files of one recording are a row on the camera's own clock. A start, a timecode or points that
are known on both clocks say where the row lies on the house clock, and how fast it runs there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from pathlib import Path

from producer.events import RecordingAdded
from producer.segments.recordings.placed import RecordedFile, Sync, TableRecording
from producer.segments.recordings.probe import ProbedFile
from producer.segments.timecode import (
    TimecodeRefused,
    clock_seconds,
    frames_in_a_day,
    frames_of,
    is_drop_frame,
)

LEAST_APART = 60
"""Seconds between the first and the last point from which they say how fast a clock runs."""

MOST_DRIFT = Fraction(500, 1_000_000)
"""Cameras gain or lose 10 to 100 millionths; more says that a point is wrong."""

LONGEST_BREAK = 12 * 3600
"""Seconds between the beginnings of two files in a row, by their timecode. A larger number is that
of a camera whose timecode starts anew with each file."""


@dataclass(frozen=True, slots=True)
class PlacedTable:
    """``recording``: what could be placed. ``problems``: what could not, and why: whole sentences
    with the table, the reason and the fix. ``left_out``: the names of files that cannot be read or
    have no place on the clock: any of the table's hands may be in them."""

    recording: TableRecording
    problems: tuple[str, ...]
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Row:
    """Files with the camera's seconds from the row's beginning to their first pictures."""

    files: tuple[tuple[ProbedFile, Fraction], ...]
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Clock:
    """``start``: the house time of the row's beginning. ``drift``: as of ``RecordedFile``."""

    start: Fraction
    drift: Fraction
    sync: Sync


class _NotPlaced(ValueError):
    """Why a recording has no place on the house clock, and what to do."""


def place(
    table: str,
    recordings: Sequence[RecordingAdded],
    files: Mapping[str, ProbedFile | str],
    paths: Mapping[str, Path],
) -> PlacedTable:
    """Places a table's recordings. ``files``: by name, what each was probed to be, or why it cannot
    be read. ``paths``: by name, where each is."""
    placed: list[RecordedFile] = []
    problems: list[str] = []
    for recording in recordings:
        row = _row(recording, files)
        problems += row.problems
        if not row.files:
            continue
        try:
            clock = _clock(recording, row, paths)
        except (_NotPlaced, TimecodeRefused) as error:
            problems.append(f"{row.files[0][0].path}: {error}")
            continue
        placed += [_placed(file, begin, clock) for file, begin in row.files]
    in_order = tuple(sorted(placed, key=lambda file: file.begins))
    shown = {file.path for file in placed}
    named = (paths[name] for recording in recordings for name in recording.files)
    return PlacedTable(
        TableRecording(table, in_order),
        tuple(f"table {table}: {words}" for words in problems),
        tuple(path.name for path in named if path not in shown),
    )


def _row(recording: RecordingAdded, files: Mapping[str, ProbedFile | str]) -> _Row:
    row: list[tuple[ProbedFile, Fraction]] = []
    problems: list[str] = []
    missing = ""
    for name in recording.files:
        file = files[name]
        if isinstance(file, str):
            problems.append(file)
            missing = name
            continue
        begin = _after(row, file, missing)
        if begin is None:
            problems.append(
                f"{file.path}: it goes on after {missing}, which cannot be read, so its time is "
                "not known. Bring that file back, or add this one by itself with its own start"
            )
            continue
        if file.odd_timecode:
            problems.append(f"{file.path}: {file.odd_timecode}")
        row.append((file, begin))
    return _Row(tuple(row), tuple(problems))


def _after(
    row: Sequence[tuple[ProbedFile, Fraction]], file: ProbedFile, missing: str
) -> Fraction | None:
    """Where a file begins in the row: by timecode where both have one that runs on, else where the
    one before ends; ``None`` behind one that cannot be read."""
    if not row:
        return None if missing else Fraction(0)
    before, begin = row[-1]
    later = _later_by_timecode(before, file)
    if later is not None and 0 < later <= LONGEST_BREAK:
        return begin + later
    return None if missing else begin + before.length


def _later_by_timecode(before: ProbedFile, file: ProbedFile) -> Fraction | None:
    rate = file.timecode_rate
    if file.timecode is None or before.timecode is None or rate is None:
        return None
    if (before.timecode_rate, before.drop_frame) != (rate, file.drop_frame):
        return None
    day = frames_in_a_day(rate, file.drop_frame)
    return (file.timecode - before.timecode) % day / rate


def _clock(recording: RecordingAdded, row: _Row, paths: Mapping[str, Path]) -> _Clock:
    """Raises _NotPlaced and TimecodeRefused."""
    offset = Fraction(recording.offset, 1000)
    begins = {file.path: (begin, file.length) for file, begin in row.files}
    points: list[tuple[Fraction, Fraction]] = []
    for point in recording.points:
        begin, length = begins.get(paths[point.file], (None, Fraction(0)))
        position = Fraction(point.position, 1000)
        if begin is None:
            continue  # its file cannot be read, which is among the problems
        if position > length:
            raise _NotPlaced(
                f"a point lies {float(position):g} s into {point.file}, which is "
                f"{float(length):g} s long. Correct the point's position"
            )
        points.append((begin + position, seconds_of(point.at)))
    if points:
        start, drift = _through(points)
        return _Clock(start + offset, drift, "points")
    sync: Sync = "nudged" if offset else "reported"
    return _Clock(_start(recording, row.files[0][0]) + offset, Fraction(0), sync)


def _through(points: Sequence[tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
    """The house time at which the camera's clock began, and its drift, from points of camera and
    house seconds: through two of them, else the straight line nearest to all."""
    count = len(points)
    camera = sum((each for each, _ in points), Fraction(0)) / count
    house = sum((each for _, each in points), Fraction(0)) / count
    apart = max(each for _, each in points) - min(each for _, each in points)
    if apart < LEAST_APART:
        return house - camera, Fraction(0)
    together = sum(((c - camera) * (h - house) for c, h in points), Fraction(0))
    pace = together / sum(((h - house) ** 2 for _, h in points), Fraction(0))
    if abs(pace - 1) > MOST_DRIFT:
        raise _NotPlaced(
            f"its points say that its clock runs {float(abs(pace - 1)) * 100:.2f} % too "
            f"{'fast' if pace > 1 else 'slow'}, which no camera does. Check the points' positions "
            "and times"
        )
    return house - camera / pace, pace - 1


def _start(recording: RecordingAdded, file: ProbedFile) -> Fraction:
    """The house time of the first picture. Raises _NotPlaced and TimecodeRefused."""
    if recording.start is not None:
        return seconds_of(recording.start)
    if recording.midnight is None:
        raise _NotPlaced(
            "nothing says when it began. Add it again with --start, or with --day for the "
            "timecode that it has"
            if file.timecode is not None
            else "nothing says when it began. Add it again with --start TIME"
        )
    midnight = seconds_of(recording.midnight)
    if recording.timecode is None:
        if file.timecode is None or file.timecode_rate is None:
            raise _NotPlaced("it has no timecode. Add it again with --start TIME")
        return midnight + clock_seconds(file.timecode, file.timecode_rate, file.drop_frame)
    rate = Fraction(recording.rate) if recording.rate else file.timecode_rate or file.rate
    if rate is None:
        raise _NotPlaced("its rate varies. Say the timecode's rate with --rate")
    frames = frames_of(recording.timecode, rate)
    return midnight + clock_seconds(frames, rate, is_drop_frame(recording.timecode))


def _placed(file: ProbedFile, begin: Fraction, clock: _Clock) -> RecordedFile:
    return RecordedFile(
        path=file.path,
        start=clock.start + (begin - file.first) / (1 + clock.drift),
        length=file.length,
        rate=file.rate,
        width=file.width,
        height=file.height,
        sound=file.sound,
        drift=clock.drift,
        interlaced=file.interlaced,
        turned=file.turned,
        timecode=file.timecode if file.timecode_rate == file.rate else None,
        drop_frame=file.drop_frame,
        first=file.first,
        sync=clock.sync,
    )


def seconds_of(at: datetime) -> Fraction:
    """Seconds since 1970, exact to the microsecond."""
    whole = int(at.replace(microsecond=0).timestamp())
    return whole + Fraction(at.microsecond, 1_000_000)
