"""``duplicast segment``: the split-screen segment of a pick as a video, with its note."""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from pydantic import ValidationError
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from producer.cli.common import (
    WRONG_USAGE,
    ChipsOption,
    DbOption,
    DealOrPick,
    LanguageOption,
    PickOption,
    ThemeOption,
    fail,
    gate,
    known_theme,
    me,
    note_export,
    one_deal,
    people,
    picked,
    settings,
    tell_against,
    tell_unfit,
)
from producer.json_text import fault_words
from producer.record import ReadOnlyError
from producer.release import Gate
from producer.release.picks import PickGone, comparison_to_cut
from producer.release.programme.rundown import segment_named
from producer.rundown.pick_beats import SegmentShape
from producer.segments.deliveries.presets import PRESETS, described
from producer.segments.file_names import segment_name
from producer.segments.request import Loudness, SegmentRequest, as_planned
from producer.segments.wanted import SoundChoice, SyncMode

if TYPE_CHECKING:
    from producer.segments.manifest import Manifest
    from producer.segments.prepared import PreparedSegment
    from producer.settings import Settings
    from producer.stages.style import Style

EXIT = "command:segment"
_FORMS = {
    "length": "write 5 to 600 seconds",
    "size": "write WIDTHxHEIGHT, such as 1920x1080: even numbers from 64 to 8192",
    "tables": "name each table once, such as --tables 1,5",
    "longest_think": "write 0 to 60 seconds",
    "speed_up": "write a whole factor from 1 to 100",
    "nudges": "write at most 1000 frames, such as 4=+3",
    "handle": "write 0 to 2 seconds",
    "pick": "write an id as `compare` lists it",
    "deliver": f"write one of {', '.join(PRESETS)}",
    "rundown": "write an id as `rundown show` lists it",
    "commentary": "write a path of at most 1000 characters",
    "originals": "write a reason of at most 1000 characters",
}
"""How the values of options are written."""

_SAID_AGAIN = {"length", "size", "longest_think", "speed_up", "handle"}
_NUDGE = re.compile(r"(?P<table>.+)=(?P<frames>[+-]?[0-9]{1,6})", re.ASCII)

SYNC_PANEL, SOUND_PANEL, FILE_PANEL = "Timing of the tables", "Sound", "Files"

REPORT_EVERY = 5
"""Frames between two lines of progress in JSON."""


