"""Final Cut Pro 7 XML (xmeml 5), which Premiere, Resolve and Avid read. Pure.

Positions in and out of a clip are in frames of the *sequence's* rate, as Premiere and Resolve read
them whatever the rate of the file, and in the clip's own time: at four times the speed they count a
quarter of the file's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from urllib.parse import quote
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from producer.segments.exports.edits import Edit, first_timecode, nearest, source_rate
from producer.segments.exports.markers import Marker, markers
from producer.segments.exports.packed_files import PackedFile, first_frames, packed
from producer.segments.exports.placement import Placement, placed_edits, placement
from producer.segments.exports.sounds import SoundPart, sound_parts
from producer.segments.recordings.placed import TableRecording
from producer.segments.timecode import timecode_of, whole_rate
from producer.segments.timeline import Timeline

SAMPLE_RATE = 48_000
CHANNELS = 2
"""Of the sequence, and the most that are laid out of one recording."""


@dataclass(frozen=True, slots=True)
class _Item:
    """A clip of a track. ``begins``: the frame of the pack's file, at the file's rate, that is
    shown or heard first. ``channel``: of the sound, from 1; 0 for pictures. ``linked``: whether the
    sound is in step with its picture."""

    id: str
    table: str
    edit: Edit
    file: PackedFile
    start: int
    frames: int
    begins: Fraction
    channel: int = 0
    gain: float = 0.0
    linked: bool = True


def fcp7_xml(
    timeline: Timeline,
    recordings: Mapping[str, TableRecording],
    files: Sequence[PackedFile],
    title: str,
    overlay: str | None,
    voice: str | None = None,
) -> str:
    """The sequence: a picture track for each side, the graphics over them where there is a file
    ``overlay`` with alpha, the sound linked to its pictures, and the commentary where there is a
    file ``voice``; these two files are as long as the timeline.

    Files are named relative to the XML. Raises LookupError where ``files`` lack a recording, and
    TimecodeRefused for a rate without timecode.
    """
    sides = [side.table for side in timeline.sides]
    pictures = [list(_pictures(timeline, place, recordings, files)) for place in range(len(sides))]
    sounds = [
        list(_sounds(timeline, place, recordings, files, channel))
        for place in range(len(sides))
        for channel in range(1, CHANNELS + 1)
    ]
    sounds = [track for track in sounds if track]
    addresses = {
        item.id: (kind, track_number, number)
        for kind, tracks in (("video", pictures), ("audio", sounds))
        for track_number, track in enumerate(tracks, start=1)
        for number, item in enumerate(track, start=1)
    }
    groups = [
        [item, *(each for track in sounds for each in track if _within(each, item))]
        for track in pictures
        for item in track
    ]
    links = {
        item.id: [(each.id, *addresses[each.id]) for each in group]
        for group in groups
        if len(group) > 1
        for item in group
    }
    root = Element("xmeml", version="5")
    sequence = SubElement(root, "sequence", id="sequence-1")
    _text(sequence, "name", title)
    _text(sequence, "duration", timeline.frames)
    _rate(sequence, timeline.rate)
    _timecode(sequence, timeline.rate, timeline.first_timecode, timeline.drop_frame)
    media = SubElement(sequence, "media")
    written: set[str] = set()
    video = SubElement(media, "video")
    _picture_format(SubElement(video, "format"), timeline.rate, timeline.width, timeline.height)
    for table, track in zip(sides, pictures, strict=True):
        element = SubElement(video, "track")
        for item in track:
            element.append(_picture(timeline, item, links.get(item.id, ()), written))
        _track_ends(element, f"Table {table}")
    if overlay is not None:
        element = SubElement(video, "track")
        element.append(_overlay(timeline, overlay))
        _track_ends(element, "Graphics")
    audio = SubElement(media, "audio")
    _sound_format(audio)
    for number, track in enumerate(sounds, start=1):
        element = SubElement(audio, "track")
        for item in track:
            element.append(_sound(timeline, item, links.get(item.id, ()), written))
        _sound_track_ends(element, (number - 1) % CHANNELS + 1)
    if voice is not None:
        for channel in range(1, CHANNELS + 1):
            element = SubElement(audio, "track")
            element.append(_voice(timeline, voice, channel, len(sounds)))
            _sound_track_ends(element, channel)
    for mark in markers(timeline):
        _marker(sequence, mark, mark.frame)
    indent(root)
    body = tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE xmeml>\n{body}\n'


def _within(sound: _Item, picture: _Item) -> bool:
    return sound.linked and sound.table == picture.table and sound.edit == picture.edit


def _pictures(
    timeline: Timeline,
    place: int,
    recordings: Mapping[str, TableRecording],
    files: Sequence[PackedFile],
) -> Iterator[_Item]:
    side = timeline.sides[place]
    edits = placed_edits(timeline, side, recordings, first_frames(files, side.table))
    for number, edit in enumerate(edits, start=1):
        if edit.file is not None:
            file = packed(files, side.table, edit)
            begins = Fraction(edit.first - file.first)
            name = f"picture-{place + 1}-{number}"
            yield _Item(name, side.table, edit, file, edit.start, edit.frames, begins)


def _sounds(
    timeline: Timeline,
    place: int,
    recordings: Mapping[str, TableRecording],
    files: Sequence[PackedFile],
    channel: int,
) -> Iterator[_Item]:
    table = timeline.sides[place].table
    spans: tuple[SoundPart, ...] = sound_parts(
        timeline, timeline.sides[place], recordings, first_frames(files, table)
    )
    for number, span in enumerate(spans, start=1):
        file = packed(files, table, span.edit)
        if channel <= file.channels:
            begins = span.first - file.first
            name = f"sound-{place + 1}-{channel}-{number}"
            yield _Item(
                name,
                table,
                span.edit,
                file,
                span.start,
                span.frames,
                begins,
                channel,
                span.gain,
                span.in_step,
            )


def _picture(
    timeline: Timeline, item: _Item, links: Sequence[tuple[str, str, int, int]], written: set[str]
) -> Element:
    edit = item.edit
    side = next(side for side in timeline.sides if side.table == item.table)
    place = placement(timeline, side, edit)
    clip = _clip(timeline, item, enabled=place is not None)
    _text(clip, "alphatype", "none")
    _text(clip, "pixelaspectratio", "square")
    _text(clip, "anamorphic", "FALSE")
    _file(clip, timeline, item.file, written)
    if edit.stands or edit.speed != 1:
        clip.append(_time_remap(timeline, item))
    if place is not None:
        clip.append(_motion(timeline, place))
        clip.append(_crop(place))
    for mark in markers(timeline):
        if mark.kind in {"fork", "street"} and edit.start <= mark.frame < edit.end:
            _marker(clip, mark, _first(timeline, item) + mark.frame - edit.start)
    _links(clip, links)
    if edit.waiting_for:
        notes = SubElement(clip, "comments")
        _text(notes, "mastercomment1", f"Waiting for table {', '.join(edit.waiting_for)}")
    return clip


def _sound(
    timeline: Timeline, item: _Item, links: Sequence[tuple[str, str, int, int]], written: set[str]
) -> Element:
    clip = _clip(timeline, item)
    _file(clip, timeline, item.file, written)
    source = SubElement(clip, "sourcetrack")
    _text(source, "mediatype", "audio")
    _text(source, "trackindex", item.channel)
    if item.gain:
        effect = SubElement(SubElement(clip, "filter"), "effect")
        _text(effect, "name", "Audio Levels")
        _text(effect, "effectid", "audiolevels")
        _text(effect, "effectcategory", "audiolevels")
        _text(effect, "effecttype", "audiolevels")
        _text(effect, "mediatype", "audio")
        _parameter(effect, "level", "Level", f"{10 ** (item.gain / 20):.6f}", ("0", "3.98109"))
    _links(clip, links)
    return clip


def _clip(timeline: Timeline, item: _Item, *, enabled: bool = True) -> Element:
    clip = Element("clipitem", id=item.id)
    first = _first(timeline, item)
    _text(clip, "masterclipid", f"master-{item.file.name}")
    _text(clip, "name", item.file.name)
    _text(clip, "enabled", "TRUE" if enabled else "FALSE")
    own = source_rate(item.file.file, timeline.rate)
    whole = item.file.frames / own * timeline.rate / item.edit.speed
    _text(clip, "duration", max(nearest(whole), first + item.frames))
    _rate(clip, timeline.rate)
    _text(clip, "start", item.start)
    _text(clip, "end", item.start + item.frames)
    _text(clip, "in", first)
    _text(clip, "out", first + item.frames)
    return clip


def _first(timeline: Timeline, item: _Item) -> int:
    """Where the clip begins in its own time, in frames of the sequence's rate."""
    speed = 1 if item.edit.stands else item.edit.speed
    return max(0, nearest(_media_frame(timeline, item) / speed))


