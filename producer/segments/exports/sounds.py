"""What is heard of a table, as parts of its recording. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from producer.segments.exports.edits import Edit, cut_at, shot_edits, source_rate
from producer.segments.exports.placement import placed_edits
from producer.segments.recordings.placed import RecordedFile, TableRecording
from producer.segments.timeline import Side, SideShot, SoundSpan, Timeline

COMMENTARY = "commentary"


def stem_name(name: str, part: str) -> str:
    """The file of a part of the sound, as long as the timeline: of a table, or ``COMMENTARY``."""
    return f"{name}-stem-{part}.wav"


@dataclass(frozen=True, slots=True)
class SoundPart:
    """``edit``: whose recording is heard. ``first``: the frame of its file at ``start``, a fraction
    where the rates differ. ``gain``: in decibels. ``in_step``: whether ``edit`` is that of the
    picture."""

    start: int
    frames: int
    edit: Edit
    first: Fraction
    gain: float
    in_step: bool


def sound_parts(
    timeline: Timeline,
    side: Side,
    recordings: Mapping[str, TableRecording],
    firsts: Mapping[RecordedFile, Sequence[int]],
) -> tuple[SoundPart, ...]:
    """In order: the parts of the table's sound spans of which there is a recording with sound. In
    step with its picture a table is heard only where that runs at its own speed. Cut where the
    pictures are."""
    rate = timeline.rate
    spans = [span for span in timeline.sound if span.table == side.table]
    shown = placed_edits(timeline, side, recordings, firsts)
    pictures = [edit for edit in shown if _runs(edit)]
    found = [
        part
        for span in spans
        for part in (
            _parts(span, pictures, rate, in_step=True)
            if span.at is None
            else _parts(
                span,
                cut_at(_own(span, side, recordings, rate), firsts, rate),
                rate,
            )
        )
    ]
    return tuple(sorted(found, key=lambda part: part.start))


def _own(
    span: SoundSpan, side: Side, recordings: Mapping[str, TableRecording], rate: Fraction
) -> list[Edit]:
    """The edits of a span that has its own time."""
    if span.at is None or side.table not in recordings:
        return []
    shot = SideShot(span.start, span.frames, "play", span.at)
    return [edit for edit in shot_edits(shot, recordings[side.table], rate) if _runs(edit)]


def _runs(edit: Edit) -> bool:
    return edit.file is not None and edit.file.sound and not edit.stands and edit.speed == 1


def _parts(
    span: SoundSpan, edits: Iterable[Edit], rate: Fraction, *, in_step: bool = False
) -> Iterator[SoundPart]:
    for edit in edits:
        start = max(edit.start, span.start)
        frames = min(edit.end, span.start + span.frames) - start
        if edit.file is not None and frames > 0:
            own = source_rate(edit.file, rate)
            begins = edit.first + (start - edit.start) * own / rate
            yield SoundPart(start, frames, edit, begins, span.gain, in_step)
