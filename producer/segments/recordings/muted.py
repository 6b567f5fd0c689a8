"""When nothing may be heard of a table, from what is muted in its files; and back. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path

from producer.release.recordings.hand_times import Span
from producer.release.recordings.sync import MutedSound
from producer.segments.recordings.placed import TableRecording


def muted_spans(
    muted: Iterable[MutedSound], recordings: Mapping[str, TableRecording], folder: Path
) -> dict[str, tuple[Span, ...]]:
    """By table, the times by the house clock at which it is muted. ``folder``: of files that are
    named without one."""
    spans: dict[str, tuple[Span, ...]] = {}
    for sound in muted:
        recording = recordings.get(sound.table)
        for file in recording.files if recording else ():
            if file.path == folder / sound.file:
                pace = 1000 * (1 + file.drift)
                span = Span(file.begins + sound.first / pace, file.begins + sound.last / pace)
                spans[sound.table] = (*spans.get(sound.table, ()), span)
    return spans


def sound_between(
    recording: TableRecording, span: tuple[Fraction, Fraction], names: Iterable[str], folder: Path
) -> tuple[MutedSound, ...]:
    """What of the recording's files lies in the ``span`` of house times, from the first to the
    last, widened to whole milliseconds. ``names``: of the files as the log has them."""
    found = []
    by_path = {folder / name: name for name in names}
    for file in recording.files:
        first, last = max(span[0], file.begins), min(span[1], file.ends)
        if first >= last or file.path not in by_path:
            continue
        begin, end = (1000 * (file.position_of(at) - file.first) for at in (first, last))
        found.append(MutedSound(recording.table, by_path[file.path], int(begin), -int(-end // 1)))
    return tuple(found)