def _media_frame(timeline: Timeline, item: _Item) -> Fraction:
    """Where the clip begins in the file, in frames of the sequence's rate."""
    return item.begins / source_rate(item.file.file, timeline.rate) * timeline.rate


def _time_remap(timeline: Timeline, item: _Item) -> Element:
    """The speed, and the frame of the file for each of four points: the beginning of the file, the
    clip's in and out, the end of the file."""
    speed = 0 if item.edit.stands else item.edit.speed
    first, media = _first(timeline, item), _media_frame(timeline, item)
    own = source_rate(item.file.file, timeline.rate)
    whole = item.file.frames / own * timeline.rate
    out = first + item.frames
    if speed:
        points = [
            (0, Fraction(0), "speedkfstart"),
            (first, media, "speedkfin"),
            (out, media + item.frames * speed, "speedkfout"),
            (max(nearest(whole / speed), out), whole, "speedkfend"),
        ]
    else:
        ends = max(nearest(whole), out)
        points = [
            (0, media, "speedkfstart"),
            (first, media, "speedkfin"),
            (out, media, "speedkfout"),
            (ends, media, "speedkfend"),
        ]
    remap, effect = _effect("Time Remap", "timeremap")
    _parameter(effect, "variablespeed", "variablespeed", "0", ("0", "1"))
    _parameter(effect, "speed", "speed", str(speed * 100), ("-10000", "10000"))
    _parameter(effect, "reverse", "reverse", "FALSE")
    _parameter(effect, "frameblending", "frameblending", "FALSE")
    graph = SubElement(effect, "parameter")
    _text(graph, "parameterid", "graphdict")
    _text(graph, "name", "graphdict")
    _text(graph, "valuemin", 0)
    _text(graph, "valuemax", nearest(whole))
    _text(SubElement(graph, "interpolation"), "name", "FCPCurve")
    for when, value, kind in points:
        key = SubElement(graph, "keyframe")
        _text(key, "when", when)
        _text(key, "value", _number(value))
        _text(key, "speedvirtualkf", "TRUE")
        _text(key, kind, "TRUE")
    return remap


