"""``duplicast rundown aired``, ``as-run`` and ``edition``: what went to program, and when."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.table import Table

from producer.cli.common import (
    OUTPUT,
    WRONG_USAGE,
    DbOption,
    LanguageOption,
    console,
    fail,
    gate,
    me,
    note_export,
    one_deal,
    people,
    settings,
    write_out,
)
from producer.cli.recordings.options import Day
from producer.compare.ranking import NoSuchPick, focused
from producer.release import Gate
from producer.release.programme.aired import AiredSegment
from producer.release.programme.as_run import (
    NeverAired,
    as_run,
    note_planned_aired,
    take_back_aired,
)
from producer.release.programme.edition import choose_edition, edition_counts
from producer.release.programme.rundown import NoSuchSegment
from producer.scoring.exports import csv_text
from producer.wording.pick_titles import pick_title

EXIT = "command:rundown"
COLUMNS = ("number", "aired_at", "seconds", "planned", "deal", "pick", "tables", "segment", "title")


def aired(
    id_: Annotated[str, typer.Argument(metavar="ID", help="As `rundown show` lists it.")],
    at: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="When it began: 21:03:10 today, or with day and zone.",
        ),
    ] = None,
    back: Annotated[
        bool, typer.Option("--back", help="It did not air after all: the last time is taken back.")
    ] = False,
    db: DbOption = None,
) -> None:
    """Note that a segment went to program elsewhere; what the desk plays is noted by itself."""
    if back and at is not None:
        fail("--back takes back the last time; leave --at out", WRONG_USAGE)
    day = Day(date.today().isoformat(), None)
    began = datetime.now(UTC) if at is None else day.time_of(at, "--at")
    with gate(db) as opened, one_deal():
        try:
            if back:
                take_back_aired(opened, id_, me(), EXIT)
            else:
                note_planned_aired(opened, id_, began, me(), EXIT)
        except (NoSuchSegment, NoSuchPick, NeverAired) as error:
            fail(str(error))
    people.print(f"{id_} has not aired" if back else f"{id_} aired at {_clock(began)}")


def list_as_run(
    csv: Annotated[
        Path | None,
        typer.Option(
            "--csv", metavar="FILE", dir_okay=False, help="Write CSV; - for standard output."
        ),
    ] = None,
    language: LanguageOption = None,
    db: DbOption = None,
) -> None:
    """List what went to program, in its order."""
    spoken = language or settings(db).graphics.language
    with gate(db) as opened:
        listed = [(each, _title(opened, each, spoken)) for each in as_run(opened, EXIT)]
        if csv is not None and csv != OUTPUT:
            note_export(opened, "as-run", csv)
    if csv is not None:
        rows = (
            {
                "number": number,
                "aired_at": each.on_air.isoformat(timespec="seconds"),
                "seconds": f"{each.seconds:g}",
                "planned": each.planned or "",
                "deal": str(each.deal),
                "pick": each.pick,
                "tables": " ".join(each.tables),
                "segment": each.segment,
                "title": title,
            }
            for number, (each, title) in enumerate(listed, 1)
        )
        write_out(csv, csv_text(COLUMNS, rows).encode())
        return
    if not listed:
        people.print("nothing has aired yet")
        return
    table = Table("", "aired", "seconds", "planned", "deal", "pick", "tables", "", "", box=None)
    for number, (each, title) in enumerate(listed, 1):
        table.add_row(
            str(number),
            _clock(each.on_air),
            f"{each.seconds:.0f}",
            str(each.planned or ""),
            str(each.deal),
            each.pick,
            ", ".join(each.tables),
            each.segment,
            title,
        )
    console().print(table)


def edition(
    counts: Annotated[
        Literal["aired", "released"] | None,
        typer.Argument(metavar="[aired|released]", help="Without one, show what is chosen."),
    ] = None,
    db: DbOption = None,
) -> None:
    """Choose which deals standings and rankings count: those aired so far, or all released."""
    with gate(db) as opened:
        if counts is not None:
            choose_edition(opened, counts, me())
        chosen = edition_counts(opened)
    words = "the deals aired so far" if chosen == "aired" else "all released deals"
    people.print(f"standings and rankings count {words}")


def _title(opened: Gate, aired_: AiredSegment, language: str) -> str:
    """``""`` for a pick that is gone, as after a correction."""
    try:
        found = focused(opened.comparison(str(aired_.deal), EXIT), aired_.pick)
    except NoSuchPick:
        return ""
    return pick_title(found, found.picks[0], language)


def _clock(at: datetime) -> str:
    return at.astimezone().strftime("%Y-%m-%d %H:%M:%S")
