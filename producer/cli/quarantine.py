"""``duplicast quarantine``: what could not be used, and what becomes of it. Nothing is deleted."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from producer.cli.common import (
    ALL_GOOD,
    SOME_BAD,
    WRONG_USAGE,
    DbOption,
    JsonOption,
    console,
    fail,
    me,
    people,
    print_data,
    why,
)
from producer.cli.record import opened
from producer.record import Quarantined, Receipt, Store
from producer.record.intake import decisions
from producer.record.intake.decision_events import AlreadyDecided
from producer.release.exits import SEALED_EXITS, known_exit
from producer.texts import visible

QUARANTINE = "command:quarantine"
EntryArgument = Annotated[int, typer.Argument(metavar="ENTRY", min=1, help="Its number.")]
ReasonOption = Annotated[str, typer.Option("--reason", help="Why; it goes into the log.")]

app = typer.Typer(
    help="What could not be used: look at it, send it again corrected, or set it aside.",
    no_args_is_help=True,
)


@app.command("list")
def list_(
    all_: Annotated[bool, typer.Option("--all", help="Those decided too.")] = False,
    db: DbOption = None,
    json_: JsonOption = False,
) -> None:
    """List what is open: number, place, whose it is as far as known, why, and what to do."""
    known_exit(QUARANTINE, SEALED_EXITS)
    with opened(db) as store:
        entries = store.quarantine(only_open=not all_)
    if json_:
        print_data([_answer(each) for each in entries])
        return
    table = Table("", "place", "reason", "what to do", *(("decision",) if all_ else ()), box=None)
    for entry in entries:
        decision = entry.decision
        what = (f"{decision.what}: {decision.reason}" if decision else "",) if all_ else ()
        words = (str(entry.pos), _whose(entry), entry.reason, entry.hint(), *what)
        table.add_row(*(Text(word, overflow="fold") for word in words))
    console().print(table)


def _whose(entry: Quarantined) -> str:
    """Where it came from, and below that the group, the table and the deal that its bytes tell."""
    of_whom = entry.identity
    group = "/".join(name for name in (of_whom.session, of_whom.group) if name)
    of = (
        f"table {of_whom.table}" if of_whom.table else "",
        f"deal {of_whom.deal}" if of_whom.deal else "",
    )
    lines = (entry.place, group, ", ".join(each for each in of if each))
    return "\n".join(visible(line) for line in lines if line)


@app.command()
def show(entry: EntryArgument, db: DbOption = None) -> None:
    """Print the bytes of ENTRY as they came; why, and what to do, on standard error."""
    known_exit(QUARANTINE, SEALED_EXITS)
    with opened(db) as store, _there():
        found = decisions.entry(store, entry)
    decision = found.decision
    people.print(f"{found.place}: {found.reason}. {found.hint()}", markup=False, soft_wrap=True)
    if decision:
        people.print(
            f"{decision.what} by {decision.by}: {decision.reason}", markup=False, soft_wrap=True
        )
    sys.stdout.buffer.write(found.raw + b"\n")


@app.command()
def release(entry: EntryArgument, reason: ReasonOption, db: DbOption = None) -> None:
    """Take ENTRY in once more as it came: what it lacked may be there by now."""
    with opened(db) as store, _there():
        _told(decisions.release(store, entry, why(reason), me()))


@app.command()
def resend(
    entry: EntryArgument,
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", exists=True, dir_okay=False, help="Else standard input."),
    ] = None,
    reason: ReasonOption = "corrected",
    own_id: Annotated[
        bool,
        typer.Option("--own-id", help="The entry as it came, but for an id that is taken already."),
    ] = False,
    db: DbOption = None,
) -> None:
    """Take the corrected event in FILE in place of ENTRY."""
    if own_id and file is not None:
        fail("--own-id takes the entry as it came; name no FILE with it", WRONG_USAGE)
    with opened(db) as store, _there():
        raw = _corrected(store, entry, file, own_id=own_id)
        _told(decisions.resend(store, entry, raw, why(reason), me()))


@app.command()
def discard(entry: EntryArgument, reason: ReasonOption, db: DbOption = None) -> None:
    """Say that nothing is to be made of ENTRY; it stays where it is."""
    with opened(db) as store, _there():
        decisions.discard(store, entry, why(reason), me())
    people.print(f"entry {entry} is discarded; it stays in the record", markup=False)


def _corrected(store: Store, entry: int, file: Path | None, *, own_id: bool) -> bytes:
    found = decisions.open_entry(store, entry)  # before anybody is asked for the event
    if own_id:
        return decisions.under_own_id(found)
    return sys.stdin.buffer.read() if file is None else file.read_bytes()


def _told(taken: Receipt) -> None:
    if taken.outcome == "refused":
        people.print(f"refused again: {taken.reason}. {taken.hint()}", markup=False, soft_wrap=True)
        raise typer.Exit(SOME_BAD)
    words = f": {taken.reason}" if taken.reason else ""
    people.print(f"{taken.outcome}{words}", markup=False, soft_wrap=True)
    raise typer.Exit(ALL_GOOD)


@contextmanager
def _there() -> Iterator[None]:
    """Ends the command in words where nothing can be decided about the entry."""
    try:
        yield
    except (
        decisions.NoSuchEntry,
        AlreadyDecided,
        decisions.KnownAlready,
        decisions.NoEvent,
    ) as error:
        fail(str(error))


def _answer(entry: Quarantined) -> dict[str, Any]:
    told, decision = entry.identity, entry.decision
    return {
        "entry": entry.pos,
        "place": entry.place,
        "session": told.session or None,
        "group": told.group or None,
        "table": told.table or None,
        "deal": told.deal,
        "reason": entry.reason,
        "hint": entry.hint(),
        "raw": entry.raw.decode("utf-8", "backslashreplace"),
        "heard_at": entry.heard_at,
        "decision": decision
        and {
            "what": decision.what,
            "reason": decision.reason,
            "at": decision.heard_at,
            "by": decision.by,
        },
    }
