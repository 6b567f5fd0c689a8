"""``duplicast rundown render``: the whole rundown as numbered clips, a playlist and a sheet."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from producer.cli.common import (
    SOME_BAD,
    ChipsOption,
    DbOption,
    LanguageOption,
    ThemeOption,
    fail,
    gate,
    known_theme,
    note_export,
    one_deal,
    people,
    settings,
)
from producer.cli.segment import asked_for, segment
from producer.files import write_whole
from producer.release import Gate
from producer.segments.file_names import FOLDER
from producer.segments.wanted import SyncMode

if TYPE_CHECKING:
    from producer.obs.clips.files import Clip
    from producer.rundown.rows import RundownRow
    from producer.segments.request import SegmentRequest

EXIT = "command:rundown"
TO_MAKE = frozenset({"planned", "ready"})


@dataclass(frozen=True, slots=True)
class NumberedRow:
    """``name``: of its files, without an ending. ``fresh``: its clip, where that shows what is
    planned and true now."""

    row: RundownRow
    name: str
    fresh: Clip | None

    @property
    def id(self) -> str:
        return self.row.segment.id


def render(
    out: Annotated[
        Path, typer.Option("-o", metavar="DIR", file_okay=False, help="Made if it is missing.")
    ] = Path("out/rundown"),
    fps: Annotated[
        str | None,
        typer.Option(metavar="RATE", help="Such as 29.97. Default: the setting, else 25."),
    ] = None,
    size: Annotated[str, typer.Option(metavar="WxH", help="Default: 1920x1080.")] = "",
    sync: Annotated[
        SyncMode, typer.Option(help="When the tables are in step, as for `segment`.")
    ] = "street",
    language: LanguageOption = None,
    chips: ChipsOption = None,
    theme: ThemeOption = None,
    db: DbOption = None,
) -> None:
    """Render what is planned or ready as numbered clips, with a playlist and a sheet.

    Clips that are there and still true are kept, and renumbered where the order changed.
    """
    own = settings(db)
    usual = own.graphics
    asked = asked_for(
        pick="best",
        **dict(own.segments) | ({} if fps is None else {"fps": fps}),
        size=size,
        sync=sync,
        language=language or usual.language,
        chips=chips or usual.chips,
        theme=usual.theme if theme is None else known_theme(theme, "--theme"),
    )
    with gate(db) as opened, one_deal():
        rows = _in_place(opened, out, asked)
    if not rows:
        fail("the rundown is empty: `rundown add PICK` plans a segment")
    out.mkdir(parents=True, exist_ok=True)
    wanted = [each for each in rows if each.fresh is None and each.row.segment.state in TO_MAKE]
    unusable = []
    for number, each in enumerate(wanted, 1):
        people.print(f"{number} of {len(wanted)}: {each.name}", style="bold", soft_wrap=True)
        try:
            segment(
                out,
                rundown=each.id,
                fps=fps,
                size=size,
                sync=sync,
                language=asked.language,
                chips=asked.chips,
                theme=asked.theme,
                name=each.name,
                db=db,
            )
        except typer.Exit:
            unusable.append(each.name)
        except OSError as error:
            people.print(f"{error.filename or out}: {error.strerror}", style="bold")
            unusable.append(each.name)
    with gate(db) as opened, one_deal():
        _write_lists(opened, out, asked)
    desk = own.out / FOLDER
    if out.resolve() != desk.resolve():
        people.print(f"The desk plays what is in {desk}; -o {desk} renders there.", soft_wrap=True)
    if unusable:
        fail(f"not made: {', '.join(unusable)}; the reasons are above", SOME_BAD)


def _in_place(opened: Gate, out: Path, asked: SegmentRequest) -> list[NumberedRow]:
    """The rows with what there is of them, their clips renamed after their place."""
    from producer.cli.rundown.folder import rename_clips, rundown_clips  # noqa: PLC0415

    rows = _numbered(opened, out, asked)
    there = rundown_clips(out)
    rename_clips(out, {each.id: each.name for each in rows})
    made = {each.id for each in rows}
    released = {str(key) for key in opened.released(EXIT)}
    for id_, clip in there.items():
        if id_ not in made and released.issuperset(clip.deals):
            people.print(f"not in the rundown any more: {clip.file.name}", soft_wrap=True)
    return rows


def _numbered(opened: Gate, out: Path, asked: SegmentRequest) -> list[NumberedRow]:
    """What is not dropped, numbered from 1."""
    from producer.cli.rundown.folder import clip_name, rundown_clips  # noqa: PLC0415
    from producer.rundown.rows import segment_rows  # noqa: PLC0415
    from producer.web.programme.rundown import rows_of  # noqa: PLC0415

    there = rundown_clips(out)
    segments = segment_rows(rows_of(opened, asked.language, EXIT))
    rows = [row for row in segments if row.starts is not None]
    return [
        NumberedRow(
            row,
            clip_name(number, row.title or f"deal {row.segment.deal.number}"),
            _fresh(opened, row, there.get(row.segment.id), asked),
        )
        for number, row in enumerate(rows, 1)
    ]


def _fresh(opened: Gate, row: RundownRow, clip: Clip | None, asked: SegmentRequest) -> Clip | None:
    """The clip, if it was asked for in the same way and shows what is planned and true now."""
    from producer.segments.facts import facts_now  # noqa: PLC0415 - slow to load
    from producer.segments.manifest import outdated  # noqa: PLC0415
    from producer.segments.request import as_planned  # noqa: PLC0415
    from producer.stages.moment import NotDrawable  # noqa: PLC0415

    if clip is None or clip.render is None:
        return None
    made = clip.render.request
    try:
        wanted = as_planned(asked, row.segment)
    except NotDrawable:
        return None
    if made.model_copy(update={"tables": wanted.tables}) != wanted:
        return None
    now = facts_now(opened, clip.deals[0], made.pick, clip.tables, EXIT, made.rundown)
    return None if outdated(clip.render.facts, now) else clip


def _write_lists(opened: Gate, out: Path, asked: SegmentRequest) -> None:
    """Writes the playlist of the clips there are now, and the sheet of the rundown."""
    from producer.cli.rundown.folder import (  # noqa: PLC0415
        PLAYLIST,
        SHEET,
        NumberedClip,
        playlist,
    )
    from producer.web.pages.templates import rendered_page  # noqa: PLC0415

    rows = _numbered(opened, out, asked)
    listed = [
        NumberedClip(each.fresh.name, each.row.title, _seconds(each.fresh))
        for each in rows
        if each.fresh is not None
    ]
    note_export(opened, "rundown", out / SHEET)
    write_whole(out / PLAYLIST, playlist(listed).encode())
    sheet = rendered_page(
        "rundown_sheet.html.j2",
        rows=rows,
        total=sum(each.row.segment.seconds for each in rows),
        language=asked.language,
    )
    write_whole(out / SHEET, sheet.encode())
    for name in (PLAYLIST, SHEET):
        people.print(f"wrote {out / name}", soft_wrap=True)


def _seconds(clip: Clip) -> Fraction:
    assert clip.render is not None
    return clip.render.frames / Fraction(clip.render.rate)
