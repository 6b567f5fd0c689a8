"""``duplicast picks``: what a producer does with picks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Literal

import typer

from producer.cli.common import (
    WRONG_USAGE,
    DbOption,
    DealArgument,
    fail,
    gate,
    me,
    one_deal,
    people,
    why,
)
from producer.compare.by_hand import NotPickable
from producer.compare.model import Comparison, Pick
from producer.release import Gate, picks
from producer.wording import three_lines
from producer.wording.pick_lines import edited_line

EXIT = "command:picks"

PickArgument = Annotated[
    str, typer.Argument(metavar="ID", help="Of the pick, as `compare` lists it.")
]
DealOption = Annotated[
    str | None,
    typer.Option("--deal", metavar="DEAL", help="Its deal, if several have a pick with this id."),
]
SideArgument = Annotated[
    str,
    typer.Argument(
        metavar="TABLE:MOVE", help="A table, and the number of the decision in its line, from 1."
    ),
]

app = typer.Typer(
    name="picks",
    help="Star, dismiss and rank picks, make one, and edit its lines.",
    no_args_is_help=True,
)


@app.command()
def star(
    pick: PickArgument,
    off: Annotated[bool, typer.Option("--off", help="Take the star back.")] = False,
    deal: DealOption = None,
    db: DbOption = None,
) -> None:
    """Prefer a pick: it comes before all that have no star."""
    with _chosen(pick, deal, db) as (opened, comparison, one):
        picks.star(opened, comparison.deal.key, one.id, me(), starred=not off)
    _done(comparison, one, "has no star" if off else "is starred")


@app.command()
def dismiss(
    pick: PickArgument,
    reason: Annotated[str, typer.Option(help="Why; it is shown beside the pick.")] = "",
    back: Annotated[bool, typer.Option("--back", help="Take the dismissal back.")] = False,
    deal: DealOption = None,
    db: DbOption = None,
) -> None:
    """Put a pick away, with the reason. Its deal is listed by its next one."""
    if back and reason:
        fail("--back takes the dismissal back; it needs no --reason", WRONG_USAGE)
    with _chosen(pick, deal, db) as (opened, comparison, one):
        picks.dismiss(opened, comparison.deal.key, one.id, "" if back else why(reason), me())
    _done(comparison, one, "is not dismissed" if back else f"is dismissed: {reason}")


@app.command()
def rank(
    pick: PickArgument,
    number: Annotated[int | None, typer.Argument(min=1, max=1000, metavar="[RANK]")] = None,
    deal: DealOption = None,
    db: DbOption = None,
) -> None:
    """Give a pick your own RANK over all deals, 1 first; without RANK, take it back."""
    with _chosen(pick, deal, db) as (opened, comparison, one):
        picks.rank(opened, comparison.deal.key, one.id, number, me())
    _done(comparison, one, "has no rank of yours" if number is None else f"has your rank {number}")


@app.command()
def make(
    deal: DealArgument,
    left: SideArgument,
    right: SideArgument,
    reason: Annotated[str, typer.Option(help="Why it is worth showing.")],
    db: DbOption = None,
) -> None:
    """Make a pick of any decision of a seat at two tables, and print its id."""
    at = dict(_side(each) for each in (left, right))
    with gate(db) as opened, one_deal():
        try:
            made = picks.make(opened, deal, at, why(reason), me(), EXIT)
        except NotPickable as error:
            fail(str(error))
        comparison = opened.comparison(deal, EXIT)
    _done(comparison, made, "is made")
    typer.echo(made.id)


@app.command("edit-line")
def edit_line(
    pick: PickArgument,
    line: Annotated[Literal["tease", "split", "headline"], typer.Argument()],
    text: Annotated[str, typer.Argument(help='Your words; "" takes them back.')],
    language: Annotated[Literal["en", "es", "el"], typer.Option()] = "en",
    deal: DealOption = None,
    db: DbOption = None,
) -> None:
    """Put a line of a pick in your own words.

    They are used until the facts of the line change.
    """
    if len(text.strip()) > picks.LONGEST_LINE or "\n" in text:
        fail(f"TEXT: one line of at most {picks.LONGEST_LINE} characters", WRONG_USAGE)
    with _chosen(pick, deal, db) as (opened, comparison, one):
        edited = edited_line(comparison, one, line, language, text.strip())
        picks.edit_line(opened, comparison.deal.key, one.id, edited, me())
    own = f"reads: {text.strip()}" if text.strip() else "is the program's own again"
    people.print(f"{line} ({language}) of {one.id} {own}", soft_wrap=True)


@contextmanager
def _chosen(pick: str, deal: str | None, db: DbOption) -> Iterator[tuple[Gate, Comparison, Pick]]:
    """The gate, the pick and its comparison; ends the command with a message without them."""
    with gate(db) as opened, one_deal():
        try:
            comparison, one = picks.find_pick(opened, pick, EXIT, deal)
        except picks.SeveralPicks as error:
            fail(f"{error}, with --deal", WRONG_USAGE)
        except picks.PickGone as error:
            fail(str(error))
        yield opened, comparison, one


def _side(text: str) -> tuple[str, int]:
    """The table, and how many moves are before the decision."""
    table, _, number = text.rpartition(":")
    if not table or not number.isdecimal() or not 1 <= int(number) <= 10_000:
        fail(f"{text}: name a side as TABLE:MOVE, such as 3:7 for the seventh action of table 3",
             WRONG_USAGE)  # fmt: skip
    return table, int(number) - 1


def _done(comparison: Comparison, pick: Pick, what: str) -> None:
    lines = three_lines(comparison, pick)
    people.print(f"{pick.id} of {comparison.deal.key} ({lines.split}) {what}", soft_wrap=True)