def _motion(timeline: Timeline, place: Placement) -> Element:
    """Position and size. Editors read the position as shares of the *recording's* width and height,
    from the middle of the sequence, and the size in per cent of the recording's own pixels."""
    motion, effect = _effect("Basic Motion", "basic")
    _parameter(effect, "scale", "Scale", _decimal(100 * place.scale), ("0", "1000"))
    _parameter(effect, "rotation", "Rotation", "0", ("-8640", "8640"))
    across, down = place.offset(timeline.width, timeline.height)
    centre = SubElement(effect, "parameter")
    _text(centre, "parameterid", "center")
    _text(centre, "name", "Center")
    value = SubElement(centre, "value")
    _text(value, "horiz", _decimal(across / place.size[0]))
    _text(value, "vert", _decimal(down / place.size[1]))
    return motion


def _crop(place: Placement) -> Element:
    """In per cent of the recording, from each edge."""
    crop, effect = _effect("Crop", "crop")
    for edge, share in zip(("left", "right", "top", "bottom"), place.cropped, strict=True):
        _parameter(effect, edge, edge, _decimal(100 * share), ("0", "100"))
    return crop


def _effect(name: str, identity: str) -> tuple[Element, Element]:
    """A filter of the kind motion, and the effect in it."""
    outer = Element("filter")
    effect = SubElement(outer, "effect")
    _text(effect, "name", name)
    _text(effect, "effectid", identity)
    _text(effect, "effectcategory", "motion")
    _text(effect, "effecttype", "motion")
    _text(effect, "mediatype", "video")
    return outer, effect


