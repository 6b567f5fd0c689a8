"""``duplicast map``: proposes the map by which ``ingest --map`` takes the hands of files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from producer.cli.common import NOTHING_USABLE, SOME_BAD, console, fail, people, progress
from producer.cli.intake.ingest import no_folder
from producer.cli.intake.reading_bar import moving, size_of
from producer.feeds import Received, Refused, read
from producer.feeds.mapping.suggested import found_tables, suggested_map

app = typer.Typer(no_args_is_help=True, help="Which file is which table, which hand which deal.")


@app.callback()
def maps() -> None:
    """Which file is which table, which hand which deal."""


@app.command()
def suggest(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", exists=True, callback=no_folder)
    ],
    session: Annotated[
        str, typer.Option("--session", metavar="NAME", help="The session that the tables play.")
    ] = "session",
) -> None:
    """Print a map of FILEs, to be read through and given to `duplicast ingest --map`.

    Status: 0 all good, 1 nothing usable, 3 some files or hands cannot be read.
    """
    with progress(of_bytes=True) as bar:
        task = bar.add_task("read", total=sum(map(size_of, files)))

        def items_of(file: Path) -> Iterator[Received | Refused]:
            bar.update(task, description=file.name)
            return moving(read(file), bar, task, size_of(file))

        tables, unread = found_tables(files, items_of)
    for words in unread:
        people.print(words, soft_wrap=True, markup=False)
    if not tables:
        fail("no hand in these files can be used", NOTHING_USABLE)
    console().print(suggested_map(tables, session), soft_wrap=True, markup=False, highlight=False)
    raise typer.Exit(SOME_BAD if unread else 0)
