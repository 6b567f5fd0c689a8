"""The copies of recordings in a pack: names, reels, and which frames they have. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from producer.files import plain_name
from producer.release.recordings.hand_times import Span
from producer.segments.exports.edits import Edit, edits_of, nearest, source_rate
from producer.segments.exports.sounds import sound_parts
from producer.segments.recordings.placed import RecordedFile, TableRecording
from producer.segments.timeline import Timeline

HANDLE = Fraction(2)
"""Seconds before the first and after the last frame used, where the table may be seen then."""


class SealedRecording(ValueError):
    """An edit shows a table at a time at which it may not be seen."""

    def __init__(self, table: str) -> None:
        super().__init__(
            f"table {table}: the segment shows it while it played a deal that is sealed. Plan the "
            "segment again"
        )


@dataclass(frozen=True, slots=True)
class PackedFile:
    """A part of a recording under its name in the pack.

    ``reel``: at most eight of A-Z and 0-9, for edit lists. ``first``: the frame of ``file`` with
    which it begins. ``frames``: how many. ``before``, ``after``: how many of these are handles.
    ``channels``: of its sound, 0 without.
    """

    table: str
    file: RecordedFile
    name: str
    reel: str
    first: int
    frames: int
    before: int = 0
    after: int = 0
    channels: int = 0

    @property
    def end(self) -> int:
        return self.first + self.frames


def planned_files(
    timeline: Timeline,
    recordings: Mapping[str, TableRecording],
    allowed: Mapping[str, Span],
    handle: Fraction = HANDLE,
) -> tuple[PackedFile, ...]:
    """A file for each recording that the timeline uses: the frames it uses, with handles.

    ``allowed``: when each table may be seen; a table that is not named may always be. Raises
    SealedRecording if what the timeline shows, or lets hear, is outside.
    """
    names = reels(recordings)
    planned = []
    for side in timeline.sides:
        recording = recordings.get(side.table)
        used = edits_of(timeline, side, recordings)
        used += tuple(part.edit for part in sound_parts(timeline, side, recordings, {}))
        for number, file in enumerate(recording.files if recording else ()):
            own = [edit for edit in used if edit.file == file]
            if own:
                part = _part(own, file, timeline.rate, allowed.get(side.table), handle)
                if part is None:
                    raise SealedRecording(side.table)
                planned.append(
                    PackedFile(
                        side.table,
                        file,
                        plain_name(f"table-{side.table}-cam-{number + 1}") + ".mov",
                        names[side.table][number],
                        *part,
                        channels=2 if file.sound else 0,
                    )
                )
    return tuple(planned)


def _part(
    edits: Sequence[Edit],
    file: RecordedFile,
    rate: Fraction,
    allowed: Span | None,
    handle: Fraction,
) -> tuple[int, int, int, int] | None:
    """The first frame, how many, and how many of these are handles at both ends; ``None`` if a used
    one may not be seen."""
    own = source_rate(file, rate)
    spare = nearest(handle * own)
    used = min(edit.first for edit in edits)
    used_end = max(edit.first + edit.source_frames(rate) for edit in edits)
    least, most = seen_frames(file, own, allowed)
    # The frame nearest to a time may begin half a frame before it.
    if used < least - 1 or used_end > most + 1:
        return None
    first = min(used, max(used - spare, least))
    end = max(used_end, min(used_end + spare, most))
    return first, end - first, used - first, end - used_end


def seen_frames(file: RecordedFile, rate: Fraction, allowed: Span | None) -> tuple[int, int]:
    """The first frame that lies wholly within ``allowed``, and the one after the last."""
    least, most = 0, int(file.length * rate // 1)
    if allowed is not None and allowed.first is not None:
        least = max(least, -int(-_place(file, allowed.first, rate) // 1))
    if allowed is not None and allowed.last is not None:
        most = min(most, int(_place(file, allowed.last, rate) // 1))
    return least, most


def _place(file: RecordedFile, at: Fraction, rate: Fraction) -> Fraction:
    """The time ``at`` in frames from the file's first."""
    return (file.position_of(at) - file.first) * rate


def reels(recordings: Mapping[str, TableRecording]) -> dict[str, tuple[str, ...]]:
    """The reel of each file of each table, such as T1CAM001: eight of A-Z and 0-9, no two alike.

    Tables whose names do not fit are counted in their order instead.
    """
    tables = list(recordings)
    marks = [table.upper() for table in tables]
    fit = all(mark.isascii() and mark.isalnum() and len(mark) <= 3 for mark in marks)
    if not fit or len(set(marks)) < len(marks):
        marks = [str(place + 1) for place in range(len(tables))]
    return {
        table: tuple(_reel(mark, number + 1) for number in range(len(recordings[table].files)))
        for table, mark in zip(tables, marks, strict=True)
    }


def _reel(mark: str, number: int) -> str:
    for between in ("CAM", "C", ""):
        width = 8 - len(f"T{mark}{between}")
        if width > 0 and number < 10**width:
            return f"T{mark}{between}{number:0{width}}"
    raise ValueError(f"table {mark}: file {number} is one too many for an edit list")


def packed(files: Iterable[PackedFile], table: str, edit: Edit) -> PackedFile:
    """The file of the pack that has an edit's first frame. Raises LookupError without one."""
    for each in files:
        if each.table == table and each.file == edit.file and each.first <= edit.first < each.end:
            return each
    raise LookupError(f"table {table}: no file of the pack has its picture at frame {edit.start}")


def first_frames(files: Iterable[PackedFile], table: str) -> dict[RecordedFile, list[int]]:
    """Of a table's recordings: the frames with which files of the pack begin."""
    frames: dict[RecordedFile, list[int]] = {}
    for each in files:
        if each.table == table:
            frames.setdefault(each.file, []).append(each.first)
    return frames
