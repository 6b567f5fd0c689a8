"""``duplicast quarantine``: list, release, correct or discard entries. Nothing is deleted."""

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
ReasonOption = Annotated[str, typer.Option("--reason", help="Why; it is logged.")]

app = typer.Typer(
    help="What could not be used: list it, correct it, or discard it.",
    no_args_is_help=True,
)


@app.command("list")
def list_(
    all_: Annotated[bool, typer.Option("--all", help="Include decided entries.")] = False,
    db: DbOption = None,
    json_: JsonOption = False,
) -> None:
    """List open entries: number, place, table and deal as far as known, reason and fix."""
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
        words = (str(entry.pos), _where(entry), entry.reason, entry.hint(), *what)
        table.add_row(*(Text(word, overflow="fold") for word in words))
    console().print(table)


def _where(entry: Quarantined) -> str:
    """The place it came from, and below it group, table and deal as far as its bytes name them."""
    identity = entry.identity
    group = "/".join(name for name in (identity.session, identity.group) if name)
    of = (
        f"table {identity.table}" if identity.table else "",
        f"deal {identity.deal}" if identity.deal else "",
    )
    lines = (entry.place, group, ", ".join(each for each in of if each))
    return "\n".join(visible(line) for line in lines if line)


@app.command()
def show(entry: EntryArgument, db: DbOption = None) -> None:
    """Print ENTRY exactly as received; reason and fix go to standard error."""
    known_exit(QUARANTINE, SEALED_EXITS)
    with opened(db) as store, _errors_in_words():
        quarantined = decisions.entry(store, entry)
    decision = quarantined.decision
    people.print(
        f"{quarantined.place}: {quarantined.reason}. {quarantined.hint()}",
        soft_wrap=True,
    )
    if decision:
        people.print(f"{decision.what} by {decision.by}: {decision.reason}", soft_wrap=True)
    sys.stdout.buffer.write(quarantined.raw + b"\n")


@app.command()
def release(entry: EntryArgument, reason: ReasonOption, db: DbOption = None) -> None:
    """Try ENTRY again as received: what it needed may have arrived since."""
    with opened(db) as store, _errors_in_words():
        _report(decisions.release(store, entry, why(reason), me()))


@app.command()
def resend(
    entry: EntryArgument,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]", exists=True, dir_okay=False, help="Default: standard input."
        ),
    ] = None,
    reason: ReasonOption = "corrected",
    own_id: Annotated[
        bool,
        typer.Option(
            "--own-id",
            help="Send the entry as received under a new id, as its own is used already.",
        ),
    ] = False,
    db: DbOption = None,
) -> None:
    """Record the corrected event in FILE in place of ENTRY."""
    if own_id and file is not None:
        fail("--own-id sends the entry as received; do not give a FILE with it", WRONG_USAGE)
    with opened(db) as store, _errors_in_words():
        raw = _corrected(store, entry, file, own_id=own_id)
        _report(decisions.resend(store, entry, raw, why(reason), me()))


@app.command()
def discard(entry: EntryArgument, reason: ReasonOption, db: DbOption = None) -> None:
    """Discard ENTRY; it stays in the record."""
    with opened(db) as store, _errors_in_words():
        decisions.discard(store, entry, why(reason), me())
    people.print(f"entry {entry} is discarded; it stays in the record")


def _corrected(store: Store, entry: int, file: Path | None, *, own_id: bool) -> bytes:
    quarantined = decisions.open_entry(store, entry)  # before reading standard input
    if own_id:
        return decisions.under_own_id(quarantined)
    return sys.stdin.buffer.read() if file is None else file.read_bytes()


def _report(receipt: Receipt) -> None:
    if receipt.outcome == "refused":
        people.print(f"refused again: {receipt.reason}. {receipt.hint()}", soft_wrap=True)
        raise typer.Exit(SOME_BAD)
    words = f": {receipt.reason}" if receipt.reason else ""
    people.print(f"{receipt.outcome}{words}", soft_wrap=True)
    raise typer.Exit(ALL_GOOD)


@contextmanager
def _errors_in_words() -> Iterator[None]:
    """Ends the command with a message where the entry cannot be decided."""
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
    identity, decision = entry.identity, entry.decision
    return {
        "entry": entry.pos,
        "place": entry.place,
        "session": identity.session or None,
        "group": identity.group or None,
        "table": identity.table or None,
        "deal": identity.deal,
        "reason": entry.reason,
        "hint": entry.hint(),
        "raw": entry.raw.decode("utf-8", "backslashreplace"),
        "received_at": entry.received_at,
        "decision": decision
        and {
            "what": decision.what,
            "reason": decision.reason,
            "at": decision.received_at,
            "by": decision.by,
        },
    }
