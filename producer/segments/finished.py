"""A prepared segment rendered into a folder: the programme, its note, and the pack for the editor.

Everything is made in a folder for unfinished files and moved when all of it is whole; the note is
the last, because a video without one is not listed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import partial
from pathlib import Path

from overlay.stage import Box, Stage
from producer.files import write_whole
from producer.segments.clean_split import clean_split
from producer.segments.compositor.overlay_file import overlay_pictures
from producer.segments.compositor.render import RenderFiles, render
from producer.segments.cutting.hand_events import drawn_point
from producer.segments.deliveries.files import deliveries
from producer.segments.deliveries.graphic_packages import graphic_packages
from producer.segments.deliveries.png_sequence import write_png_sequence
from producer.segments.deliveries.posters import poster_frame, write_poster
from producer.segments.deliveries.presets import PresetName, delivered_name
from producer.segments.deliveries.stems import write_stems
from producer.segments.exports.copies import write_copy
from producer.segments.exports.edits import nearest, source_rate
from producer.segments.exports.pack import PackText, pack_files
from producer.segments.exports.packed_files import HANDLE, PackedFile, planned_files
from producer.segments.manifest import (
    MOST_FINDINGS,
    CleanSplit,
    ClipMark,
    Handles,
    Manifest,
    Render,
    SyncPoint,
)
from producer.segments.prepared import PreparedSegment, allowed_spans
from producer.segments.quality.measuring import measurements
from producer.segments.quality.report import as_json, as_text, quality_report
from producer.segments.recordings.damage import collected
from producer.segments.request import SegmentRequest
from producer.segments.timed_frames import timed_frames
from producer.segments.timeline import Timeline
from producer.stages.drawings import drawing_of
from producer.stages.style import Style
from producer.stages.tables.drawn_table import empty_table
from producer.wording.language import language
from producer.wording.pick_lines import headline

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MOST_MARKS = 50
LONGEST_TITLE = 120

_AS_FAST = 8
"""Frames are measured about so many times as fast as they are rendered, for the progress."""


def _title(ready: PreparedSegment) -> str:
    """The pick's headline; with the tables shown where they are not the pick's own, so that two
    clips of a pick can be distinguished."""
    request, best = ready.request, ready.comparison.best
    title = headline(ready.comparison, request.language)
    if best is None or request.tables == best.pairing:
        return title[:LONGEST_TITLE]
    table = language(request.language).gettext("TABLE {name}")
    tables = " · " + ", ".join(table.format(name=name) for name in request.tables)
    return title[: max(LONGEST_TITLE - len(tables), 0)] + tables[:LONGEST_TITLE]


def rendered(
    ready: PreparedSegment,
    name: str,
    style: Style,
    scratch: Path,
    progress: Callable[[int, int], None],
) -> Manifest:
    """Writes ``NAME.mp4`` into ``scratch`` and, if asked for, the folder ``NAME``: with the pack,
    which has the pictures without graphics (``-textless``) and the graphics alone, and with what is
    delivered.

    Raises BadRecording, TimecodeRefused, CopyFailed, SealedRecording, NotPlanned, TooManyEvents and
    OSError.
    """
    request, folder = ready.request, scratch / name
    checks = ready.timeline.frames // _AS_FAST if request.pack else 0
    whole = ready.timeline.frames + checks
    if request.pack or request.deliver:
        folder.mkdir()
    pack = folder if request.pack else None
    drawn = partial(_drawn, ready, style)
    with collected() as damage:
        render(
            ready.timeline,
            ready.recordings,
            lambda span: ready.stages[span],
            RenderFiles(
                scratch / f"{name}.mp4",
                pack and pack / clean_name(name),
                pack and pack / overlay_name(name),
                deliveries(_forms(request), name, folder, textless=request.pack),
                levelled=ready.request.loudness == "r128",
            ),
            lambda done, _of: progress(done, whole),
            lambda: False,
            style,
            drawn,
        )
        if "overlay-png" in request.deliver:
            write_png_sequence(
                overlay_pictures(ready.timeline, lambda span: ready.stages[span], drawn, style),
                folder / delivered_name(name, "overlay-png"),
                f"{name}-overlay-straight",
                lambda: False,
            )
        handles = () if pack is None else _packed(ready, name, pack)
    findings = damage.words
    if pack is not None:
        findings += _checked(
            ready,
            scratch / f"{name}.mp4",
            pack,
            lambda done: progress(ready.timeline.frames + done // _AS_FAST, whole),
        )
    files = sorted(each.relative_to(scratch).as_posix() for each in scratch.glob(f"{name}/*"))
    clean = None if pack is None else clean_split(ready.timeline, f"{name}/{clean_name(name)}")
    return manifest_of(ready, handles, files, findings, clean)


def clean_name(name: str) -> str:
    """The file of the pictures without graphics."""
    return f"{name}-textless.mp4"


def _forms(request: SegmentRequest) -> tuple[PresetName, ...]:
    """What is delivered; a pack always has the viewing copy."""
    usual: tuple[PresetName, ...] = ("viewing",) if request.pack else ()
    return tuple(dict.fromkeys((*request.deliver, *usual)))


def overlay_name(name: str) -> str:
    """The file of the graphics alone; only its name can say that its alpha is straight."""
    return f"{name}-overlay-straight.mov"


def manifest_of(
    ready: PreparedSegment,
    handles: Sequence[Handles] = (),
    files: Sequence[str] = (),
    findings: Sequence[str] = (),
    clean: CleanSplit | None = None,
) -> Manifest:
    """The note of the programme, with the ``files`` of its pack and what was found in it that was
    not planned."""
    timeline, rate = ready.timeline, ready.timeline.rate
    marks = {mark.name[:80]: float(mark.frame / rate) for mark in reversed(timeline.marks)}
    points = tuple(
        SyncPoint(
            table=each.table,
            name=each.name,
            at=float(each.frame / rate),
            time=EPOCH + timedelta(microseconds=round(each.at * 1_000_000)),
            uncertain=float(each.uncertain),
            confidence=each.confidence,
        )
        for each in timed_frames(timeline, ready.times, ready.wanted)
    )
    drawn = tuple(
        side.table for side in timeline.sides if all(shot.kind == "drawn" for shot in side.shots)
    )
    return Manifest(
        deals=(str(ready.key),),
        tables=ready.request.tables,
        title=_title(ready),
        marks=tuple(
            ClipMark(name=mark, at=at)
            for mark, at in sorted(marks.items(), key=lambda each: each[1])[:MOST_MARKS]
        ),
        render=Render(
            request=ready.request,
            rate=str(rate),
            width=timeline.width,
            height=timeline.height,
            frames=timeline.frames,
            sync_points=points,
            handles=tuple(handles),
            drawn=drawn,
            facts=dict(ready.facts),
            files=tuple(files),
            findings=tuple(findings)[:MOST_FINDINGS],
            clean=clean,
        ),
    )


def put_in_place(manifest: Manifest, name: str, scratch: Path, folder: Path) -> list[Path]:
    """Moves the files of ``scratch`` to ``folder``, in place of earlier ones, and writes the note.
    Returns the programme, the note and the pack's folder, if there is one. Raises OSError."""
    programme, note, pack = folder / f"{name}.mp4", folder / f"{name}.json", folder / name
    note.unlink(missing_ok=True)
    if (scratch / name).is_dir():
        if pack.exists():
            pack.rename(scratch / "earlier")
        (scratch / name).rename(pack)
    os.replace(scratch / programme.name, programme)  # noqa: PTH105 - of the same kind as rename
    try:
        write_whole(note, manifest.model_dump_json(indent=2).encode() + b"\n")
    except BaseException:
        programme.unlink()
        raise
    return [programme, note, *([pack] if pack.is_dir() else [])]


