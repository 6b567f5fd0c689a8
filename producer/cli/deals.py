"""``duplicast deals`` and ``duplicast compare``: what is worth showing, and why."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from producer.cli.common import DbOption, JsonOption, gate, picked, print_data
from producer.compare.answers import compare_answer, deal_answer
from producer.compare.model import Comparison, Fork
from producer.games.cards import format_cards
from producer.games.line import Chips
from producer.wording import headline, line_text

DealArgument = Annotated[str, typer.Argument(metavar="DEAL", help="N or SESSION/GROUP/N.")]


def deals(
    top: Annotated[int | None, typer.Option(min=1, help="Only the best N.")] = None,
    all_: Annotated[
        bool, typer.Option("--all", help="Also deals that fewer than two tables have finished.")
    ] = False,
    db: DbOption = None,
    json_: JsonOption = False,
) -> None:
    """List the deals, best first, with the reasons."""
    with gate(db) as opened:
        found = [
            comparison
            for comparison in opened.comparisons("command:deals")
            if all_ or len(comparison.deal.plays) > 1
        ][:top]
    if json_:
        print_data([deal_answer(comparison, headline(comparison)) for comparison in found])
    else:
        Console(highlight=False).print(ranking(found))


def compare(deal: DealArgument, db: DbOption = None, json_: JsonOption = False) -> None:
    """Compare one deal over its tables."""
    with gate(db) as opened:
        found = picked(opened, deal, "command:compare")
    if json_:
        print_data(compare_answer(found, headline(found)))
        return
    out = Console(highlight=False)
    out.print(Text(f"{found.deal.key}  {headline(found)}", style="bold"))
    out.print(_given(found))
    out.print(_plays(found))
    for fork in found.forks:
        out.print(_fork_line(fork, found))
    for name, part in found.components.items():
        value = "-" if part.value is None else f"{part.value:.2f}"
        out.print(Text(f"  {name:<10} {value:>5}  {part.reason}"))


def ranking(found: list[Comparison]) -> Table:
    """The ranking for people: two lines a deal, what happened and why it stands there."""
    table = Table("merit", "deal", "tables", "swing", "what the tables did", box=None)
    for column, justify in zip(table.columns, ("right", "left", "right", "right"), strict=False):
        column.justify, column.no_wrap = justify, True
    for comparison in found:
        table.add_row(
            f"{comparison.merit:.3f}",
            Text(str(comparison.deal.key)),
            str(len(comparison.deal.plays)),
            f"{float(max(comparison.swing.values(), default=0)):,.10g}",
            Text(headline(comparison), style="bold") + Text(f"\n{_reasons(comparison)}", "dim"),
        )
    return table


def _reasons(comparison: Comparison) -> str:
    known = [part.reason for part in comparison.components.values() if part.value is not None]
    pair = [f"show tables {' and '.join(comparison.pairing)}"] if comparison.pairing else []
    return "; ".join([*comparison.vetoes, *comparison.holds, *known, *pair])


def _given(comparison: Comparison) -> Text:
    deal = comparison.deal
    hands = "  ".join(
        f"seat {seat} {format_cards(cards)}" for seat, cards in sorted(deal.cards.items())
    )
    return Text(f"{hands}  board {format_cards(deal.board) or '-'}  button seat {deal.button}")


def _plays(comparison: Comparison) -> Table:
    seats = sorted(comparison.swing)
    table = Table("table", *(f"seat {seat}" for seat in seats), "line")
    for play in comparison.deal.plays:
        scores = (
            f"{play.result[seat]} ({_signed(comparison.against_average[play.table][seat])})"
            for seat in seats
        )
        table.add_row(Text(play.table), *scores, Text(line_text(play.line)))
    return table


def _fork_line(fork: Fork, comparison: Comparison) -> Text:
    mark = "key fork" if fork == comparison.key_fork else "fork"
    branches = "; ".join(
        f"{branch.move.action}{'' if branch.move.to is None else f' {branch.move.to}'} "
        f"at {', '.join(branch.tables)}"
        for branch in fork.branches
    )
    return Text(
        f"{mark}: {fork.street}, seat {fork.seat}, after {len(fork.history)} actions: {branches} "
        f"(contrast {fork.contrast:.2f}, explained {fork.explained:.2f})"
    )


def _signed(amount: Chips) -> str:
    return f"{float(amount):+,.10g}"
