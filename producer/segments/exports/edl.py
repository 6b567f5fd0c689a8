"""CMX3600 edit decision lists: one a table, because the format has one picture track. Pure.

Every timecode counts at the timeline's rate. Lines end with CR LF; text is ASCII.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from fractions import Fraction

from producer.segments.exports.edits import Edit, cut_at, edits_of, first_timecode, source_rate
from producer.segments.exports.markers import Marker, MarkerKind, markers
from producer.segments.exports.packed_files import PackedFile, first_frames, packed
from producer.segments.recordings.placed import RecordedFile, TableRecording
from producer.segments.timecode import rate_name, timecode_of, whole_rate
from producer.segments.timeline import Side, Timeline

MOST_EVENTS = 999
LONGEST_TITLE = 70
LONGEST_LINE = 80

_COLOURS: dict[MarkerKind, str] = {
    "fork": "RED",
    "street": "CYAN",
    "beat": "GREEN",
    "note": "YELLOW",
}


class TooManyEvents(ValueError):
    """More cuts than the format can number."""

    def __init__(self, table: str, count: int) -> None:
        super().__init__(
            f"table {table}: {count} events; an EDL has at most {MOST_EVENTS}. Use the XML or the "
            "OTIO, or cut the segment in two"
        )


def edl(
    timeline: Timeline,
    side: Side,
    recordings: Mapping[str, TableRecording],
    files: Sequence[PackedFile],
    title: str,
) -> str:
    """The list of one table.

    Raises TooManyEvents, LookupError where ``files`` lack a recording, and TimecodeRefused for a
    rate without timecode.
    """
    shown = edits_of(timeline, side, recordings)
    edits = list(cut_at(shown, first_frames(files, side.table), timeline.rate))
    if len(edits) > MOST_EVENTS:
        raise TooManyEvents(side.table, len(edits))
    kind = "DROP FRAME" if timeline.drop_frame else "NON-DROP FRAME"
    lines = [f"TITLE: {_plain(title)[:LONGEST_TITLE]}", f"FCM: {kind}", ""]
    marks = markers(timeline)
    for number, edit in enumerate(edits, start=1):
        lines += _event(timeline, side.table, number, edit, files)
        lines += [_locator(timeline, mark) for mark in marks if edit.start <= mark.frame < edit.end]
        lines.append("")
    return "\r\n".join(lines)


def _event(
    timeline: Timeline, table: str, number: int, edit: Edit, files: Sequence[PackedFile]
) -> list[str]:
    first = timeline.first_timecode
    record = [_record(timeline, first + edit.start), _record(timeline, first + edit.end)]
    if edit.file is None:
        source = [timecode_of(frame, timeline.rate) for frame in (0, edit.frames)]
        why = "IS DRAWN" if edit.kind == "drawn" else "HAS NO RECORDING HERE"
        return [_line(number, "BL", source + record), f"* TABLE {_plain(table)} {why}"]
    file = packed(files, table, edit)
    begins, drop = _source_first(edit, edit.file, timeline.rate)
    span = 1 if edit.stands else edit.frames * edit.speed
    source = [timecode_of(begins + extra, timeline.rate, drop) for extra in (0, span)]
    lines = [_line(number, file.reel, source + record)]
    if edit.stands or edit.speed != 1:
        fps = Fraction(0) if edit.stands else edit.speed * timeline.rate
        # With a semicolon here some readers do not recognise the line.
        at = source[0].replace(";", ":")
        lines.append(f"M2   {file.reel:<8}       {float(fps):05.1f}                {at}")
    # FROM CLIP or FROM FILE, without NAME, make Premiere call every clip UNKNOWN.
    lines.append(f"* FROM CLIP NAME: {_plain(file.name)}")
    own = source_rate(edit.file, timeline.rate)
    if own != timeline.rate:
        lines.append(
            f"* RECORDED AT {rate_name(own)} FRAMES A SECOND; "
            f"ITS TIMECODE IS COUNTED AT {rate_name(timeline.rate)} HERE"
        )
    if edit.waiting_for:
        lines.append(f"* WAITING FOR TABLE {_plain(', '.join(edit.waiting_for))}")
    return lines


def _line(number: int, reel: str, timecodes: Sequence[str]) -> str:
    return f"{number:03}  {reel:<8} V     C        {' '.join(timecodes)}"


def _record(timeline: Timeline, frame: int) -> str:
    return timecode_of(frame, timeline.rate, timeline.drop_frame)


def _source_first(edit: Edit, file: RecordedFile, rate: Fraction) -> tuple[int, bool]:
    """The timecode of the edit's first frame, in frames at ``rate``, and whether it is drop frame.

    At another rate the hours, minutes and seconds stay, and the frame is the one that begins last
    before it within the second.
    """
    begins, drop = first_timecode(file, rate)
    own = source_rate(file, rate)
    if own == rate:
        return begins + edit.first, drop
    text = timecode_of(begins + edit.first, own, drop)
    hours, minutes, seconds, frames = (int(part) for part in text.replace(";", ":").split(":"))
    whole = whole_rate(rate)
    within = min(whole - 1, frames * whole // whole_rate(own))
    return ((hours * 60 + minutes) * 60 + seconds) * whole + within, False


def _locator(timeline: Timeline, mark: Marker) -> str:
    at = _record(timeline, timeline.first_timecode + mark.frame)
    line = f"* LOC: {at} {_COLOURS[mark.kind]:<7} {_plain(mark.name)}"
    return line[:LONGEST_LINE]


def _plain(text: str) -> str:
    """One line of ASCII; ``?`` for letters that have no ASCII form."""
    apart = unicodedata.normalize("NFKD", " ".join(text.split()))
    letters = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return letters.encode("ascii", "replace").decode()
