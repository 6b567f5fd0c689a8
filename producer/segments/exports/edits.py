"""What each side shows as edits of whole frames: which file, from which frame, how fast. Pure.

Edit lists count frames, the timeline counts time: the frame of a file is the one nearest to the
time, the earlier one of two. An edit that would so end after its file begins a frame earlier.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby, pairwise

from producer.segments.recordings.placed import RecordedFile, TableRecording
from producer.segments.timecode import DROP_FRAME_RATES, RATES, frames_in_a_day, whole_rate
from producer.segments.timeline import ShotKind, Side, SideShot, Timeline

_DAY = 86_400
_HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Edit:
    """``frames`` frames of the timeline from ``start``.

    ``file``: ``None`` where the table is drawn, or nothing was recorded. ``first``: the frame of
    the file that is shown first, at the file's own rate; its first picture is 0. ``kind``: a
    ``freeze`` or ``hold`` shows ``first`` all the time. ``speed``: a whole factor.
    ``waiting_for``: the tables it waits for.
    """

    start: int
    frames: int
    kind: ShotKind
    file: RecordedFile | None
    first: int = 0
    speed: int = 1
    waiting_for: tuple[str, ...] = ()

    @property
    def end(self) -> int:
        return self.start + self.frames

    @property
    def stands(self) -> bool:
        """Whether one frame of the file is shown all the time."""
        return self.kind in {"freeze", "hold"}

    def source_frames(self, rate: Fraction) -> int:
        """How many frames of the file it spans, on a timeline of ``rate`` frames a second."""
        if self.file is None:
            return 0
        if self.stands:
            return 1
        step = self.speed * source_rate(self.file, rate) / rate
        return nearest((self.frames - 1) * step) + 1


def nearest(frames: Fraction) -> int:
    """The nearest whole number, the lower of two."""
    return -int((_HALF - frames) // 1)


def source_rate(file: RecordedFile, rate: Fraction) -> Fraction:
    """The rate at which a file's frames are counted: its own, or ``rate``, the timeline's, where
    its own varies or has no timecode."""
    return file.rate if file.rate is not None and file.rate in RATES.values() else rate


def first_timecode(file: RecordedFile, rate: Fraction) -> tuple[int, bool]:
    """The timecode of a file's first frame in frames since midnight, and whether it is drop frame.

    A file without timecode has the time of day (UTC) at which it starts.
    """
    own = source_rate(file, rate)
    if file.timecode is not None and own == file.rate:
        return file.timecode, file.drop_frame and own in DROP_FRAME_RATES
    drop = own in DROP_FRAME_RATES
    counted = own if drop else Fraction(whole_rate(own))
    begins = file.start + file.first / (1 + file.drift)
    return nearest(begins % _DAY * counted) % frames_in_a_day(own, drop), drop


def edits_of(
    timeline: Timeline, side: Side, recordings: Mapping[str, TableRecording]
) -> tuple[Edit, ...]:
    """The edits of a side, from the first frame of the timeline to the last without a gap."""
    recording = recordings.get(side.table, TableRecording(side.table, ()))
    return tuple(edit for shot in side.shots for edit in shot_edits(shot, recording, timeline.rate))


def shot_edits(shot: SideShot, recording: TableRecording, rate: Fraction) -> Iterator[Edit]:
    """The edits of one shot: more than one where a file ends within it."""
    if shot.kind == "drawn":
        yield _black(shot, shot.start, shot.end)
        return
    if shot.kind in {"freeze", "hold"}:
        yield _edit(shot, shot.start, shot.end, recording, rate)
        return
    cuts = {shot.start, shot.end}
    for file in recording.files:
        for position in (file.first, file.first + file.length):
            at = file.start + position / (1 + file.drift)
            frame = shot.start - int(((shot.at - at) * rate / shot.speed) // 1)
            if shot.start < frame < shot.end:
                cuts.add(frame)
    stretches = pairwise(sorted(cuts))
    for _, run in groupby(stretches, lambda ends: _file_at(shot, ends[0], recording, rate)):
        ends = list(run)
        yield _edit(shot, ends[0][0], ends[-1][1], recording, rate)


def cut_at(
    edits: Iterable[Edit], firsts: Mapping[RecordedFile, Sequence[int]], rate: Fraction
) -> Iterator[Edit]:
    """The edits, cut where they first show one of the frames ``firsts`` of their file or a later
    one. ``rate``: of the timeline."""
    for edit in edits:
        pending = edit
        if edit.file is None or edit.stands:
            yield edit
            continue
        step = edit.speed * source_rate(edit.file, rate) / rate
        for first in sorted(firsts.get(edit.file, ())):
            shown = int((first - _HALF - pending.first) / step // 1) + 1
            if 0 < shown < pending.frames:
                yield replace(pending, frames=shown)
                pending = _rest(pending, shown, rate)
        yield pending


def cut_between(edits: Iterable[Edit], frames: Iterable[int], rate: Fraction) -> Iterator[Edit]:
    """The edits, cut at frames of the timeline, whose ``rate`` it is."""
    cuts = sorted(frames)
    for edit in edits:
        pending = edit
        for cut in cuts:
            shown = cut - pending.start
            if 0 < shown < pending.frames:
                yield replace(pending, frames=shown)
                pending = _rest(pending, shown, rate)
        yield pending


def _rest(edit: Edit, shown: int, rate: Fraction) -> Edit:
    """What is left of an edit after so many frames."""
    first = edit.first
    if edit.file is not None and not edit.stands:
        first = nearest(first + shown * edit.speed * source_rate(edit.file, rate) / rate)
    return replace(edit, start=edit.start + shown, frames=edit.frames - shown, first=first)


def _file_at(
    shot: SideShot, frame: int, recording: TableRecording, rate: Fraction
) -> RecordedFile | None:
    found = recording.locate(shot.time_of(frame, rate))
    return found[0] if found else None


def _edit(shot: SideShot, start: int, end: int, recording: TableRecording, rate: Fraction) -> Edit:
    found = recording.locate(shot.time_of(start, rate))
    if found is None:
        return _black(shot, start, end)
    file, position = found
    own = source_rate(file, rate)
    edit = Edit(
        start,
        end - start,
        shot.kind,
        file,
        nearest((position - file.first) * own),
        shot.speed,
        shot.waiting_for,
    )
    # Rounding up may reach past the end of the file, by one frame.
    latest = int(file.length * own // 1) - edit.source_frames(rate)
    return replace(edit, first=max(0, min(edit.first, latest)))


def _black(shot: SideShot, start: int, end: int) -> Edit:
    return Edit(start, end - start, shot.kind, None, 0, 1, shot.waiting_for)
