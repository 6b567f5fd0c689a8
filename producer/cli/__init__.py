"""The command ``duplicast``: one small module a group of commands."""

from __future__ import annotations

import sys
from importlib.metadata import version
from typing import Annotated

import typer

from producer.cli import deals, demo, ingest, obs, scoring, serve, simulate, still
from producer.cli.common import people
from producer.record import StoreError

app = typer.Typer(
    name="duplicast",
    help="The producer's desk for duplicate card games on television.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"duplicast {version('duplicast')}\n")
        raise typer.Exit


@app.callback()
def _root(
    _show: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    pass


app.command("ingest")(ingest.ingest)
app.command("deals")(deals.deals)
app.command("compare")(deals.compare)
app.command("still")(still.still)
app.command("serve")(serve.serve)
app.command("demo")(demo.demo)
app.command("simulate")(simulate.simulate)
app.command("standings")(scoring.standings)
app.command("results")(scoring.results)
app.command("draw")(scoring.draw)
app.add_typer(obs.app, name="obs")


def main() -> None:
    """The entry point: errors of the system in words, never a traceback."""
    try:
        app()
    except KeyboardInterrupt:
        people.print("stopped", style="bold")
        sys.exit(130)
    except StoreError as error:
        people.print(str(error), markup=False, soft_wrap=True)
        sys.exit(1)
    except OSError as error:
        people.print(f"{error.filename or 'duplicast'}: {error.strerror}", markup=False)
        sys.exit(1)
