"""``duplicast reference``: bots play the boards of a bridge match that has one table (RULES B5)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import typer
from rich.table import Table
from rich.text import Text

from producer.cli.analyse import contract_words, one_match
from producer.cli.common import (
    ALL_GOOD,
    SOME_BAD,
    WRONG_USAGE,
    DbOption,
    JsonOption,
    console,
    fail,
    gate,
    people,
    print_data,
)
from producer.cli.scoring import GroupArgument
from producer.cli.scoring_tables import reference_words
from producer.feeds.bridge.reference import TABLE, NoReference, Reference, events, reference_of
from producer.games.bridge.bot_play import MADE
from producer.games.bridge.seats import NORTH
from producer.games.line import Deal
from producer.record import Session
from producer.scoring.comparisons import imps
from producer.texts import number_of
from producer.values import chips_json

EXIT = "command:reference"


def reference(group: GroupArgument = None, db: DbOption = None, json_: JsonOption = False) -> None:
    """Have simple bots play the boards of a bridge match that has one table.

    They are stored with the match as a second table, marked as a reference by bots. Released boards
    only; those that the bots have played stay as they are. Status 3: some could not be played.
    """
    with gate(db) as opened:
        session = one_match(opened, group, "only bridge has a reference by bots")
        _refuse_others(session)
        own = session.session, session.group
        deals = [deal for deal in opened.deals(EXIT) if deal.key[:2] == own]
        found, failed = _played(deals)
        receipts = opened.ingest([*events(found, session.kind)])
    failed += [f"{each.id}: {each.reason}" for each in receipts if each.reason]
    for words in failed:
        people.print(Text(words), soft_wrap=True)
    if json_:
        print_data(_answer(session, found))
    elif found:
        console().print(_boards(found))
        count = number_of(len(found), "board")
        people.print(f"{count} at table {TABLE}: {reference_words()}")
    elif not failed:
        people.print("no further released board of one table")
    raise typer.Exit(SOME_BAD if failed else ALL_GOOD)


def _refuse_others(session: Session) -> None:
    """Ends the command unless people play at one table alone."""
    name = f"{session.session}/{session.group}"
    people_at = [table for table, info in session.tables.items() if not info.by_bots]
    if len(people_at) != 1:
        tables = ", ".join(people_at)
        fail(f"{name}: a reference by bots is for one table; here play {tables}", WRONG_USAGE)
    if TABLE in people_at:
        fail(f"{name}: people play at table {TABLE}; give the table another name", WRONG_USAGE)


def _played(deals: Sequence[Deal]) -> tuple[list[Reference], list[str]]:
    """What the bots make of each deal that only people have played, and what they cannot play."""
    found, failed = [], []
    for deal in deals:
        if [play.table in deal.by_bots for play in deal.plays] == [False]:
            try:
                found.append(reference_of(deal))
            except NoReference as error:
                failed.append(str(error))
    return found, failed


def _swing(each: Reference) -> int:
    """IMPs to North and South at the table of people, negative to East and West (B3, B5)."""
    (play,) = each.deal.plays
    return imps(Fraction(play.result[NORTH] - each.hand.result[NORTH]))


def _boards(found: Sequence[Reference]) -> Table:
    table = Table("board", "table", "contract", "NS", "NS at the table", "IMPs to NS", box=None)
    for column in table.columns[3:]:
        column.justify = "right"
    for each in found:
        (play,) = each.deal.plays
        table.add_row(
            str(each.deal.key.number),
            Text(play.table),
            contract_words(each.contract, each.tricks),
            f"{int(each.hand.result[NORTH]):+}",
            f"{int(play.result[NORTH]):+}",
            f"{_swing(each):+}",
        )
    return table


def _answer(session: Session, found: Sequence[Reference]) -> dict[str, Any]:
    return {
        "session": session.session,
        "group": session.group,
        "table": TABLE,
        "made": float(MADE),
        "boards": [
            {
                "deal": each.deal.key.number,
                "contract": str(each.contract),
                "declarer": each.contract.declarer,
                "tricks": each.tricks,
                "points": chips_json(each.hand.result[NORTH]),
                "imps": _swing(each),
            }
            for each in found
        ],
    }
