"""``duplicast recordings``: which files a table's camera wrote, and what they show."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from producer.acts import TableFramed
from producer.cli.common import (
    SOME_BAD,
    WRONG_USAGE,
    DbOption,
    JsonOption,
    fail,
    gate,
    me,
    people,
    print_data,
    settings,
)
from producer.cli.recordings.check import with_damage
from producer.cli.recordings.framing import frame, framed
from producer.cli.recordings.options import Day, GroupOption, SessionOption, group_of, recording_of
from producer.cli.recordings.sound import clap, sync
from producer.cli.recordings.watch import watch
from producer.release.exits import known_exit
from producer.release.recordings.added import add_recording
from producer.release.recordings.framings import framings
from producer.segments.recordings.coverage import HandsShown, gaps
from producer.segments.recordings.placed import RecordedFile
from producer.segments.recordings.placing import PlacedTable
from producer.segments.recordings.reading import read_recordings
from producer.segments.recordings.wording import (
    file_words,
    group_times,
    hands_of,
    missing_words,
    moment,
)
from producer.segments.timecode import timecode_of
from producer.texts import number_of, visible

RECORDINGS = "command:recordings"

app = typer.Typer(help="The recordings of the tables' cameras.", no_args_is_help=True)

app.command()(sync)
app.command()(clap)
app.command()(watch)
app.command()(frame)


@app.command()
def add(  # noqa: PLR0913, PLR0917 - its parameters are the options
    table: Annotated[str, typer.Argument(metavar="TABLE")],
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="In order; they are only read.")
    ],
    session: SessionOption = None,
    group: GroupOption = None,
    start: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="Of the first picture: 2026-05-01T19:30:00+02:00; or with --day a clock, "
            "19:30:00.5, or a timecode, 19:30:00:12. Default: the files' own timecode.",
        ),
    ] = None,
    day: Annotated[
        str | None, typer.Option(metavar="DATE", help="The day of a clock or timecode: 2026-05-01.")
    ] = None,
    zone: Annotated[
        str | None,
        typer.Option(help="The time zone of a clock or timecode. Default: this machine's."),
    ] = None,
    rate: Annotated[
        str | None, typer.Option(help="Of the timecode, where the file does not say: 29.97.")
    ] = None,
    offset: Annotated[
        int,
        typer.Option(min=-86_400_000, max=86_400_000, help="Milliseconds to move pictures later."),
    ] = 0,
    point: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE@SECONDS=TIME",
            help="Something seen at a known time, such as a clap. From two on, a minute or more "
            "apart, they also say how fast the camera's clock runs.",
        ),
    ] = None,
    db: DbOption = None,
) -> None:
    """Add the files of a table's camera: one recording, in one part or several in a row.

    Naming a file again replaces what was said of it. Nothing is added if a file cannot be read, or
    its time is not known.
    """
    folder = settings(db).db.parent
    names = {path: _name(path, folder) for path in files}
    if len(set(names.values())) < len(files):
        fail("a file is named twice. Name each once", WRONG_USAGE)
    data = recording_of(names, Day(day, zone), start, rate, offset, point or [])
    with gate(db) as opened:
        place = group_of(opened, session, group, table)
        placed = read_recordings({table: [data]}, folder)[table]
        if placed.problems:
            for words in placed.problems:
                people.print(words, style="bold", soft_wrap=True)
            fail("Nothing was added.")
        receipt = add_recording(opened, place, table, data, me())
    if receipt.outcome != "accepted":
        fail(f"nothing was added: {receipt.reason}")
    for file in placed.recording.files:
        people.print(f"added to table {table}: {file_words(file)}", soft_wrap=True)


@app.command("list")
def list_(
    session: SessionOption = None,
    group: GroupOption = None,
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Decode every file, to find damage inside; takes minutes an hour."
        ),
    ] = False,
    db: DbOption = None,
    json_: JsonOption = False,
) -> None:
    """List the recordings by table: from when to when, gaps, what cannot be read, and the hands of
    released deals that they do not show.

    Ends with status 3 where something cannot be read or placed, is damaged, shows a hand only
    partly, or shows none of its table's hands, as with a clock that is off.
    """
    known_exit(RECORDINGS)
    folder = settings(db).db.parent
    found = []
    with gate(db) as opened:
        for each in opened.sessions():
            if session not in (None, each.session) or group not in (None, each.group):
                continue
            name = each.session, each.group
            recordings = opened.recordings(name)
            in_order = {table: recordings[table] for table in each.tables if table in recordings}
            placed = read_recordings(in_order, folder)
            if check:
                placed = with_damage(placed)
            if placed:
                framing = framings(opened, name)
                hands = hands_of(group_times(opened, name, RECORDINGS), placed)
                found.append((name, placed, hands, framing))
    if json_:
        print_data([_answer(*group_found) for group_found in found])
    elif not found:
        people.print("There are no recordings. `duplicast recordings add` adds them.")
    else:
        for group_found in found:
            _print(*group_found)
        if check:
            tables = [table for _, placed, _, _ in found for table in placed.values()]
            count = sum(len(each.recording.files) for each in tables)
            people.print(f"{number_of(count, 'file')} decoded")
    bad = any(table.problems for _, placed, _, _ in found for table in placed.values())
    shown = [each for _, _, of_group, _ in found for each in of_group.values()]
    if bad or any(each.partly or each.clock_is_off for each in shown):
        raise typer.Exit(SOME_BAD)


def _print(
    group: tuple[str, str],
    placed: Mapping[str, PlacedTable],
    hands: Mapping[str, HandsShown],
    framing: Mapping[str, TableFramed],
) -> None:
    lines = [f"session {group[0]}, group {group[1]}"]
    for table, of_table in placed.items():
        lines += [f"  table {table}: {file_words(file)}" for file in of_table.recording.files]
        lines += [f"  {words}" for words in (*gaps(of_table.recording), *of_table.problems)]
        lines += [f"  {words}" for words in missing_words(table, hands[table])]
        if table in framing:
            lines.append(f"  table {table}: segments show {framed(framing[table])}")
    for line in lines:
        sys.stdout.write(visible(line) + "\n")


def _answer(
    group: tuple[str, str],
    placed: Mapping[str, PlacedTable],
    hands: Mapping[str, HandsShown],
    framing: Mapping[str, TableFramed],
) -> dict[str, Any]:
    return {
        "session": group[0],
        "group": group[1],
        "tables": [
            {
                "table": table,
                "files": [_file(file) for file in each.recording.files],
                "gaps": list(gaps(each.recording)),
                "problems": list(each.problems),
                "crop": _crop(framing.get(table)),
                "shown": list(hands[table].whole),
                "partly_shown": [
                    {"deal": deal, "problem": words} for deal, words in hands[table].partly.items()
                ],
                "not_shown": [
                    {"deal": deal, "seconds_away": float(seconds)}
                    for deal, seconds in hands[table].missing.items()
                ],
            }
            for table, each in placed.items()
        ],
    }


def _crop(framing: TableFramed | None) -> dict[str, float]:
    parts = ("x", "y", "width", "height")
    if framing is None:
        return dict(zip(parts, (0.0, 0.0, 1.0, 1.0), strict=True))
    return {part: getattr(framing, part) for part in parts}


def _file(file: RecordedFile) -> dict[str, Any]:
    timecode = None
    if file.timecode is not None and file.rate is not None:
        timecode = timecode_of(file.timecode, file.rate, file.drop_frame)
    return {
        "file": str(file.path),
        "begins": moment(file.begins).isoformat(),
        "ends": moment(file.ends).isoformat(),
        "length": float(file.length),
        "rate": None if file.rate is None else str(file.rate),
        "width": file.width,
        "height": file.height,
        "turned": file.turned,
        "interlaced": file.interlaced,
        "sound": file.sound,
        "timecode": timecode,
        "sync": file.sync,
        "drift": float(file.drift),
    }


def _name(path: Path, folder: Path) -> str:
    """The file's name in the log: relative to the record's folder if it lies there, so that both
    can be moved together."""
    whole, home = path.resolve(), folder.resolve()
    return whole.relative_to(home).as_posix() if whole.is_relative_to(home) else str(whole)