def _drawn(ready: PreparedSegment, style: Style, table: str, at: Fraction, place: Box) -> Stage:
    """A table without a picture, drawn as far as its hand has come at the time ``at``, and as it
    ended once the graphics over it say how; an empty one in a game that draws none."""
    draw = drawing_of(ready.comparison).table
    if draw is None:
        return empty_table(table, at, place)
    moves = drawn_point(ready.times[table], at).moves
    if any(at > told for told in ended_at(ready.timeline, table)):
        moves = len(ready.comparison.replays[table].line)
    return draw(ready.comparison, table, moves, place, style)


def ended_at(timeline: Timeline, table: str) -> Iterator[Fraction]:
    """The times at the table at which graphics that know its end come on. Later ones are shown only
    after that, the same one also before it, where the table stands."""
    side = next(side for side in timeline.sides if side.table == table)
    for span in timeline.graphics:
        if table in span.tables and span.moment.of(table) is None:
            yield side.shot_at(span.start).time_of(span.start, timeline.rate)


def _packed(ready: PreparedSegment, name: str, folder: Path) -> tuple[Handles, ...]:
    """Writes the recordings' copies, and what names them."""
    allowed = allowed_spans(ready)
    timeline = ready.timeline
    planned = planned_files(timeline, ready.recordings, allowed)
    copies = tuple(
        part
        for each in planned
        for part in write_copy(each, folder, allowed[each.table], timeline.rate)
    )
    people = {
        play.table: tuple(player.name for _, player in sorted(play.players.items()))
        for play in ready.comparison.deal.plays
        if play.table in ready.request.tables
    }
    title = _title(ready)
    text = PackText(title, people, {ready.request.language: timeline.beats})
    texts = pack_files(
        timeline,
        ready.recordings,
        copies,
        name,
        text,
        overlay=overlay_name(name),
        originals=bool(ready.request.originals),
    )
    packages = graphic_packages(timeline, ready.stages, name, title, str(ready.key))
    for file, content in (texts | packages).items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    number = poster_frame(timeline)
    for video, kind in (
        (folder.parent / f"{name}.mp4", "texted"),
        (folder / f"{name}-textless.mp4", "textless"),
    ):
        write_poster(video, number, folder / f"{name}-poster-{kind}.jpg")
    write_stems(timeline, ready.recordings, folder, name)
    return tuple(_handles(each, timeline.rate) for each in planned)


def _checked(
    ready: PreparedSegment, video: Path, folder: Path, progress: Callable[[int], None]
) -> tuple[str, ...]:
    """Measures the programme and writes the report of it. Returns what was not planned, with its
    timecode."""
    timeline = ready.timeline
    measured = measurements(video, timeline, progress)
    levelled = ready.request.loudness == "r128"
    report = quality_report(video.name, timeline, measured, levelled=levelled)
    (folder / f"{video.stem}-qc.txt").write_text(as_text(report), "utf-8")
    (folder / f"{video.stem}-qc.json").write_text(as_json(report), "utf-8")
    return report.faults()


def _handles(planned: PackedFile, rate: Fraction) -> Handles:
    """A handle is planned shorter at an end of the recording, and where what is beside the hand may
    not be seen: only there does the recording go on."""
    own = source_rate(planned.file, rate)
    spare, end = nearest(HANDLE * own), int(planned.file.length * own // 1)
    before = planned.before < spare and planned.first > 0
    after = planned.after < spare and planned.end < end
    return Handles(
        table=planned.table,
        file=planned.name,
        before=planned.before,
        after=planned.after,
        shortened=(*(["before"] if before else []), *(["after"] if after else [])),
    )