def segment(  # noqa: PLR0913, PLR0917 - its parameters are the options
    out: Annotated[
        Path,
        typer.Option("-o", metavar="DIR", file_okay=False, help="Folder; made if it is missing."),
    ],
    deal: DealOrPick = None,
    pick: PickOption = None,
    tables: Annotated[
        str | None,
        typer.Option(
            metavar="A,B", help="In the order of their pictures. Default: the suggested ones."
        ),
    ] = None,
    rundown: Annotated[
        str | None,
        typer.Option(
            metavar="ID",
            help="Instead of DEAL: a segment of the rundown, with its tables, seconds and edits.",
        ),
    ] = None,
    layout: Annotated[
        SegmentShape | None,
        typer.Option(
            help="How the screen is split. Default: two-up; table, the whole hand, of a deal that "
            "one table alone has played."
        ),
    ] = None,
    length: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            help="5 to 600. Beats are stretched, shortened or left out. Default: 60.",
        ),
    ] = None,
    tease: Annotated[
        bool, typer.Option("--tease", help="Open with the question, before the cards.")
    ] = False,
    recap: Annotated[
        bool, typer.Option("--recap", help="Show the standings before the deal first.")
    ] = False,
    notes: Annotated[
        bool,
        typer.Option(
            "--notes/--no-notes",
            help="Commentators' notes cleared for air, as lower thirds of 5 s in beats of their "
            "own.",
        ),
    ] = True,
    language: LanguageOption = None,
    chips: ChipsOption = None,
    theme: ThemeOption = None,
    sync: Annotated[
        SyncMode,
        typer.Option(
            help="When the tables are in step: at every street, at the decision, or at the fork "
            "and in real time from there.",
            rich_help_panel=SYNC_PANEL,
        ),
    ] = "street",
    longest_think: Annotated[
        float,
        typer.Option(
            metavar="SECONDS",
            help="What a longer think is cut down to, 0 to 60.",
            rich_help_panel=SYNC_PANEL,
        ),
    ] = 4,
    speed_up: Annotated[
        int,
        typer.Option(
            metavar="FACTOR",
            help="Play dead time faster instead of cutting it, marked on screen: a whole factor "
            "up to this one. 1: cuts only.",
            rich_help_panel=SYNC_PANEL,
        ),
    ] = 1,
    nudge: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TABLE=FRAMES",
            help="Take a table's times so many frames later than its device sent them, in this "
            "render: 4=+3, 4=-3. Again for each table.",
            rich_help_panel=SYNC_PANEL,
        ),
    ] = None,
    sound: Annotated[
        SoundChoice,
        typer.Option(
            help="The table that is talked about, all tables, or nothing of the tables.",
            rich_help_panel=SOUND_PANEL,
        ),
    ] = "focus",
    sound_in_freeze: Annotated[
        bool,
        typer.Option(
            "--sound-in-freeze",
            help="The tables go on being heard while the question stands.",
            rich_help_panel=SOUND_PANEL,
        ),
    ] = False,
    commentary: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The commentator's voice, from the first beat on; the tables 12 dB lower.",
            rich_help_panel=SOUND_PANEL,
        ),
    ] = None,
    bed: Annotated[
        bool,
        typer.Option(
            "--bed",
            help="The tables 12 dB lower, for a live commentator.",
            rich_help_panel=SOUND_PANEL,
        ),
    ] = False,
    loudness: Annotated[
        Loudness | None,
        typer.Option(
            help="As recorded, or by EBU R128: -23 LUFS, at most -1 dBTP. Default: the setting, "
            "else as recorded.",
            rich_help_panel=SOUND_PANEL,
        ),
    ] = None,
    fps: Annotated[
        str | None,
        typer.Option(
            metavar="RATE",
            help="Frames a second, such as 29.97. Default: the setting, else 25.",
            rich_help_panel=FILE_PANEL,
        ),
    ] = None,
    size: Annotated[
        str,
        typer.Option(
            metavar="WxH",
            help="Default: 1920x1080; upright, 1080x1920.",
            rich_help_panel=FILE_PANEL,
        ),
    ] = "",
    handle: Annotated[
        float,
        typer.Option(
            metavar="SECONDS",
            help="More picture at both ends of the file, 0 to 2.",
            rich_help_panel=FILE_PANEL,
        ),
    ] = 0,
    first_timecode: Annotated[
        str | None,
        typer.Option(
            metavar="TIMECODE",
            help="Of the first frame, with ; before the frames for drop frame. Default: the "
            "setting, else 10:00:00:00.",
            rich_help_panel=FILE_PANEL,
        ),
    ] = None,
    pack: Annotated[
        bool,
        typer.Option(
            "--pack",
            help="Also for the editor: edit lists, captions, copied recordings, stems.",
            rich_help_panel=FILE_PANEL,
        ),
    ] = False,
    deliver: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FORM",
            help=f"Also as {', '.join(PRESETS)} (docs/segments.md). Repeatable.",
            rich_help_panel=FILE_PANEL,
        ),
    ] = None,
    originals: Annotated[
        str,
        typer.Option(
            metavar="REASON",
            help="The pack's OTIO refers to the original recordings, which may show sealed deals. "
            "The reason goes into the audit.",
            rich_help_panel=FILE_PANEL,
        ),
    ] = "",
    name: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Of the files. Default: deal, pick and layout.",
            rich_help_panel=FILE_PANEL,
        ),
    ] = None,
    scratch: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            file_okay=False,
            help="For unfinished files; on the disk of -o.",
            rich_help_panel=FILE_PANEL,
        ),
    ] = None,
    json_: Annotated[
        bool, typer.Option("--json", help="Print progress, then the files, as JSON, a line each.")
    ] = False,
    db: DbOption = None,
) -> None:
    """Make the split-screen segment of DEAL, or of a pick: NAME.mp4 and NAME.json.

    Of a deal that one table alone has played, the whole hand. Tables without a recording are drawn.
    """
    from producer.stages.house_style import with_people  # noqa: PLC0415 - its libraries take long
    from producer.stages.style import style_of  # noqa: PLC0415

    _as_in_the_rundown(
        rundown,
        deal=deal,
        pick=pick,
        tables=tables,
        length=length,
        layout=layout,
        tease=tease or None,
    )
    own = settings(db)
    usual = own.graphics.model_copy(
        update={
            key: value
            for key, value in {"language": language, "chips": chips}.items()
            if value is not None
        }
        | ({} if theme is None else {"theme": known_theme(theme, "--theme")})
    )
    request = asked_for(
        pick="best" if pick is None else pick,
        tables=() if tables is None else tuple(part.strip() for part in tables.split(",")),
        layout=layout or "two-up",
        sync=sync,
        length=60 if length is None else length,
        fps=fps or own.segments.fps,
        size=size,
        language=usual.language,
        chips=usual.chips,
        theme=usual.theme,
        pack=pack,
        deliver=tuple(deliver or ()),
        rundown=rundown or "",
        tease=tease,
        recap=recap,
        notes=notes,
        longest_think=longest_think,
        speed_up=speed_up,
        nudges=_nudges(nudge or []),
        sound=sound,
        sound_in_freeze=sound_in_freeze,
        commentary="" if commentary is None else str(commentary.resolve()),
        bed=bed,
        loudness=loudness or own.segments.loudness,
        handle=handle,
        first_timecode=first_timecode or own.segments.first_timecode,
        originals=originals,
    )
    usual_style = style_of(usual)
    with gate(db) as opened, one_deal(), _explained():
        style = with_people(usual_style, opened)
        ready = _ready(opened, deal, pick, request, style, own, given=layout is not None)
        file_name = _name(name) if name else segment_name(ready.key, ready.request)
        _tell(ready)
        hidden = f".{file_name[:40]}."
        with _folder(out), tempfile.TemporaryDirectory(dir=scratch or out, prefix=hidden) as hid:
            files = _made(opened, ready, file_name, style, Path(hid), out, as_json=json_)
    for path in files:
        people.print(f"wrote {path}", soft_wrap=True)
    if json_:
        _line({"files": [str(path) for path in files]})
    tell_unfit(usual.theme)


