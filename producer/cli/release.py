"""``duplicast release``, ``seal`` and ``house``: the producer's decisions about releases."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from producer.cli.common import WRONG_USAGE, DbOption, fail, gate, me, one_deal, people, why
from producer.release import Gate, by_hand
from producer.release.by_hand import CannotDecide
from producer.texts import number_of

DealsArgument = Annotated[list[str], typer.Argument(metavar="DEAL...", help="N or SESSION/GROUP/N")]
GroupArgument = Annotated[str, typer.Argument(metavar="SESSION/GROUP")]
ReasonOption = Annotated[str, typer.Option("--reason", help="Why; it is shown in the audit.")]

house = typer.Typer(name="house", help="Decisions about a whole group.", no_args_is_help=True)


def release(deals: DealsArgument, reason: ReasonOption, db: DbOption = None) -> None:
    """Release DEALs by hand, before every table has finished them.

    Refused while a table is still to play the same cards under another name.
    """
    with _deciding(db, reason) as opened:
        for key in by_hand.release(opened, deals, reason, me()):
            people.print(f"released: {key}")


def seal(deals: DealsArgument, reason: ReasonOption, db: DbOption = None) -> None:
    """Seal DEALs again, until they are released by hand."""
    with _deciding(db, reason) as opened:
        for key in by_hand.seal(opened, deals, reason, me()):
            people.print(f"SEALED: {key}", style="bold red")
    people.print("A running desk takes it off air at once. Without one, take something else.")


@house.command("delay")
def delay(
    group: GroupArgument,
    minutes: Annotated[int, typer.Argument(min=0, max=10_000)],
    reason: ReasonOption,
    db: DbOption = None,
) -> None:
    """Release the group's deals MINUTES after their last table has finished them."""
    with _deciding(db, reason) as opened:
        by_hand.set_delay(opened, _group(opened, group), minutes, reason, me())
    people.print(
        f"{group}: deals are released {number_of(minutes, 'minute')} after their last table"
    )


@house.command("out")
def out(
    group: GroupArgument,
    table: Annotated[str, typer.Argument()],
    reason: ReasonOption,
    back: Annotated[bool, typer.Option("--back", help="It plays again.")] = False,
    db: DbOption = None,
) -> None:
    """Declare that TABLE plays no further deal, so that no deal waits for it."""
    with _deciding(db, reason) as opened:
        by_hand.table_out(opened, _group(opened, group), table, reason, me(), out=not back)
    people.print(f"{group}: table {table} is {'back' if back else 'out'}")


@house.command("end")
def end(
    group: GroupArgument,
    reason: ReasonOption,
    undo: Annotated[bool, typer.Option("--undo", help="It goes on after all.")] = False,
    db: DbOption = None,
) -> None:
    """Declare that the group has ended: its deals are released after the delay."""
    with _deciding(db, reason) as opened:
        by_hand.end_session(opened, _group(opened, group), reason, me(), ended=not undo)
    people.print(f"{group}: {'goes on' if undo else 'has ended'}")


@house.command("expect")
def expect(
    group: GroupArgument,
    tables: Annotated[int, typer.Argument(min=1, max=1000)],
    reason: ReasonOption,
    db: DbOption = None,
) -> None:
    """Set how many TABLES play in the group, if not one for each team.

    No deal of the group is released until so many have opened.
    """
    with _deciding(db, reason) as opened:
        by_hand.expect_tables(opened, _group(opened, group), tables, reason, me())
    opening = "1 table has" if tables == 1 else f"{tables} tables have"
    people.print(f"{group}: sealed until {opening} opened")


@contextmanager
def _deciding(db: DbOption, reason: str) -> Iterator[Gate]:
    """The gate; ends the command with a message where a decision cannot be made."""
    why(reason)
    with gate(db) as opened, one_deal():
        try:
            yield opened
        except CannotDecide as error:
            fail(str(error))


def _group(opened: Gate, text: str) -> tuple[str, str]:
    """The group of that name. Names may contain slashes, so two may match."""
    groups = [(each.session, each.group) for each in opened.sessions()]
    alike = [group for group in [*groups, *opened.unopened()] if "/".join(group) == text]
    if len(alike) > 1:
        names = ", ".join(f"group {group} of session {session}" for session, group in alike)
        fail(f"{text} may be {names}; give one of them another name", WRONG_USAGE)
    if alike:
        return alike[0]
    session, slash, group = text.rpartition("/")
    if not slash or not session or not group:
        fail(f"{text}: name the group as SESSION/GROUP", WRONG_USAGE)
    return session, group
