"""The command ``duplicast``: one small module a group of commands."""

from __future__ import annotations

import sys

from producer.cli.stopping import (
    INTERRUPTED,
    STOPPED,
    leave_at_once,
    never_again,
    on_interrupt,
    put_down,
)

TYPE_CHECKING = False  # typing takes longer to load than all of this
if TYPE_CHECKING:
    from collections.abc import Mapping

    import typer

COMMANDS: Mapping[str, str] = {
    "demo": "demo:demo",
    "ingest": "ingest:ingest",
    "follow": "follow:follow",
    "quarantine": "quarantine:app",
    "gaps": "record:gaps",
    "decks": "decks:app",
    "log": "record:log",
    "rebuild": "record:rebuild",
    "backup": "record:backup",
    "deals": "deals:deals",
    "compare": "deals:compare",
    "still": "still:still",
    "export-ograf": "ograf:export_ograf",
    "sheet": "sheet:sheet",
    "theme": "theme:app",
    "serve": "serve:serve",
    "forecast": "watch:forecast",
    "release": "release:release",
    "seal": "release:seal",
    "house": "release:house",
    "token": "tokens:app",
    "audit": "watch:audit_",
    "obs": "obs_files:app",
    "standings": "scoring:standings",
    "results": "scoring:results",
    "draw": "scoring:draw",
    "simulate": "simulate:simulate",
}
"""By name, in the order of the help: the module of this room, and what in it is called."""


def command_line(called: str | None = None) -> typer.Typer:
    """The command ``duplicast`` with all its commands, or with the one that is called.

    Loading a command takes its libraries with it, and a still should not wait for the desk's.
    """
    from producer.cli import root  # noqa: PLC0415 - heavy, and main must stand before it is loaded

    return root.command_line(COMMANDS, called)


def main() -> None:
    """The entry point: errors of the system in words, never a traceback."""
    on_interrupt(leave_at_once)
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    try:
        command = command_line(words[0] if words else None)
        on_interrupt(put_down)
        command()
    except (KeyboardInterrupt, SystemExit) as ended:
        never_again()
        if isinstance(ended, SystemExit) and ended.code != INTERRUPTED:
            raise
        _say(STOPPED)
        sys.exit(INTERRUPTED)
    except _refusals() as error:
        _say(str(error))
        sys.exit(1)
    except OSError as error:
        _say(f"{error.filename or 'duplicast'}: {error.strerror}")
        sys.exit(1)
    except Exception as error:  # noqa: BLE001 - a fault of ours: told in words, kept in full
        _say(
            f"duplicast met a fault of its own ({type(error).__name__}). What it was doing is in "
            f"{_kept(error)}; nothing that was taken in before is lost."
        )
        sys.exit(1)


def _kept(error: Exception) -> str:
    """The file that holds what went wrong, for whoever mends it."""
    import tempfile  # noqa: PLC0415
    import traceback  # noqa: PLC0415

    with tempfile.NamedTemporaryFile(
        "w", prefix="duplicast-fault-", suffix=".txt", delete=False, encoding="utf-8"
    ) as file:
        file.writelines(traceback.format_exception(error))
    return file.name


def _refusals() -> tuple[type[Exception], ...]:
    """What the record refuses in words of its own; asked only when something was raised."""
    from producer.record import StoreError  # noqa: PLC0415 - heavy, and seldom needed

    return (StoreError,)


def _say(message: str) -> None:
    from producer.cli.common import people  # noqa: PLC0415

    people.print(message, style="bold", markup=False, soft_wrap=True)
