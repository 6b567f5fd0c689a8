"""The edit lists, captions and texts of a segment's pack, by file name. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from producer.files import plain_name
from producer.segments.exports.captions import captions, srt, webvtt
from producer.segments.exports.edl import edl
from producer.segments.exports.fcp7_xml import fcp7_xml
from producer.segments.exports.otio_timeline import otio_text
from producer.segments.exports.packed_files import PackedFile
from producer.segments.exports.sounds import COMMENTARY, stem_name
from producer.segments.exports.text_sheet import text_sheet
from producer.segments.recordings.placed import TableRecording
from producer.segments.timeline import BeatSpan, Timeline


@dataclass(frozen=True, slots=True)
class PackText:
    """``people``: the names at each table as they are spelled on screen. ``sentences``: by
    language, the timeline's beats with their sentences in it."""

    title: str
    people: Mapping[str, Sequence[str]]
    sentences: Mapping[str, Sequence[BeatSpan]]


def pack_files(
    timeline: Timeline,
    recordings: Mapping[str, TableRecording],
    files: Sequence[PackedFile],
    name: str,
    text: PackText,
    overlay: str | None = None,
    *,
    originals: bool = False,
) -> dict[str, bytes]:
    """The files of a pack that are text, all named after ``name``.

    ``files``: the recordings' copies in the same folder, as planned or as written. ``overlay``:
    the name of the graphics' file, if there is one. ``originals``: the OTIO refers to the original
    recordings, for a producer who asked for it.

    Raises LookupError where ``files`` lack a recording that the timeline uses, TimecodeRefused for
    a rate without timecode, and TooManyEvents.
    """
    voice = None if timeline.commentary is None else stem_name(name, COMMENTARY)
    texts = {
        f"{name}.xml": fcp7_xml(timeline, recordings, files, text.title, overlay, voice),
        f"{name}.otio": otio_text(
            timeline, recordings, files, text.title, overlay, voice, originals=originals
        ),
        f"{name}.txt": text_sheet(timeline, files, text.title, text.people, text.sentences),
    }
    for side in timeline.sides:
        listed = edl(timeline, side, recordings, files, f"{text.title} table {side.table}")
        texts[f"{name}-{plain_name(f'table-{side.table}')}.edl"] = listed
    for language, beats in text.sentences.items():
        shown = captions(timeline, beats)
        texts[f"{name}.{language}.srt"] = srt(shown)
        texts[f"{name}.{language}.vtt"] = webvtt(shown, language)
    return {file: content.encode() for file, content in texts.items()}