def _whole_clip(timeline: Timeline, identity: str, of: str, name: str) -> Element:
    """A clip as long as the timeline."""
    clip = Element("clipitem", id=identity)
    _text(clip, "masterclipid", f"master-{of}")
    _text(clip, "name", name)
    _text(clip, "enabled", "TRUE")
    _text(clip, "duration", timeline.frames)
    _rate(clip, timeline.rate)
    _text(clip, "start", 0)
    _text(clip, "end", timeline.frames)
    _text(clip, "in", 0)
    _text(clip, "out", timeline.frames)
    return clip


def _whole_file(clip: Element, timeline: Timeline, of: str, name: str) -> Element:
    """The file of such a clip."""
    file = SubElement(clip, "file", id=f"file-{of}")
    _text(file, "name", name)
    _text(file, "pathurl", quote(name))
    _rate(file, timeline.rate)
    _text(file, "duration", timeline.frames)
    _timecode(file, timeline.rate, timeline.first_timecode, timeline.drop_frame)
    return file


def _voice(timeline: Timeline, name: str, channel: int, tracks: int) -> Element:
    """A channel of the commentary, linked to the other one. ``tracks``: of sound before its own."""
    clip = _whole_clip(timeline, f"commentary-{channel}", "commentary", name)
    if channel == 1:
        file = _whole_file(clip, timeline, "commentary", name)
        audio = SubElement(SubElement(file, "media"), "audio")
        samples = SubElement(audio, "samplecharacteristics")
        _text(samples, "depth", 24)
        _text(samples, "samplerate", SAMPLE_RATE)
        _text(audio, "channelcount", CHANNELS)
    else:
        SubElement(clip, "file", id="file-commentary")
    source = SubElement(clip, "sourcetrack")
    _text(source, "mediatype", "audio")
    _text(source, "trackindex", channel)
    channels = range(1, CHANNELS + 1)
    _links(clip, [(f"commentary-{each}", "audio", tracks + each, 1) for each in channels])
    return clip


def _overlay(timeline: Timeline, name: str) -> Element:
    clip = _whole_clip(timeline, "graphics-1", "graphics", name)
    _text(clip, "alphatype", "straight")
    _text(clip, "pixelaspectratio", "square")
    _text(clip, "anamorphic", "FALSE")
    file = _whole_file(clip, timeline, "graphics", name)
    video = SubElement(SubElement(file, "media"), "video")
    _text(video, "duration", timeline.frames)
    _picture_format(video, timeline.rate, timeline.width, timeline.height)
    return clip


def _file(clip: Element, timeline: Timeline, packed_file: PackedFile, written: set[str]) -> None:
    """The file, whole where it is named first."""
    name = f"file-{packed_file.name}"
    file = SubElement(clip, "file", id=name)
    if name in written:
        return
    written.add(name)
    recorded = packed_file.file
    own = source_rate(recorded, timeline.rate)
    begins, drop = first_timecode(recorded, timeline.rate)
    _text(file, "name", packed_file.name)
    _text(file, "pathurl", quote(packed_file.name))
    _rate(file, own)
    _text(file, "duration", packed_file.frames)
    reel = _timecode(file, own, begins + packed_file.first, drop)
    _text(SubElement(reel, "reel"), "name", packed_file.reel)
    media = SubElement(file, "media")
    video = SubElement(media, "video")
    _text(video, "duration", packed_file.frames)
    fields = "upper" if recorded.interlaced else "none"
    size = (recorded.width, recorded.height)
    width, height = reversed(size) if recorded.turned % 180 else size
    _picture_format(video, own, width, height, fields)
    if packed_file.channels:
        audio = SubElement(media, "audio")
        samples = SubElement(audio, "samplecharacteristics")
        _text(samples, "depth", 16)
        _text(samples, "samplerate", SAMPLE_RATE)
        _text(audio, "channelcount", packed_file.channels)


