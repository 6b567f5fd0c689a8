"""The command ``duplicast``: one module per group of commands."""

from __future__ import annotations

import io
import sys

from producer.cli.stopping import (
    INTERRUPTED,
    STOPPED,
    TERMINATED,
    exit_at_once,
    ignore_interrupts,
    interrupt,
    on_interrupt,
    on_terminate,
)

TYPE_CHECKING = False  # typing takes longer to load than all of this
if TYPE_CHECKING:
    from collections.abc import Mapping

    import typer

COMMANDS: Mapping[str, str] = {
    "demo": "demo:demo",
    "ingest": "intake.ingest:ingest",
    "follow": "intake.follow:follow",
    "explain": "intake.explain:explain",
    "map": "intake.maps:app",
    "quarantine": "quarantine:app",
    "gaps": "record:gaps",
    "decks": "decks:app",
    "recordings": "recordings.commands:app",
    "log": "record:log",
    "rebuild": "record:rebuild",
    "backup": "record:backup",
    "deals": "deals:deals",
    "compare": "deals:compare",
    "analyse": "analyse:analyse",
    "reference": "reference:reference",
    "picks": "picks:app",
    "rundown": "rundown.commands:app",
    "still": "still:still",
    "segment": "segment:segment",
    "copies": "copies:app",
    "export": "export:export",
    "export-ograf": "ograf:export_ograf",
    "sheet": "sheet:sheet",
    "theme": "theme:app",
    "serve": "service.serve:serve",
    "forecast": "forecast:forecast",
    "release": "release:release",
    "seal": "release:seal",
    "house": "release:house",
    "token": "tokens:app",
    "audit": "audit:audit_",
    "obs": "obs.files:app",
    "standings": "scoring:standings",
    "results": "scoring:results",
    "draw": "scoring:draw",
    "simulate": "simulate:simulate",
}
"""By name, in the order of the help: module of this package and the function or app in it."""


def command_line(called: str | None = None) -> typer.Typer:
    """The command ``duplicast`` with all its commands, or only with ``called``.

    A command's libraries load with it; ``duplicast still`` should not wait for the service's.
    """
    from producer.cli import root  # noqa: PLC0415 - slow to import; main must handle Ctrl-C before

    return root.command_line(COMMANDS, called)


def main() -> None:
    """The entry point. Prints errors as messages, never as a traceback."""
    on_interrupt(exit_at_once)
    import gc  # noqa: PLC0415

    _write_utf8()
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    gc.disable()  # there is no garbage in modules; looking for it takes a quarter of the start
    try:
        command = command_line(words[0] if words else None)
        gc.freeze()
        gc.enable()
        on_interrupt(interrupt)
        on_terminate()
        command()
    except (KeyboardInterrupt, SystemExit) as ended:
        ignore_interrupts()
        status = ended.code if isinstance(ended, SystemExit) else INTERRUPTED
        if isinstance(ended.__context__, BrokenPipeError) and _reader_is_gone():
            sys.exit(0)
        if status not in {INTERRUPTED, TERMINATED}:
            raise
        _say(STOPPED)
        sys.exit(status)
    except _store_errors() as error:
        _say(str(error))
        sys.exit(1)
    except OSError as error:
        _say(f"{error.filename or 'duplicast'}: {error.strerror}")
        sys.exit(1)
    except Exception as error:  # noqa: BLE001 - a bug: a message, and the traceback in a file
        _say(
            f"Internal error in duplicast ({type(error).__name__}). Details for a bug report are "
            f"in {_traceback_file(error)}. Everything recorded before is safe."
        )
        sys.exit(1)


def _reader_is_gone() -> bool:
    """Whether the reader of standard output has ended, as `head` does: no fault of the command."""
    import select  # noqa: PLC0415

    if not hasattr(select, "poll"):
        return False
    output = select.poll()
    output.register(1, 0)
    return any(state & select.POLLERR for _, state in output.poll(0))


def _write_utf8() -> None:
    """Files and pipes get UTF-8; a terminal keeps its own encoding, and what it cannot show is
    escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            encoding = None if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="backslashreplace")


def _traceback_file(error: Exception) -> str:
    """Writes the traceback to a temporary file and returns its path."""
    import tempfile  # noqa: PLC0415
    import traceback  # noqa: PLC0415

    with tempfile.NamedTemporaryFile(
        "w", prefix="duplicast-fault-", suffix=".txt", delete=False, encoding="utf-8"
    ) as file:
        file.writelines(traceback.format_exception(error))
    return file.name


def _store_errors() -> tuple[type[Exception], ...]:
    """Imported only when an exception was raised, as it is slow to import."""
    from producer.record import StoreError  # noqa: PLC0415

    return (StoreError,)


def _say(message: str) -> None:
    from producer.cli.common import people  # noqa: PLC0415

    people.print(message, style="bold", soft_wrap=True)
