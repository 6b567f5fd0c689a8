"""Builds the Typer app ``duplicast`` from its commands."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import version
from typing import Annotated

import typer


def command_line(commands: Mapping[str, str], called: str | None) -> typer.Typer:
    """An app with all ``commands``, or with ``called`` only if it is one of them."""
    app = typer.Typer(
        name="duplicast",
        help="The producer's desk for duplicate card games on television.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        add_completion=False,
    )
    app.callback()(_root)
    for name, place in commands.items():
        if called in commands and name != called:
            continue
        module, _, attribute = place.partition(":")
        command = getattr(import_module(f"producer.cli.{module}"), attribute)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            app.command(name)(command)
    return app


def _version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"duplicast {version('duplicast')}\n")
        raise typer.Exit


def _root(
    _show: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    pass
