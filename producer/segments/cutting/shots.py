"""Rows of shots: a part of a side, from frame 0 without a gap."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from producer.release.recordings.hand_times import Span
from producer.segments.cutting.trimming import Piece
from producer.segments.timeline import SideShot

Row = tuple[SideShot, ...]


def played(pieces: Iterable[Piece], rate: Fraction) -> Row:
    """The pieces in whole frames; those shorter than a frame are left out."""
    shots = (SideShot(0, piece.frames(rate), "play", piece.first, piece.speed) for piece in pieces)
    return in_a_row([shot for shot in shots if shot.frames])


def frozen(at: Fraction, frames: int) -> Row:
    return (SideShot(0, frames, "freeze", at),) if frames > 0 else ()


def waiting(at: Fraction, frames: int, tables: tuple[str, ...]) -> Row:
    return (SideShot(0, frames, "hold", at, waiting_for=tables),) if frames > 0 else ()


def in_a_row(shots: Iterable[SideShot]) -> Row:
    """One after the other from frame 0."""
    start, row = 0, []
    for shot in shots:
        row.append(replace(shot, start=start))
        start += shot.frames
    return tuple(row)


def length(row: Row) -> int:
    return row[-1].end if row else 0


def last_frame(row: Sequence[SideShot], rate: Fraction) -> Fraction:
    """The time at the table that the last frame shows."""
    return row[-1].time_of(row[-1].end - 1, rate)


def following(row: Sequence[SideShot], rate: Fraction) -> Fraction:
    """The time at the table after the last frame: the next one if the picture ran."""
    return row[-1].time_of(row[-1].end, rate)


def between(row: Row, first: int, last: int, rate: Fraction) -> Row:
    """The frames from ``first`` up to ``last``, counted from 0 again."""
    parts = []
    for shot in row:
        start, end = max(shot.start, first), min(shot.end, last)
        if start < end:
            parts.append(replace(shot, frames=end - start, at=shot.time_of(start, rate)))
    return in_a_row(parts)


def without_flash(row: Row, rate: Fraction) -> Row:
    """A running picture of less than half a second before a cut at the beginning is left out; the
    first frame after the cut is shown instead."""
    if len(row) < 2 or {row[0].kind, row[1].kind} != {"play"} or 2 * row[0].frames >= rate:
        return row
    return in_a_row([*frozen(row[1].at, row[0].frames), *row[1:]])


def whole(shots: Iterable[SideShot], rate: Fraction) -> Row:
    """In a row, with shots that go on as one."""
    row: list[SideShot] = []
    for shot in in_a_row([shot for shot in shots if shot.frames]):
        last = row[-1] if row else None
        if last is not None and last.time_of(last.end, rate) == shot.at and _alike(last, shot):
            row[-1] = replace(last, frames=last.frames + shot.frames)
        else:
            row.append(shot)
    return tuple(row)


def drawn_where_hidden(row: Row, hidden: Sequence[Span], rate: Fraction) -> Row:
    """The table is drawn in the frames whose time is hidden."""
    parts = (part for shot in row for part in _drawn(shot, hidden, rate))
    return in_a_row([part for part in parts if part.frames])


def frames_in(
    spans: Sequence[Span], at: Fraction, frames: int, step: Fraction
) -> list[tuple[int, int]]:
    """Which of so many frames, from the time ``at`` on and ``step`` apart, reach into any of the
    spans, which are in order and apart: from the first up to the last, not including it."""
    found, start = [], 0
    for span in spans:
        # A frame stands until the next: one that begins before a span reaches into it.
        first = 0 if span.first is None else math.floor((span.first - at) / step)
        last = frames if span.last is None else math.ceil((span.last - at) / step)
        first, last = max(first, start), min(last, frames)
        if first < last:
            found.append((first, last))
            start = last
    return found


def _drawn(shot: SideShot, hidden: Sequence[Span], rate: Fraction) -> list[SideShot]:
    if shot.kind != "play":
        is_drawn = bool(frames_in(hidden, shot.at, 1, 1 / rate))
        return [_as_drawn(shot) if is_drawn else shot]
    parts, start = [], 0
    for first, last in frames_in(hidden, shot.at, shot.frames, shot.speed / rate):
        parts += [_part(shot, start, first, rate), _as_drawn(_part(shot, first, last, rate))]
        start = last
    return [*parts, _part(shot, start, shot.frames, rate)]


def _part(shot: SideShot, first: int, last: int, rate: Fraction) -> SideShot:
    return replace(shot, frames=last - first, at=shot.time_of(shot.start + first, rate))


def _as_drawn(shot: SideShot) -> SideShot:
    return replace(shot, kind="drawn", speed=shot.speed if shot.kind == "play" else 0)


def _alike(one: SideShot, other: SideShot) -> bool:
    return (one.kind, one.speed, one.waiting_for) == (other.kind, other.speed, other.waiting_for)
