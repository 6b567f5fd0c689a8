"""``duplicast decks``: deals whose deck tables disagree about, and choosing the right one."""

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
from producer.release.decks.wrong_decks import (
    DeckChoice,
    Offender,
    Undecided,
    choose,
    offenders,
    undecided,
)
from producer.texts import number_of

DECKS = "command:decks"

app = typer.Typer(help="Deals whose deck tables disagree about; choose the right one.")


@app.callback(invoke_without_command=True)
def list_(context: typer.Context, db: DbOption = None, json_: JsonOption = False) -> None:
    """List the deals for which tables showed different decks: what differs, and who showed it."""
    if context.invoked_subcommand is not None:
        return
    with gate(db) as opened:
        (conflicts, _), sources = undecided(opened, DECKS), offenders(opened, DECKS)
    if json_:
        print_data({"deals": [_answer(each) for each in conflicts], "sources": _sources(sources)})
        return
    if not conflicts:
        people.print("No table shows a different deck.")
    table = Table("deal", "deck of", "shows", "voids", box=None)
    for deal in conflicts:
        for choice in deal.choices:
            first = choice is deal.choices[0]
            cells = (_what(deal) if first else "", choice.who, _shows(choice.shows), choice.void)
            table.add_row(*(Text(word, overflow="fold") for word in cells))
    if conflicts:
        console().print(table)
    for each in sources:
        people.print(_offence(each), style="bold", soft_wrap=True)


@app.command("choose")
def choose_(
    deal: DealArgument,
    reason: Annotated[str, typer.Option("--reason", help="Why; it is logged.")],
    table: Annotated[
        str | None, typer.Option("--table", metavar="T", help="The deck that table T showed.")
    ] = None,
    office: Annotated[bool, typer.Option("--office", help="The office's deck.")] = False,
    replay: Annotated[
        bool, typer.Option("--replay", help="Tables that showed another deck play the deal again.")
    ] = False,
    db: DbOption = None,
) -> None:
    """Say which deck of DEAL was right; hands played with another deck are void."""
    if (table is None) is not office:
        fail("say whose deck was right: --table T or --office", WRONG_USAGE)
    with gate(db) as opened, one_deal():
        key = resolve(deal, opened.view(DECKS).verdicts)
        try:
            result = choose(opened, DECKS, key, table, why(reason), me(), replay=replay)
        except CannotChoose as error:
            fail(f"{error}. `duplicast decks` lists the choices.")
    people.print(result, soft_wrap=True)


def _what(deal: Undecided) -> str:
    """The deal, whether it is released, and which table shows what."""
    state = "already released: flagged and vetoed" if deal.released else "SEALED"
    hands = (f"table {hand.table}: {hand.what}" for hand in deal.hands)
    return "\n".join([f"{deal.key}", state, *hands])


def _shows(places: Mapping[str, str]) -> str:
    return "\n".join(f"{place} {cards or 'not shown'}" for place, cards in places.items())


def _offence(each: Offender) -> str:
    tables = ", ".join(each.tables)
    times = number_of(each.count, "time")
    what = f"{each.source} has shown a different deck {times} (table {tables})."
    if not each.tokens:
        return f"{what} No valid token is bound to its table; see `duplicast token list`."
    ends = ", ".join(f"`duplicast token revoke {token.name}`" for token in each.tokens)
    return f"{what} To stop it: {ends}"


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
                "received_at": hand.received_at,
            }
            for hand in deal.hands
        ],
        "decks": [_deck(choice) for choice in deal.choices],
    }


def _deck(choice: DeckChoice) -> dict[str, Any]:
    return {
        "tables": list(choice.tables),
        "office": choice.office,
        "shows": {place: cards or None for place, cards in choice.shows.items()},
    }


def _sources(repeated: list[Offender]) -> list[dict[str, Any]]:
    return [
        {
            "session": each.session,
            "source": each.source,
            "count": each.count,
            "tables": list(each.tables),
            "tokens": [token.name for token in each.tokens],
        }
        for each in repeated
    ]