def _as_in_the_rundown(rundown: str | None, **given: object) -> None:
    """Ends the command where ``--rundown`` and what the rundown says itself are both given."""
    if given["layout"] == "upright":
        del given["layout"]
    named = [option for option, value in given.items() if value is not None]
    if rundown is not None and named:
        option = "DEAL" if named[0] == "deal" else f"--{named[0]}"
        fail(f"{option}: the rundown says it; `rundown change {rundown}` changes it", WRONG_USAGE)


def _nudges(given: list[str]) -> dict[str, int]:
    """Frames by table. Ends the command if one is written otherwise."""
    found: dict[str, int] = {}
    for words in given:
        form = _NUDGE.fullmatch(words)
        if form is None or form["table"] in found:
            fail(
                f"--nudge {words}: write TABLE=FRAMES once for each table, such as 4=+3 or 4=-3",
                WRONG_USAGE,
            )
        found[form["table"]] = int(form["frames"])
    return found


def asked_for(**given: Any) -> SegmentRequest:
    """Ends the command with a message if an option cannot be used."""
    try:
        return SegmentRequest(**given)
    except ValidationError as error:
        first = error.errors()[0]
        field = str(first["loc"][0]) if first["loc"] else "size"
        why = fault_words(first)
        option = {"nudges": "nudge"}.get(field, field.replace("_", "-"))
        value = f" {given[field]}" if field in _SAID_AGAIN else ""
        ours = first["type"] == "value_error" and field not in _SAID_AGAIN | {"tables"}
        fail(f"--{option}{value}: {why if ours else _FORMS.get(field, why)}", WRONG_USAGE)


@contextmanager
def _folder(out: Path) -> Iterator[None]:
    """Makes the folder, and removes it again if nothing was written into it."""
    made = not out.exists()
    out.mkdir(parents=True, exist_ok=True)
    try:
        yield
    finally:
        if made and not any(out.iterdir()):
            out.rmdir()


def _name(name: str) -> str:
    """Ends the command if ``name`` is not one of a file."""
    if name != Path(name).name or name.startswith("."):
        fail(f"--name {name}: a name without folder and ending, such as kings", WRONG_USAGE)
    return name


@contextmanager
def _explained() -> Iterator[None]:
    """Ends the command with a message where the segment cannot be planned or rendered; with that
    of wrong usage where other options would help."""
    from producer.release.programme.rundown import NoSuchSegment  # noqa: PLC0415
    from producer.rundown.edits import NotEditable  # noqa: PLC0415
    from producer.segments.compositor.reader import BadRecording  # noqa: PLC0415
    from producer.segments.compositor.sound import BadCommentary  # noqa: PLC0415
    from producer.segments.exports.copies import CopyFailed  # noqa: PLC0415
    from producer.segments.exports.packed_files import SealedRecording  # noqa: PLC0415
    from producer.segments.timecode import TimecodeRefused  # noqa: PLC0415
    from producer.segments.wanted import NotPlanned  # noqa: PLC0415
    from producer.stages import NotDrawable  # noqa: PLC0415

    try:
        yield
    except (NotDrawable, NotPlanned, TimecodeRefused) as error:
        fail(str(error), WRONG_USAGE)
    except (NoSuchSegment, NotEditable) as error:
        fail(str(error))
    except (BadRecording, BadCommentary, CopyFailed, SealedRecording) as error:
        fail(str(error))


