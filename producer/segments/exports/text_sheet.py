"""Everything that is written or said in a segment on one sheet of plain text. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from producer.segments.exports.packed_files import PackedFile
from producer.segments.timecode import rate_name, timecode_of
from producer.segments.timeline import BeatSpan, Timeline


def text_sheet(
    timeline: Timeline,
    files: Sequence[PackedFile],
    title: str,
    people: Mapping[str, Sequence[str]],
    sentences: Mapping[str, Sequence[BeatSpan]],
) -> str:
    """Names as they are spelled on screen, table by table; lower thirds; beats with their sentences
    in every language of ``sentences``; marks; files. Times are timecodes of the programme.

    Raises TimecodeRefused for a rate without timecode.
    """
    drop = " drop frame" if timeline.drop_frame else ""
    lines = [
        title,
        f"{_at(timeline, 0)} to {_at(timeline, timeline.frames)}, "
        f"{rate_name(timeline.rate)} frames a second{drop}, {timeline.frames} frames, "
        f"{timeline.width}x{timeline.height}, {timeline.layout}",
        *_handles(timeline),
    ]
    lines += _titled("NAMES", _names(timeline, people))
    lines += _titled(
        "LOWER THIRDS",
        [
            f"{_at(timeline, note.start)}  {_at(timeline, note.start + note.frames)}  "
            + " ".join(note.text.split())
            + (f"  ({note.author})" if note.author else "")
            for note in timeline.lower_thirds
        ],
    )
    lines += _titled("BEATS", _beats(timeline, sentences))
    lines += _titled(
        "MARKS", [f"{_at(timeline, mark.frame)}  {mark.name}" for mark in timeline.marks]
    )
    lines += _titled("FILES", [f"{file.reel}  {file.name}" for file in files])
    return "\n".join(lines) + "\n"


def _handles(timeline: Timeline) -> list[str]:
    """Where the segment itself is, between its handles."""
    if not timeline.handle:
        return ["no handles"]
    seconds = float(timeline.handle / timeline.rate)
    first, end = timeline.handle, timeline.frames - timeline.handle
    return [
        f"handles of {timeline.handle} frames ({seconds:g} s) at both ends; the segment is "
        f"{_at(timeline, first)} to {_at(timeline, end)}"
    ]


def _names(timeline: Timeline, people: Mapping[str, Sequence[str]]) -> list[str]:
    return [
        f"Table {side.table}: {', '.join(people[side.table])}"
        for side in timeline.sides
        if people.get(side.table)
    ]


def _beats(timeline: Timeline, sentences: Mapping[str, Sequence[BeatSpan]]) -> list[str]:
    lines = []
    for place, beat in enumerate(timeline.beats):
        lines.append(f"{_at(timeline, beat.start)}  {beat.name}")
        lines += [
            f"             {language}  {' '.join(beats[place].sentence.split())}"
            for language, beats in sentences.items()
            if beats[place].sentence
        ]
    return lines


def _titled(title: str, lines: Sequence[str]) -> list[str]:
    return ["", title, *lines] if lines else []


def _at(timeline: Timeline, frame: int) -> str:
    return timecode_of(timeline.first_timecode + frame, timeline.rate, timeline.drop_frame)
