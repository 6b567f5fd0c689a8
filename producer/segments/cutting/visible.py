"""Which times of a table its recording may show: those that were recorded and are not sealed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from producer.release.recordings.hand_times import Span
from producer.segments.cutting.hand_events import GUARD
from producer.segments.recordings.placed import RecordedFile, TableRecording

NOTHING_VISIBLE = (Span(None, None),)


def hidden_spans(recording: TableRecording | None, sealed: Sequence[Span]) -> tuple[Span, ...]:
    """In order and apart: the sealed times, a frame of the recording wider on both sides, and the
    gaps of the recording."""
    if recording is None or not recording.files:
        return NOTHING_VISIBLE
    wider = [
        Span(
            None if span.first is None else span.first - GUARD,
            None if span.last is None else span.last + GUARD,
        )
        for span in sealed
    ]
    return joined([*wider, *_gaps(recording.files)])


def joined(spans: Sequence[Span]) -> tuple[Span, ...]:
    """In order, those that touch made one."""
    found: list[Span] = []
    for span in sorted(spans, key=lambda each: (each.first is not None, each.first or 0)):
        last = found[-1] if found else None
        if last is None or (
            last.last is not None and span.first is not None and last.last < span.first
        ):
            found.append(span)
        elif last.last is not None and (span.last is None or span.last > last.last):
            found[-1] = Span(last.first, span.last)
    return tuple(found)


def is_hidden(first: Fraction, last: Fraction, hidden: Sequence[Span]) -> bool:
    """Whether anything from ``first`` up to ``last`` is hidden."""
    return any(span.overlaps(Span(first, last)) for span in hidden)


def next_hidden(at: Fraction, hidden: Sequence[Span]) -> Fraction | None:
    """The start of the first hidden time after ``at``, which is visible itself."""
    starts = (span.first for span in hidden if span.first is not None)
    return min((first for first in starts if first >= at), default=None)


def visible_from(at: Fraction, hidden: Sequence[Span]) -> Fraction | None:
    """From when on everything up to ``at``, which is visible itself, may be shown; ``None`` if
    everything before it."""
    ends = (span.last for span in hidden if span.last is not None)
    return max((last for last in ends if last <= at), default=None)


def visible_before(at: Fraction, hidden: Sequence[Span]) -> Fraction | None:
    """The latest time up to ``at`` of which a whole frame is visible; ``None`` if there is none."""
    for span in reversed(hidden):
        if span.overlaps(Span(at, at + GUARD)):
            if span.first is None:
                return None
            at = span.first - GUARD
    return at


def _gaps(files: Sequence[RecordedFile]) -> list[Span]:
    """Less than a frame between two files is no gap, and the last frame before one is not shown: a
    recorder that stops may cut it short."""
    recorded = [Span(file.start, _end(file) + GUARD) for file in files if file.length > GUARD]
    whole = joined(recorded)
    ends = [None, *(None if span.last is None else span.last - 2 * GUARD for span in whole)]
    starts = [*(span.first for span in whole), None]
    return [Span(first, last) for first, last in zip(ends, starts, strict=True)]


def _end(file: RecordedFile) -> Fraction:
    return file.start + file.length / (1 + file.drift)