def _picture_format(
    parent: Element, rate: Fraction, width: int, height: int, fields: str = "none"
) -> None:
    """Without it Premiere falls back to 720x480, and Resolve refuses the file."""
    samples = SubElement(parent, "samplecharacteristics")
    _rate(samples, rate)
    _text(samples, "width", width)
    _text(samples, "height", height)
    _text(samples, "anamorphic", "FALSE")
    _text(samples, "pixelaspectratio", "square")
    _text(samples, "fielddominance", fields)
    _text(samples, "colordepth", 24)


def _sound_format(audio: Element) -> None:
    _text(audio, "numOutputChannels", CHANNELS)
    samples = SubElement(SubElement(audio, "format"), "samplecharacteristics")
    _text(samples, "depth", 16)
    _text(samples, "samplerate", SAMPLE_RATE)
    outputs = SubElement(audio, "outputs")
    for channel in range(1, CHANNELS + 1):
        group = SubElement(outputs, "group")
        _text(group, "index", channel)
        _text(group, "numchannels", 1)
        _text(group, "downmix", 0)
        _text(SubElement(group, "channel"), "index", channel)


def _sound_track_ends(track: Element, channel: int) -> None:
    _text(track, "enabled", "TRUE")
    _text(track, "locked", "FALSE")
    _text(track, "outputchannelindex", channel)


def _track_ends(track: Element, name: str) -> None:
    _text(track, "enabled", "TRUE")
    _text(track, "locked", "FALSE")
    _text(track, "name", name)


def _marker(parent: Element, mark: Marker, frame: int) -> None:
    marker = SubElement(parent, "marker")
    _text(marker, "name", mark.name)
    _text(marker, "comment", mark.comment)
    _text(marker, "in", frame)
    _text(marker, "out", frame + mark.frames if mark.frames else -1)


def _links(clip: Element, links: Sequence[tuple[str, str, int, int]]) -> None:
    for name, kind, track, number in links:
        link = SubElement(clip, "link")
        _text(link, "linkclipref", name)
        _text(link, "mediatype", kind)
        _text(link, "trackindex", track)
        _text(link, "clipindex", number)


def _rate(parent: Element, rate: Fraction) -> None:
    element = SubElement(parent, "rate")
    _text(element, "timebase", whole_rate(rate))
    _text(element, "ntsc", "TRUE" if rate.denominator > 1 else "FALSE")


def _timecode(parent: Element, rate: Fraction, frame: int, drop: bool) -> Element:
    element = SubElement(parent, "timecode")
    _rate(element, rate)
    _text(element, "string", timecode_of(frame, rate, drop))
    _text(element, "frame", frame)
    _text(element, "displayformat", "DF" if drop else "NDF")
    return element


def _parameter(
    effect: Element, name: str, label: str, value: str, between: tuple[str, str] | None = None
) -> None:
    parameter = SubElement(effect, "parameter")
    _text(parameter, "parameterid", name)
    _text(parameter, "name", label)
    if between:
        _text(parameter, "valuemin", between[0])
        _text(parameter, "valuemax", between[1])
    _text(parameter, "value", value)


def _number(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.3f}"


def _decimal(value: Fraction) -> str:
    """Exact enough for a tenth of a pixel."""
    return f"{float(value):.6f}".rstrip("0").rstrip(".")


def _text(parent: Element, tag: str, value: object) -> None:
    SubElement(parent, tag).text = str(value)
