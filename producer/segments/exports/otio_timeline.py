"""The segment as an OpenTimelineIO timeline, which keeps everything: .otio. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple
from fractions import Fraction
from urllib.parse import quote

import opentimelineio as otio

from producer.segments.exports.edits import Edit, first_timecode, source_rate
from producer.segments.exports.markers import MarkerKind, markers
from producer.segments.exports.packed_files import PackedFile, first_frames, packed
from producer.segments.exports.placement import Placement, placed_edits, placement
from producer.segments.exports.sounds import SoundPart, sound_parts
from producer.segments.recordings.placed import RecordedFile, TableRecording
from producer.segments.timeline import Side, Timeline

_COLOURS: dict[MarkerKind, str] = {
    "fork": "RED",
    "street": "CYAN",
    "beat": "GREEN",
    "note": "YELLOW",
}


def otio_text(
    timeline: Timeline,
    recordings: Mapping[str, TableRecording],
    files: Sequence[PackedFile],
    title: str,
    overlay: str | None,
    voice: str | None = None,
    *,
    originals: bool = False,
) -> str:
    """A picture track for each side, the graphics where there is a file ``overlay``, then a sound
    track for each side that is heard, and the commentary's where there is a file ``voice``, both as
    long as the timeline. Source times are the recordings' own timecode.

    ``originals``: clips refer to the whole original recordings, by full path, instead of the
    copies, by name; these may show sealed deals. Raises LookupError where ``files`` lack a
    recording, and TimecodeRefused for a rate without timecode.
    """
    result = otio.schema.Timeline(title)
    result.global_start_time = _time(timeline.first_timecode, timeline.rate)
    result.metadata["duplicast"] = {"layout": timeline.layout, "handle": timeline.handle}
    for side in timeline.sides:
        track = otio.schema.Track(f"Table {side.table}", kind=otio.schema.TrackKind.Video)
        track.extend(
            _picture(timeline, side, edit, files, originals=originals)
            for edit in placed_edits(timeline, side, recordings, first_frames(files, side.table))
        )
        result.tracks.append(track)
    if overlay is not None:
        kind = otio.schema.TrackKind.Video
        result.tracks.append(_whole(timeline, "Graphics", kind, overlay))
    for side in timeline.sides:
        parts = sound_parts(timeline, side, recordings, first_frames(files, side.table))
        if parts:
            result.tracks.append(_sound(timeline, side, parts, files, originals=originals))
    if voice is not None:
        kind = otio.schema.TrackKind.Audio
        result.tracks.append(_whole(timeline, "Commentary", kind, voice))
    for mark in markers(timeline):
        span = _range(Fraction(mark.frame), timeline.rate, mark.frames, timeline.rate)
        note = {"kind": mark.kind, "comment": mark.comment}
        result.tracks.markers.append(
            otio.schema.Marker(mark.name, span, _COLOURS[mark.kind], {"duplicast": note})
        )
    text: str = otio.adapters.write_to_string(result, "otio_json")
    return text


def _picture(
    timeline: Timeline, side: Side, edit: Edit, files: Sequence[PackedFile], *, originals: bool
) -> otio.core.Item:
    length = _range(Fraction(0), timeline.rate, edit.frames, timeline.rate)
    if edit.file is None:
        gap = otio.schema.Gap(source_range=length)
        gap.name = "drawn" if edit.kind == "drawn" else "no recording"
        return gap
    file = packed(files, side.table, edit)
    clip = _clip(timeline, file, Fraction(edit.first), edit.frames, originals=originals)
    note: dict[str, object] = {"kind": edit.kind, "table": side.table, "reel": file.reel}
    if edit.waiting_for:
        note["waiting_for"] = list(edit.waiting_for)
    place = placement(timeline, side, edit)
    clip.enabled = place is not None
    if place is not None:
        note["picture"] = _position(place)
    clip.metadata["duplicast"] = note
    if edit.stands:
        clip.effects.append(otio.schema.FreezeFrame())
    elif edit.speed != 1:
        clip.effects.append(otio.schema.LinearTimeWarp(time_scalar=float(edit.speed)))
    return clip


def _position(place: Placement) -> dict[str, object]:
    """``box``: x, y, width and height in pixels of the programme. ``part``: the same of the
    recording's pixels that fill it."""
    return {
        "box": list(astuple(place.box)),
        "part": list(astuple(place.part)),
        "recording": list(place.size),
        "scale": float(place.scale),
    }


def _sound(
    timeline: Timeline,
    side: Side,
    parts: Sequence[SoundPart],
    files: Sequence[PackedFile],
    *,
    originals: bool,
) -> otio.schema.Track:
    track = otio.schema.Track(f"Table {side.table} sound", kind=otio.schema.TrackKind.Audio)
    end = 0
    for part in parts:
        if part.start > end:
            silence = _range(Fraction(0), timeline.rate, part.start - end, timeline.rate)
            track.append(otio.schema.Gap(source_range=silence))
        file = packed(files, side.table, part.edit)
        clip = _clip(timeline, file, part.first, part.frames, originals=originals)
        clip.metadata["duplicast"] = {"table": side.table, "gain": part.gain}
        track.append(clip)
        end = part.start + part.frames
    return track


def _clip(
    timeline: Timeline, file: PackedFile, begins: Fraction, frames: int, *, originals: bool
) -> otio.schema.Clip:
    """``begins``: in frames of the recording, from its first. The length is that on the timeline,
    also where the clip runs faster or stands."""
    recorded = file.file
    own = source_rate(recorded, timeline.rate)
    day, _ = first_timecode(recorded, timeline.rate)
    reference = otio.schema.ExternalReference()
    if originals:
        reference.target_url = recorded.path.absolute().as_uri()
        reference.available_range = _range(Fraction(day), own, _frames_of(recorded, own), own)
    else:
        reference.target_url = quote(file.name)
        reference.available_range = _range(Fraction(day + file.first), own, file.frames, own)
    span = _range(day + begins, own, frames, timeline.rate)
    return otio.schema.Clip(file.name, media_reference=reference, source_range=span)


def _frames_of(file: RecordedFile, rate: Fraction) -> int:
    return int(file.length * rate // 1)


def _whole(timeline: Timeline, title: str, kind: str, name: str) -> otio.schema.Track:
    """A track with one file that is as long as the timeline."""
    track = otio.schema.Track(title, kind=kind)
    first = Fraction(timeline.first_timecode)
    whole = _range(first, timeline.rate, timeline.frames, timeline.rate)
    reference = otio.schema.ExternalReference(quote(name), whole)
    track.append(otio.schema.Clip(name, media_reference=reference, source_range=whole))
    return track


def _range(
    start: Fraction, rate: Fraction, frames: int, length_rate: Fraction
) -> otio.opentime.TimeRange:
    return otio.opentime.TimeRange(_time(start, rate), _time(frames, length_rate))


def _time(frames: Fraction | int, rate: Fraction) -> otio.opentime.RationalTime:
    return otio.opentime.RationalTime(float(frames), float(rate))
