"""What every command shares: options, the two streams, exit statuses, errors in words."""

from __future__ import annotations

import errno
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from getpass import getuser
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn

import typer
from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.segment import Segment
from rich.table import Table

from producer.compare.model import Comparison
from producer.compare.ranking import NoSuchPick, focused
from producer.files import write_whole
from producer.games.line import Deal
from producer.record import ReadOnlyError
from producer.release import AmbiguousDeal, Gate, NotAvailable, by_hand, open_gate
from producer.release.later_changes import why_not_counted
from producer.settings import (
    GraphicsSettings,
    Settings,
    SettingsError,
    in_rehearsal,
    is_rehearsals,
    load_settings,
)
from producer.texts import json_line, visible_lines

ALL_GOOD, NOTHING_USABLE, WRONG_USAGE, SOME_BAD = 0, 1, 2, 3

LARGEST_SEED = 2**63 - 1
LONGEST_REASON = 1000
OUTPUT = Path("-")


class _Calm(RenderHook):
    """What names from outside hold does nothing to the terminal, and in a narrow one the cells of
    a table go on below: half a number is a wrong one."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        tables = [each for each in renderables if isinstance(each, Table)]
        for column in (column for table in tables for column in table.columns):
            column.overflow = column.overflow if column.no_wrap else "fold"
        return [_Shown(each) for each in renderables]


@dataclass(frozen=True, slots=True)
class _Shown:
    what: ConsoleRenderable

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for segment in console.render(self.what, options):
            yield (
                segment if segment.control else Segment(visible_lines(segment.text), segment.style)
            )


def console(*, stderr: bool = False) -> Console:
    """For people: standard output, or messages on standard error."""
    made = Console(stderr=stderr, highlight=False)
    made.push_render_hook(_Calm())
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
PickOption = Annotated[
    str | None,
    typer.Option(
        "--pick", metavar="ID", help="The moment, of `compare --json`. Default: the deal's best."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON (docs/json.md).")]


def settings(db: Path | None = None) -> Settings:
    """The settings with the command's own database, where it names one: a rehearsal's where its
    name says so; where the setting wants a rehearsal, the one beside it."""
    try:
        loaded = load_settings()
    except SettingsError as error:
        fail(str(error), WRONG_USAGE)
    if loaded.graphics.theme != GraphicsSettings().theme:
        known_theme(loaded.graphics.theme, "setting graphics.theme")
    own = loaded if db is None else loaded.model_copy(update={"db": db})
    return in_rehearsal(own) if own.rehearsal or is_rehearsals(own.db) else own


def tell_rehearsal(own: Settings) -> None:
    """Marks what the command says where it is about a rehearsal."""
    if own.rehearsal:
        people.print("REHEARSAL", style="bold white on red")


def known_theme(name: str, place: str) -> str:
    """The theme's name itself; ends the command in words where nothing can be drawn with it."""
    from overlay.theme import BadTheme, load_theme  # noqa: PLC0415 - not all commands draw

    try:
        load_theme(name)
    except BadTheme as error:
        fail(f"{place}: {error}", WRONG_USAGE)
    return name


def tell_unfit(theme: str) -> None:
    """Says on standard error what of a theme that can be drawn with would be wrong on air; what
    takes seconds to find is left to the check."""
    from overlay.theme import load_theme  # noqa: PLC0415
    from overlay.theme_check import check_theme  # noqa: PLC0415

    loaded = load_theme(theme)
    grave = [finding for finding in check_theme(loaded) if finding.grave]
    for finding in grave:
        people.print(f"{loaded.sources[0]}: {finding}", markup=False, soft_wrap=True)
    if grave:
        check = f"`duplicast theme check {shlex.quote(theme)}` finds all that is wrong"
        people.print(f"{theme} is not for air; {check}", style="bold", markup=False, soft_wrap=True)


def fail(message: str, status: int = NOTHING_USABLE) -> NoReturn:
    """Says ``message`` on standard error and ends the command with ``status``."""
    people.print(message, style="bold", markup=False, soft_wrap=True)
    raise typer.Exit(status)


def why(reason: str) -> str:
    """What --reason says; ends the command where the log could not keep it."""
    if not 1 <= len(reason.strip()) <= LONGEST_REASON:
        fail(f"--reason: say why, in at most {LONGEST_REASON} characters", WRONG_USAGE)
    return reason


def print_data(value: Any) -> None:
    """JSON on standard output: UTF-8, two spaces, keys in the order given."""
    sys.stdout.write(json_line(value, indent=2) + "\n")


def me() -> str:
    """Who acts, for the log."""
    return f"command line ({getuser()})"


def gate_of(own: Settings) -> Gate:
    """The gate as the settings want it."""
    return open_gate(
        own.db, timedelta(minutes=own.delay), own.merit.weights.by_name(), own.merit.nearly
    )


@contextmanager
def gate(db: Path | None) -> Iterator[Gate]:
    """The gate before the record that ``db``, else the setting, names."""
    own = settings(db)
    if not own.db.exists():
        fail(f"{own.db}: there is no such database. `duplicast ingest FILE` makes one.")
    tell_rehearsal(own)
    opened = gate_of(own)
    try:
        yield opened
    finally:
        opened.close()


def progress() -> Progress:
    """A bar on standard error while something takes long; nothing where no terminal watches."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=people,
        transient=True,
        disable=not people.is_terminal,
    )


def write_out(path: Path, content: bytes) -> None:
    """Writes a file whole, and says so; ``OUTPUT`` is standard output. Raises OSError."""
    if path == OUTPUT:
        try:
            sys.stdout.buffer.write(content)
            sys.stdout.buffer.flush()
        except OSError as error:
            raise OSError(error.errno, error.strerror, "standard output") from error
        return
    write_whole(path, content)
    people.print(f"wrote {path}", markup=False, soft_wrap=True)


def note_export(opened: Gate, what: str, to: Path, *, deal: str = "", sealed: bool = False) -> None:
    """For the audit: a file about to be written. What is sealed is not exported where the audit
    cannot say so, and of what cannot be written the audit says nothing. Raises OSError."""
    if not to.resolve().parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder; create it first", str(to))
    try:
        by_hand.note_export(opened, what, str(to), me(), deal=deal, sealed=sealed)
    except ReadOnlyError as error:
        if sealed:
            raise
        people.print(f"{error.place} can only be read: the audit does not say that {to} was made",
                     markup=False, soft_wrap=True)  # fmt: skip


def tell_against(opened: Gate, deal: Deal, exit_: str) -> None:
    """Says on standard error why the deal, asked for by name, does not count."""
    for words in why_not_counted(deal, opened.marks(exit_).get(deal.key, {})):
        people.print(words, style="bold", markup=False, soft_wrap=True)


def picked(found: Comparison, pick: str | None) -> Comparison:
    """The comparison with the pick that ``--pick`` names first; ends the command without one."""
    try:
        return found if pick is None else focused(found, pick)
    except NoSuchPick as error:
        fail(f"--pick: {error}")


@contextmanager
def one_deal() -> Iterator[None]:
    """Ends the command in words where the DEAL named is not available, or is ambiguous."""
    try:
        yield
    except AmbiguousDeal as error:
        fail(str(error), WRONG_USAGE)
    except NotAvailable as error:
        fail(str(error))
