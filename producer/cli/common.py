"""Shared by all commands: options, output, exit statuses, error messages."""

from __future__ import annotations

import errno
import os
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from getpass import getuser
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn

import typer
from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook
from rich.progress import (
    BarColumn,
    DownloadColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
)
from rich.segment import Segment
from rich.table import Table

from producer.compare.model import Comparison
from producer.compare.ranking import NoSuchPick, focused
from producer.files import write_whole
from producer.games.line import Deal
from producer.jobs import ASKED_BY
from producer.record import ReadOnlyError
from producer.release import AmbiguousDeal, Gate, NotAvailable, by_hand, open_gate
from producer.release.later_changes import why_not_counted
from producer.release.picks import PickGone, SeveralPicks, comparison_of
from producer.settings import (
    GraphicsSettings,
    Settings,
    SettingsError,
    in_rehearsal,
    is_rehearsals,
    load_settings,
)
from producer.texts import json_line, visible_lines

if TYPE_CHECKING:
    from producer.stages.moment import Moment

ALL_GOOD, NOTHING_USABLE, WRONG_USAGE, SOME_BAD = 0, 1, 2, 3

LONGEST_REASON = 1000
OUTPUT = Path("-")


class _SafeOutput(RenderHook):
    """Escapes control characters in names, and wraps the cells of tables: never cut a number."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        tables = [each for each in renderables if isinstance(each, Table)]
        for column in (column for table in tables for column in table.columns):
            column.overflow = column.overflow if column.no_wrap else "fold"
        return [_Escaped(each) for each in renderables]


@dataclass(frozen=True, slots=True)
class _Escaped:
    what: ConsoleRenderable

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for segment in console.render(self.what, options):
            yield (
                segment if segment.control else Segment(visible_lines(segment.text), segment.style)
            )


class _Console(Console):
    def on_broken_pipe(self) -> NoReturn:
        """Leaves the status to ``main``, as for output without colours."""
        raise  # noqa: PLE0704 - rich calls this where it handles the error


def command() -> str:
    """The command ``duplicast`` as it was typed, for commands to be pasted."""
    typed = Path(sys.argv[0])
    return shlex.quote(str(typed)) if typed.stem == "duplicast" else "duplicast"


def console(*, stderr: bool = False) -> Console:
    """A console on standard output or standard error. Text from outside is printed as it is: no
    square brackets or colons in it mean a colour or a picture."""
    made = _Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    made.push_render_hook(_SafeOutput())
    return made


people = console(stderr=True)
"""Messages for people: standard error."""

DbOption = Annotated[
    Path | None,
    typer.Option(
        "--db",
        metavar="PATH",
        help="The database. Default: the setting, else duplicast.db in the current folder.",
    ),
]
DealArgument = Annotated[str, typer.Argument(metavar="DEAL", help="N or SESSION/GROUP/N.")]
LanguageOption = Annotated[
    Literal["en", "es", "el"] | None, typer.Option(help="Default: the setting, else en.")
]
ChipsOption = Annotated[
    Literal["bb", "number", "short"] | None,
    typer.Option(help="Big blinds, whole chips, or 12.5k. Default: the setting, else bb."),
]
ThemeOption = Annotated[str | None, typer.Option(help="Default: the setting, else dark.")]
DealOrPick = Annotated[
    str | None,
    typer.Argument(metavar="DEAL", help="N or SESSION/GROUP/N; not needed with --pick."),
]
PickOption = Annotated[
    str | None,
    typer.Option("--pick", metavar="ID", help="As `compare` lists it. Default: the deal's best."),
]
MomentOption = Annotated[
    str | None,
    typer.Option(
        "--moment",
        "--as-of",
        metavar="MOMENT",
        help="Show nothing later: before, decision, move:N (N moves after it) or end. "
        "decision,6=before: table 6 has not chosen yet.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON (docs/json.md).")]


def settings(db: Path | None = None) -> Settings:
    """The settings, with ``db`` as the database if given; in rehearsal if its name or the setting
    says so. Ends the command if the settings are wrong."""
    try:
        loaded = load_settings()
    except SettingsError as error:
        fail(str(error), WRONG_USAGE)
    if loaded.graphics.theme != GraphicsSettings().theme:
        known_theme(loaded.graphics.theme, "setting graphics.theme:")
    own = loaded if db is None else loaded.model_copy(update={"db": db})
    return in_rehearsal(own) if own.rehearsal or is_rehearsals(own.db) else own


def tell_rehearsal(own: Settings) -> None:
    """Prints REHEARSAL if the command works on a rehearsal."""
    if own.rehearsal:
        people.print("REHEARSAL", style="bold white on red")


def as_moment(text: str | None) -> Moment | None:
    """Reads ``--moment``; ends the command if it is misspelt."""
    from producer.stages.moment import read_moment  # noqa: PLC0415 - not all commands draw

    try:
        return None if text is None else read_moment(text)
    except ValueError as error:
        fail(f"--moment {text}: {error}", WRONG_USAGE)


def known_theme(name: str, named_by: str) -> str:
    """Returns ``name``; ends the command with a message if the theme cannot be used, which begins
    with ``named_by``, such as an option."""
    from overlay.themes.theme import BadTheme, load_theme  # noqa: PLC0415 - not all commands draw

    try:
        load_theme(name)
    except BadTheme as error:
        fail(f"{named_by} {error}", WRONG_USAGE)
    return name


def tell_unfit(theme: str) -> None:
    """Warns on standard error if the theme is not fit for air; slow checks are left out."""
    from overlay.themes.theme import load_theme  # noqa: PLC0415
    from overlay.themes.theme_check import check_theme  # noqa: PLC0415

    loaded = load_theme(theme)
    grave = [finding for finding in check_theme(loaded) if finding.grave]
    for finding in grave:
        people.print(f"{loaded.sources[0]}: {finding}", soft_wrap=True)
    if grave:
        check = f"`duplicast theme check {shlex.quote(theme)}` finds all that is wrong"
        people.print(f"{theme} is not for air; {check}", style="bold", soft_wrap=True)


def fail(message: str, status: int = NOTHING_USABLE) -> NoReturn:
    """Prints ``message`` on standard error and ends the command with ``status``."""
    people.print(message, style="bold", soft_wrap=True)
    raise typer.Exit(status)


def why(reason: str) -> str:
    """Returns ``reason``; ends the command if it is empty or too long."""
    if not 1 <= len(reason.strip()) <= LONGEST_REASON:
        fail(f"--reason: say why, in at most {LONGEST_REASON} characters", WRONG_USAGE)
    return reason


def print_data(value: Any) -> None:
    """JSON on standard output: UTF-8, two spaces, keys in the order given."""
    sys.stdout.write(json_line(value, indent=2) + "\n")


def print_array(values: Iterable[Any]) -> None:
    """As ``print_data`` prints a list, but value by value. Nothing is printed before the last one
    is made: a command that fails midway prints no part of a list."""
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="backslashreplace") as whole:
        between = "[\n"
        for value in values:
            whole.write(between + indent(json_line(value, indent=2), "  "))
            between = ",\n"
        whole.write("[]\n" if between == "[\n" else "\n]\n")
        whole.seek(0)
        shutil.copyfileobj(whole, sys.stdout)


def me() -> str:
    """The user, for the log; in a job of the desk the one who asked for it."""
    return os.environ.get(ASKED_BY) or f"command line ({getuser()})"


def gate_of(own: Settings) -> Gate:
    """The gate with delay, merit and cameras of the settings."""
    return open_gate(
        own.db,
        timedelta(minutes=own.delay),
        own.merit.weights.by_name(),
        own.merit.nearly,
        own.obs.pictures,
    )


@contextmanager
def gate(db: Path | None) -> Iterator[Gate]:
    """Opens the gate on the record ``db``, by default that of the settings."""
    own = settings(db)
    if not own.db.exists():
        fail(f"{own.db}: there is no such database. `duplicast ingest FILE` makes one.")
    tell_rehearsal(own)
    opened = gate_of(own)
    try:
        yield opened
    finally:
        opened.close()


def progress(*, of_bytes: bool = False) -> Progress:
    """A progress bar on standard error, if that is a terminal. ``of_bytes``: its numbers are sizes
    of files."""
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        DownloadColumn() if of_bytes else MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=people,
        transient=True,
        disable=not people.is_terminal,
    )


def write_out(path: Path, content: bytes) -> None:
    """Writes a file atomically and prints its name; ``OUTPUT``: standard output. Raises OSError."""
    if path == OUTPUT:
        try:
            sys.stdout.buffer.write(content)
            sys.stdout.buffer.flush()
        except OSError as error:
            raise OSError(error.errno, error.strerror, "standard output") from error
        return
    write_whole(path, content)
    people.print(f"wrote {path}", soft_wrap=True)


def note_export(
    opened: Gate, what: str, to: Path, *, deal: str = "", sealed: bool = False, reason: str = ""
) -> None:
    """Writes an export to the audit before the file. Sealed content, and what needs a ``reason``,
    is not exported if the audit cannot be written. Raises OSError if the folder is missing: then
    the audit gets no entry."""
    if not to.resolve().parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder; create it first", str(to))
    try:
        by_hand.note_export(opened, what, str(to), me(), deal=deal, sealed=sealed, reason=reason)
    except ReadOnlyError as error:
        if sealed or reason:
            raise
        people.print(f"{error.place} can only be read: the audit does not say that {to} was made",
                     soft_wrap=True)  # fmt: skip


def tell_against(opened: Gate, deal: Deal, exit_: str) -> None:
    """Prints on standard error why the deal does not count, if so, and the rulings of its hands."""
    against = why_not_counted(deal, opened.marks(exit_).get(deal.key, {}))
    for words in (*against, *deal.rulings):
        people.print(words, style="bold", soft_wrap=True)


def picked(
    opened: Gate, deal: str | None, pick: str | None, exit_: str, *, gone: int = NOTHING_USABLE
) -> Comparison:
    """The comparison of DEAL or of the deal that has ``--pick``, with that pick first; ends the
    command, with the status ``gone``, if there is no such pick. Raises as ``gate.comparison``
    does."""
    if deal is None and pick is None:
        fail("name DEAL, or a pick with --pick ID", WRONG_USAGE)
    try:
        return comparison_of(opened, deal, pick, exit_)
    except SeveralPicks as error:
        fail(f"--pick: {error}, before --pick", WRONG_USAGE)
    except PickGone as error:
        fail(f"--pick: {error}", gone)


def focused_on(comparison: Comparison, pick: str | None) -> Comparison:
    """The comparison with ``--pick`` first; ends the command if it has no such pick."""
    try:
        return comparison if pick is None else focused(comparison, pick)
    except NoSuchPick as error:
        fail(f"--pick: {error}")


@contextmanager
def one_deal() -> Iterator[None]:
    """Ends the command with a message if DEAL is not available or ambiguous."""
    try:
        yield
    except AmbiguousDeal as error:
        fail(str(error), WRONG_USAGE)
    except NotAvailable as error:
        fail(str(error))
