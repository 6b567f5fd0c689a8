"""``duplicast forecast`` and ``duplicast audit``: what waits for whom, and who did what."""

from __future__ import annotations

import csv
import io
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from producer.cli.common import (
    OUTPUT,
    WRONG_USAGE,
    DbOption,
    JsonOption,
    console,
    fail,
    gate,
    note_export,
    people,
    print_data,
    settings,
    write_out,
)
from producer.release.audit import AuditEntry, audit
from producer.release.forecast import Forecast, best_by, phrases
from producer.release.json_output import AUDIT_COLUMNS, audit_answer, forecast_answer
from producer.release.live_forecast import WrongDraw, draw_file, live_forecasts
from producer.scoring.exports import plain

FORECAST, AUDIT = "command:forecast", "command:audit"
SEALED = ("SEALED", "bold white on red")


def forecast(
    by: Annotated[
        str | None, typer.Option(metavar="HH:MM", help="Only what is expected to be out by then.")
    ] = None,
    draw: Annotated[
        Path | None,
        typer.Option(metavar="FILE", exists=True, dir_okay=False, help="The tables' orders."),
    ] = None,
    db: DbOption = None,
    json_: JsonOption = False,
) -> None:
    """Say of every sealed deal which tables it waits for, and about when it is released.

    For a producer's eyes: it names deals that are still being played.
    """
    path = draw or settings(db).draw
    with gate(db) as opened:
        try:
            found = live_forecasts(opened, FORECAST, draw_file(path) if path else None)
        except WrongDraw as error:
            fail(str(error), WRONG_USAGE)
    untold = sum(one.by is None for one in found)
    if by is not None:
        found = best_by(found, _today(by))
    out = people if json_ else console()
    if json_:
        print_data([forecast_answer(one) for one in found])
    elif found:
        out.print(Text.assemble(SEALED, " for a producer's eyes only"))
        out.print(_forecast_table(found))
    elif by is None:
        out.print("Nothing is sealed.")
    elif not untold:
        out.print(f"Nothing more will be out by {by}.")
    if by is not None and untold:
        deals = "1 deal" if untold == 1 else f"{untold} deals"
        out.print(f"Of {deals} nobody can tell whether by {by}; without --by they are listed.")


def audit_(
    csv_: Annotated[
        Path | None,
        typer.Option("--csv", metavar="FILE", dir_okay=False, help="Write CSV; - for the output."),
    ] = None,
    db: DbOption = None,
    json_: JsonOption = False,
) -> None:
    """List who released, sealed, took, corrected and exported what, when and why."""
    if json_ and csv_ == OUTPUT:
        fail("--json and --csv - would both write to the output; give --csv a file", WRONG_USAGE)
    with gate(db) as opened:
        entries = audit(opened, AUDIT)
        if csv_ is not None and csv_ != OUTPUT:
            note_export(opened, "audit", csv_)
    if json_:
        print_data([audit_answer(entry) for entry in entries])
    if csv_ is not None:
        _write_csv(csv_, entries)
    elif not json_:
        console().print(_audit_table(entries))


def _forecast_table(found: list[Forecast]) -> Table:
    table = Table("deal", "about", "at the latest", "waits for", box=None)
    for one in found:
        table.add_row(
            Text.assemble(SEALED, f" {one.name}"),
            _minute(one.about),
            _minute(one.by),
            Text("; ".join(phrases(one))),
        )
    return table


def _audit_table(entries: list[AuditEntry]) -> Table:
    table = Table("when", "who", "what", "deal", "table", "more", box=None)
    for entry in entries:
        deal = Text.assemble(SEALED, f" {entry.deal}") if entry.sealed else Text(entry.deal)
        table.add_row(
            entry.at.astimezone().strftime("%m-%d %H:%M:%S"),
            Text(entry.by),
            entry.what,
            deal,
            Text(entry.table),
            _more(entry),
        )
    return table


def _more(entry: AuditEntry) -> Text:
    """What happened since to what was brought out, on a line of its own."""
    lines = [Text(entry.more)] if entry.more else []
    lines += [Text(f"Since then: {entry.since}", "bold")] if entry.since else []
    return Text("\n").join(lines)


def _write_csv(path: Path, entries: list[AuditEntry]) -> None:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(AUDIT_COLUMNS)
    for entry in entries:
        told = audit_answer(entry)
        writer.writerow([plain(str(told[name])) for name in AUDIT_COLUMNS])
    write_out(path, text.getvalue().encode())


def _today(text: str) -> datetime:
    """The next time the clock shows ``HH:MM``."""
    try:
        told = datetime.strptime(text, "%H:%M")
    except ValueError:
        fail(f"--by {text}: write a time of day as HH:MM", WRONG_USAGE)
    now = datetime.now().astimezone()
    then = now.replace(hour=told.hour, minute=told.minute, second=0, microsecond=0)
    return then if then >= now else then + timedelta(days=1)


def _minute(at: datetime | None) -> str:
    return at.astimezone().strftime("%H:%M") if at else "nobody can tell"