def _ready(
    opened: Gate,
    deal: str | None,
    pick: str | None,
    request: SegmentRequest,
    style: Style,
    own: Settings,
    *,
    given: bool,
) -> PreparedSegment:
    """``given``: the layout was; else the whole hand is shown of a table alone."""
    from producer.compare.whole_hand import whole_hand  # noqa: PLC0415
    from producer.segments.prepared import prepared  # noqa: PLC0415

    if request.rundown:
        planned = segment_named(opened, request.rundown, EXIT)
        request = as_planned(request, planned)
        try:
            found = comparison_to_cut(opened, str(planned.deal), planned.pick, EXIT)
        except PickGone as error:
            fail(str(error), WRONG_USAGE)
    else:
        found = picked(opened, deal, pick, EXIT, gone=WRONG_USAGE)
    if not given and not request.rundown and whole_hand(found) is not None:
        request = request.model_copy(update={"layout": "table"})
    tell_against(opened, found.deal, EXIT)
    mark = "REHEARSAL" if own.rehearsal else ""
    return prepared(opened, found, request, style, own.db.parent, EXIT, mark)


def _tell(ready: PreparedSegment) -> None:
    """What a producer should know before it goes on air."""
    for name in ready.request.deliver:
        people.print(f"{name}: {described(name, ready.timeline.rate)}", soft_wrap=True)
    drawn = [
        side.table
        for side in ready.timeline.sides
        if any(shot.kind == "drawn" for shot in side.shots)
    ]
    for words in ready.problems:
        people.print(words, soft_wrap=True)
    beats = ready.timeline.frames - 2 * ready.timeline.handle
    seconds = float(beats / ready.timeline.rate)
    if abs(seconds - ready.request.length) >= 1:
        people.print(
            f"--length {ready.request.length:g}: its beats can only make it {seconds:.1f} s long",
            soft_wrap=True,
        )
    if drawn:
        tables = f"table {drawn[0]} is" if len(drawn) == 1 else f"tables {', '.join(drawn)} are"
        people.print(f"{tables} drawn where there is no picture", soft_wrap=True)


def _made(
    opened: Gate,
    ready: PreparedSegment,
    name: str,
    style: Style,
    unfinished: Path,
    out: Path,
    *,
    as_json: bool,
) -> list[Path]:
    """Renders, asks the gate again, and moves the files to ``out``."""
    from producer.segments.finished import put_in_place, rendered  # noqa: PLC0415
    from producer.segments.prepared import must_not_be_sealed  # noqa: PLC0415

    with rendering(as_json=as_json) as report:
        manifest = rendered(ready, name, style, unfinished, report)
    opened.deal(ready.key, EXIT)
    must_not_be_sealed(ready.timeline, opened.sealed_spans(*ready.key[:2], EXIT))
    reason = ready.request.originals
    what = "segment that refers to the original recordings" if reason else "segment"
    note_export(opened, what, out / f"{name}.mp4", deal=str(ready.key), reason=reason)
    _note_copies(opened, ready, manifest, name, out)
    for finding in manifest.render.findings if manifest.render else ():
        people.print(f"look at {finding}", style="bold", soft_wrap=True)
    return put_in_place(manifest, name, unfinished, out)


def _note_copies(
    opened: Gate, ready: PreparedSegment, manifest: Manifest, name: str, out: Path
) -> None:
    """Notes that what is made to leave the house is in ``out``, so that it can be called back."""
    from producer.segments.recall import note_delivery  # noqa: PLC0415

    if manifest.render is None or not (ready.request.pack or ready.request.deliver):
        return
    with suppress(ReadOnlyError):  # the note of the export has said so
        note_delivery(opened, ready.key, manifest.render, name, str(out.resolve()), me())


@contextmanager
def rendering(*, as_json: bool = False) -> Iterator[Callable[[int, int], None]]:
    """Reports frames done, of how many: a bar with the time left, or lines of JSON."""
    if as_json:
        yield _report
        return
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=people,
        transient=True,
        disable=not people.is_terminal,
    )
    with bar:
        task = bar.add_task("frames", total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


def _report(done: int, of: int) -> None:
    if done % REPORT_EVERY == 0 or done == of:
        _line({"done": done, "of": of})


def _line(content: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(content) + "\n")
    sys.stdout.flush()
