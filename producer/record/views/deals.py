"""Deals with their plays, marks and flags."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, and_, select, text, true, tuple_

from producer.events import Player
from producer.games.cards import parse_cards
from producer.games.line import Deal, DealKey, Play
from producer.record.plan.marks import UNMARKED, Flag, Mark, flag_of, mark_value
from producer.record.plan.names import Roster, shown_players
from producer.record.tables.rows import (
    DealRow,
    PlayRow,
    contradiction_value,
    deal_value,
    players_value,
    read_roster,
    read_rosters,
    result_value,
    shown_play,
)
from producer.record.tables.schema import deals, plays
from producer.record.tables.statements import ask

_CHUNK = 500
TRUE = true()
_OF_DEAL = "session = ? AND grp = ? AND number = ?"
_DEAL = f"SELECT {', '.join(DealRow._fields)} FROM deals WHERE {_OF_DEAL}"
_FITS = (
    "NOT EXISTS (SELECT 1 FROM views WHERE views.session = plays.session "
    "AND views.grp = plays.grp AND views.number = plays.number AND views.tbl = plays.tbl "
    "AND views.hand = plays.hand AND views.since > 0)"
)
"""Leaves out hands that contradict the deck: they are not compared."""

_PLAYS = f"SELECT {', '.join(PlayRow._fields)} FROM plays WHERE {_OF_DEAL} AND {_FITS}"
_RESULTS = (
    "SELECT number, tbl, hand, attempt, players, result FROM plays "
    f"WHERE session = ? AND grp = ? AND {_FITS}"
)
_NUMBERS = "SELECT number FROM deals WHERE session = ? AND grp = ? ORDER BY number"
_MARKS = "SELECT session, grp, number, tbl, mark FROM marks"
_OPEN_CONTRADICTIONS = (
    "SELECT session, grp, number, tbl, contradiction FROM views WHERE since > 0 AND NOT void"
)


def read_deal(connection: Connection, key: DealKey) -> Deal | None:
    """One deal with its plays in roster order, None if it is unknown."""
    roster = read_roster(connection, (key.session, key.group))
    rows = ask(connection, _DEAL, key)
    if roster is None or not rows:
        return None
    played = map(PlayRow._make, ask(connection, _PLAYS, key))
    return _deal(key, DealRow._make(rows[0]), played, roster)


def read_deals(
    connection: Connection, groups: Collection[tuple[str, str]] | None = None
) -> Iterator[Deal]:
    """The deals of some groups, by default all, in order, with their plays in roster order."""
    rosters = read_rosters(connection)
    played = _ordered(connection, plays, and_(text(_FITS), _among(plays, groups)))
    for row, group in _by_deal(played, _ordered(connection, deals, _among(deals, groups))):
        yield _deal(DealKey(*_key(row)), row, group, rosters[row.session, row.grp])


def read_results(connection: Connection, group: tuple[str, str]) -> Iterator[Deal]:
    """The deals of a group with the results of their plays, for standings: no cards, no lines."""
    roster = read_roster(connection, group)
    if roster is None:
        return

    @cache
    def players_of(table: str, stored: str) -> Mapping[int, Player]:
        return shown_players(table, players_value(table, stored, roster.sent), roster)

    played: dict[int, list[Play]] = {}
    for number, table, hand, attempt, players, result in ask(connection, _RESULTS, group):
        play = Play(
            table=table,
            hand=hand,
            attempt=attempt,
            game=roster.sent.tables[table].game,
            stacks={},
            players=players_of(table, players),
            line=(),
            result=result_value(result),
        )
        played.setdefault(number, []).append(play)
    tables = tuple(roster.shown.tables)
    for (number,) in ask(connection, _NUMBERS, group):
        plays_of_deal = tuple(played.get(number, ()))
        yield Deal(DealKey(*group, number), 0, {}, (), plays_of_deal, tables)


def read_flags(connection: Connection) -> dict[DealKey, Flag]:
    """The flags of all deals that have marks."""
    return {key: flag_of(marks_of_deal) for key, marks_of_deal in read_marks(connection).items()}


def read_marks(connection: Connection) -> dict[DealKey, dict[str, Mark]]:
    """Marks by deal and table, ``""`` for the deal itself."""
    marks: dict[DealKey, dict[str, Mark]] = {}
    for session, group, number, table, mark in connection.exec_driver_sql(_MARKS):
        marks.setdefault(DealKey(session, group, number), {})[table] = mark_value(mark)
    for session, group, number, table, what in connection.exec_driver_sql(_OPEN_CONTRADICTIONS):
        by_table = marks.setdefault(DealKey(session, group, number), {})
        by_table[table] = replace(
            by_table.get(table, UNMARKED), contradiction=contradiction_value(what)
        )
    return marks


def _among(table: Table, groups: Collection[tuple[str, str]] | None) -> ColumnElement[bool]:
    if groups is None:
        return TRUE
    return tuple_(table.c.session, table.c.grp).in_(list(groups))


def _ordered(
    connection: Connection, table: Table, where: ColumnElement[bool] = TRUE
) -> Iterator[Any]:
    query = select(table).where(where).order_by(table.c.session, table.c.grp, table.c.number)
    return iter(connection.execution_options(yield_per=_CHUNK).execute(query))


def _by_deal(played: Iterator[Any], dealt: Iterator[Any]) -> Iterator[tuple[Any, list[Any]]]:
    """Joins rows of deals with their rows of plays; both are in key order."""
    groups = groupby(played, _key)
    key, group = next(groups, (None, iter(())))
    for row in dealt:
        if _key(row) == key:
            yield row, list(group)
            key, group = next(groups, (None, iter(())))
        else:
            yield row, []


def _key(row: Any) -> tuple[str, str, int]:
    return row.session, row.grp, row.number


def _deal(key: DealKey, row: Any, group: Iterable[Any], roster: Roster) -> Deal:
    cards = deal_value(row)
    opened = roster.shown
    place = {table: number for number, table in enumerate(opened.tables)}
    return Deal(
        key=key,
        button=cards.button,
        cards={seat: parse_cards(hole) for seat, hole in cards.cards.items()},
        board=parse_cards(cards.board),
        plays=tuple(
            shown_play(play, roster) for play in sorted(group, key=lambda play: place[play.tbl])
        ),
        tables=tuple(opened.tables),
        direction=opened.direction,
        teams=opened.teams,
        live=opened.kind == "live",
        recorded=tuple(table for table, files in opened.recordings.items() if files),
        table_names=roster.tables,
        by_bots=tuple(table for table, info in opened.tables.items() if info.by_bots),
    )
