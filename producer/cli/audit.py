"""``duplicast audit``: who did what, when and why."""

from __future__ import annotations

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
    print_data,
    write_out,
)
from producer.release.audit import AuditEntry, audit
from producer.release.json_output import AUDIT_COLUMNS, audit_answer
from producer.scoring.exports import csv_text

AUDIT = "command:audit"
SEALED = ("SEALED", "bold white on red")


def audit_(
    csv_: Annotated[
        Path | None,
        typer.Option(
            "--csv", metavar="FILE", dir_okay=False, help="Write CSV; - for standard output."
        ),
    ] = None,
    db: DbOption = None,
    json_: JsonOption = False,
) -> None:
    """List who released, sealed, took, corrected and exported what, when and why."""
    if json_ and csv_ == OUTPUT:
        fail(
            "--json and --csv - would both write to standard output; give --csv a file", WRONG_USAGE
        )
    with gate(db) as opened:
        entries = audit(opened, AUDIT)
        if csv_ is not None and csv_ != OUTPUT:
            note_export(opened, "audit", csv_)
    rows = [audit_answer(entry) for entry in entries]
    if json_:
        print_data(rows)
    if csv_ is not None:
        write_out(csv_, csv_text(AUDIT_COLUMNS, rows).encode())
    elif not json_:
        console().print(_audit_table(entries))


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
    """Details, and below them what has changed since the take or export."""
    lines = [Text(entry.more)] if entry.more else []
    lines += [Text(f"Since then: {entry.since}", "bold")] if entry.since else []
    return Text("\n").join(lines)
