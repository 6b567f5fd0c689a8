"""``duplicast copies``: where copies of segments went, to call them back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError
from rich.table import Table

from producer.cli.common import DbOption, console, fail, gate, me, one_deal, people
from producer.json_text import read_model

EXIT = "command:copies"

app = typer.Typer(
    name="copies",
    help="Where copies of finished segments went, and which of them have to be called back.",
    no_args_is_help=True,
)


@app.command()
def add(
    note: Annotated[
        Path,
        typer.Argument(
            metavar="NOTE", exists=True, dir_okay=False, help="The segment's NAME.json."
        ),
    ],
    to: Annotated[str, typer.Option(help="Where it went, such as 'Channel 4, by Aspera'.")],
    db: DbOption = None,
) -> None:
    """Note that a copy of a segment went somewhere."""
    from producer.segments.manifest import Manifest  # noqa: PLC0415
    from producer.segments.recall import LONGEST, note_delivery  # noqa: PLC0415

    if not 1 <= len(to) <= LONGEST:
        fail(f"--to: write where it went, in 1 to {LONGEST} letters")
    try:
        manifest = read_model(Manifest, note.read_bytes())
    except ValidationError:
        fail(f"{note}: not the note of a segment. Name the NAME.json beside its video")
    if manifest.render is None:
        fail(f"{note}: made elsewhere, so what it shows is not known. Keep a list of its copies")
    with gate(db) as opened, one_deal():
        key = opened.deal(manifest.deals[0], EXIT).key
        note_delivery(opened, key, manifest.render, note.stem, to, me())
    people.print(f"noted: {note.stem} went to {to}", soft_wrap=True)


@app.command("list")
def list_copies(
    every: Annotated[
        bool, typer.Option("--all", help="Also those that show what is true now.")
    ] = False,
    json_: Annotated[bool, typer.Option("--json", help="As JSON, one line each.")] = False,
    db: DbOption = None,
) -> None:
    """List the copies of outdated segments: call them back, and send the segment made anew."""
    from producer.segments.recall import delivered_copies  # noqa: PLC0415

    with gate(db) as opened:
        found = delivered_copies(opened, EXIT)
    shown = [copy for copy in found if every or copy.outdated]
    if json_:
        for copy in shown:
            line = {
                "segment": copy.name, "deal": copy.deal, "to": copy.to,
                "at": copy.at.isoformat(), "by": copy.by, "outdated": list(copy.outdated),
            }  # fmt: skip
            typer.echo(json.dumps(line, ensure_ascii=False))
        return
    if not shown:
        count = "1 copy shows" if len(found) == 1 else f"{len(found)} copies show"
        people.print(f"nothing to call back: {count} what is true now" if found else "no copies")
        return
    table = Table("segment", "went to", "at", "by", "outdated", box=None)
    for copy in shown:
        table.add_row(
            copy.name, copy.to, f"{copy.at:%Y-%m-%d %H:%M}", copy.by, "; ".join(copy.outdated)
        )
    console().print(table)
