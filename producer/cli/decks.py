"""``duplicast decks``: deals that tables disagree about, and which deck was right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from producer.cli.common import (
    WRONG_USAGE,
    DbOption,
    DealArgument,
    JsonOption,
    console,
    fail,
    gate,
    me,
    one_deal,
    people,
    print_data,
    why,
)
from producer.release import CannotChoose, resolve
from producer.release.wrong_decks import (
    DeckChoice,
    Offender,
    Undecided,
    choose,
    offenders,
    undecided,
)

DECKS = "command:decks"

app = typer.Typer(help="Deals that tables disagree about, and which deck was right.")


@app.callback(invoke_without_command=True)
def list_(context: typer.Context, db: DbOption = None, json_: JsonOption = False) -> None:
    """List deals of which tables have shown different decks: what differs, and who showed it."""
    if context.invoked_subcommand is not None:
        return
    with gate(db) as opened:
        (found, _), sources = undecided(opened, DECKS), offenders(opened, DECKS)
    if json_:
        print_data({"deals": [_answer(each) for each in found], "sources": _sources(sources)})
        return
    if not found:
        people.print("No table shows another deck.")
    table = Table("deal", "deck of", "shows", "then void", box=None)
    for deal in found:
        for choice in deal.choices:
            first = choice is deal.choices[0]
            told = (_what(deal) if first else "", choice.who, _shows(choice.shows), choice.void)
            table.add_row(*(Text(word, overflow="fold") for word in told))
    if found:
        console().print(table)
    for each in sources:
        people.print(_offence(each), style="bold", markup=False, soft_wrap=True)


@app.command("choose")
def choose_(
    deal: DealArgument,
    reason: Annotated[str, typer.Option("--reason", help="Why; it goes into the log.")],
    table: Annotated[
        str | None, typer.Option("--table", metavar="T", help="The deck that table T showed.")
    ] = None,
    office: Annotated[bool, typer.Option("--office", help="The office's deck.")] = False,
    replay: Annotated[
        bool, typer.Option("--replay", help="The tables that showed another play it again.")
    ] = False,
    db: DbOption = None,
) -> None:
    """Say which deck of DEAL was right: hands played from another are void."""
    if (table is None) is not office:
        fail("say whose deck was right: --table T or --office", WRONG_USAGE)
    with gate(db) as opened, one_deal():
        key = resolve(deal, opened.view(DECKS).verdicts)
        try:
            told = choose(opened, DECKS, key, table, why(reason), me(), replay=replay)
        except CannotChoose as error:
            fail(f"{error}. `duplicast decks` lists what there is to choose.")
    people.print(told, markup=False, soft_wrap=True)


def _what(deal: Undecided) -> str:
    """Which deal, whether it is released, and below that what which table shows."""
    state = "released already: flagged and vetoed" if deal.released else "SEALED"
    hands = (f"table {hand.table}: {hand.what}" for hand in deal.hands)
    return "\n".join([f"{deal.key}", state, *hands])


def _shows(places: Mapping[str, str]) -> str:
    return "\n".join(f"{place} {told or 'not shown'}" for place, told in places.items())


def _offence(each: Offender) -> str:
    tables = ", ".join(each.tables)
    said = f"{each.source} has shown another deck {each.count} times (table {tables})."
    if not each.tokens:
        return f"{said} No token in use is bound to its table; `duplicast token list` shows all."
    ends = ", ".join(f"`duplicast token revoke {token.name}`" for token in each.tokens)
    return f"{said} Stop it: {ends}"


def _answer(deal: Undecided) -> dict[str, Any]:
    return {
        "session": deal.key.session,
        "group": deal.key.group,
        "deal": deal.key.number,
        "released": deal.released,
        "hands": [
            {
                "table": hand.table,
                "hand": hand.hand,
                "source": hand.source,
                "what": hand.what,
                "heard_at": hand.heard_at,
            }
            for hand in deal.hands
        ],
        "decks": [_deck(choice) for choice in deal.choices],
    }


def _deck(choice: DeckChoice) -> dict[str, Any]:
    return {
        "tables": list(choice.tables),
        "office": choice.office,
        "shows": {place: told or None for place, told in choice.shows.items()},
    }


def _sources(found: list[Offender]) -> list[dict[str, Any]]:
    return [
        {
            "session": each.session,
            "source": each.source,
            "count": each.count,
            "tables": list(each.tables),
            "tokens": [token.name for token in each.tokens],
        }
        for each in found
    ]
