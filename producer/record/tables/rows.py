"""Rows of the derived tables, to and from values."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, delete, select

from producer.events import (
    DealCards,
    Player,
    RosterCorrected,
    SessionOpened,
    chips_json,
    parse_chips,
)
from producer.games.line import Chips, DealKey, Move, Play
from producer.messages import as_json, from_json
from producer.record.plan.decks import DeckView, Kind, ShownCards
from producer.record.plan.judge import JudgedPlay
from producer.record.plan.marks import Mark, mark_json
from producer.record.plan.names import Roster, roster, shown_players
from producer.record.plan.order import Stream, StreamKey
from producer.record.plan.state import Group, StandingDeck, WorkingState
from producer.record.tables.schema import DERIVED, deals, marks, plays, sessions, streams, views
from producer.record.tables.statements import ask, insert_rows

_NEWEST = "INSERT INTO newest (session, grp, tbl, pos, deal, hand) VALUES"
_LATER = (
    "ON CONFLICT (session, grp, tbl) DO UPDATE SET pos = max(pos, excluded.pos), "
    "deal = excluded.deal, hand = excluded.hand"
)
_SESSION = "SELECT opened, names FROM sessions WHERE session = ? AND grp = ?"


def write(connection: Connection, state: WorkingState) -> None:
    """Writes the changes of ``state`` and clears its list of changes."""
    _delete_replaced(connection, state)
    opened = [_session_row(state, group) for group in state.changed_sessions]
    dealt = [_deal_row(key, state.decks[key]) for key in state.changed_decks]
    shown = [_view_row(key, state.views[key][name]) for key, name in state.changed_views]
    played = [
        _play_row(key, state.plays[key][table], state.sessions[key.session, key.group])
        for key, table in state.changed_plays
        if table in state.plays.get(key, {})
    ]
    marked = [_mark_row(key, table, state.marks[key][table]) for key, table in state.changed_marks]
    counted = [_stream_row(key, state.streams[key]) for key in state.changed_streams]
    for table, rows in (
        (sessions, opened),
        (deals, dealt),
        (views, shown),
        (plays, played),
        (marks, marked),
        (streams, counted),
    ):
        head, tail = _upsert(table)
        insert_rows(connection, head, rows, tail)
    newest = [
        (*table, pos, state.latest[table].deal.number, state.latest[table].hand)
        for table, pos in state.newest.items()
    ]
    insert_rows(connection, _NEWEST, newest, _LATER)
    state.newest.clear()
    for changed_set in _changes(state):
        changed_set.clear()


def empty(connection: Connection) -> None:
    for table in DERIVED:
        connection.execute(delete(table))


def read_rosters(connection: Connection) -> dict[Group, Roster]:
    """All rosters by session and group, in that order."""
    query = select(sessions).order_by(sessions.c.session, sessions.c.grp)
    return {
        (row.session, row.grp): _roster(row.opened, row.names) for row in connection.execute(query)
    }


def read_sessions(
    connection: Connection, groups: Collection[Group] | None = None
) -> dict[Group, SessionOpened]:
    """The open ``groups`` by session and group, in that order, with the names as they are shown;
    None for all groups."""
    if groups is None:
        return {group: each.shown for group, each in read_rosters(connection).items()}
    found = {group: read_roster(connection, group) for group in sorted(groups)}
    return {group: each.shown for group, each in found.items() if each is not None}


def read_names(connection: Connection) -> dict[Group, RosterCorrected]:
    """The corrected names of the groups that have some."""
    rows = ask(connection, "SELECT session, grp, names FROM sessions WHERE names <> ''")
    return {(session, grp): _names(text) for session, grp, text in rows}


def read_roster(connection: Connection, group: Group) -> Roster | None:
    rows = ask(connection, _SESSION, group)
    return _roster(*rows[0]) if rows else None


@lru_cache(maxsize=1024)
def _roster(opened: str, names: str) -> Roster:
    """Cached: a roster is read with every event of a table on air and rarely changes, and each
    table of a tournament has one of its own."""
    sent = SessionOpened.model_validate_json(opened)
    return roster(sent, _names(names) if names else None)


def _names(text: str) -> RosterCorrected:
    return RosterCorrected.model_validate_json(text)


class DealRow(NamedTuple):
    """The columns of ``deals`` that ``deal_value`` needs."""

    number: int
    button: int
    cards: str
    board: str


class ViewRow(NamedTuple):
    """The columns of ``views`` that ``view_value`` needs."""

    number: int
    tbl: str
    hand: int
    kind: Kind
    pos: int
    board_pos: int
    source: str
    button: int | None
    cards: str
    board: str | None
    ended: int
    void: int
    contradiction: str
    since: int


class PlayRow(NamedTuple):
    """The columns of ``plays`` that ``play_value`` needs. ``proved``: the number of a Proof."""

    number: int
    tbl: str
    attempt: int
    hand: int
    stacks: str
    players: str
    line: str
    result: str
    proved: int
    ruled: str


def deal_value(row: Any) -> DealCards:
    return DealCards(
        deal=row.number, button=row.button, cards=json.loads(row.cards), board=row.board
    )


def view_value(row: ViewRow) -> DeckView:
    cards = {int(seat): hole for seat, hole in json.loads(row.cards).items()}
    return DeckView(
        table=row.tbl,
        hand=row.hand,
        kind=row.kind,
        pos=row.pos,
        board_pos=row.board_pos,
        source=row.source,
        shown=ShownCards(row.button, cards, row.board),
        ended=bool(row.ended),
        void=bool(row.void),
        contradiction=contradiction_value(row.contradiction),
        since=row.since,
    )


def contradiction_value(stored: str) -> str:
    """How a hand contradicts its deck, with what the text is made of, so that pages can translate
    it; empty where it fits."""
    return from_json(json.loads(stored)) if stored else ""


def shown_play(row: Any, roster: Roster) -> Play:
    """A play from its row, with the names as they are shown."""
    play = play_value(row, roster.sent)
    return replace(play, players=shown_players(row.tbl, play.players, roster))


def play_value(row: Any, opened: SessionOpened) -> Play:
    """A play from its row and the session's opening, with the names as sent."""
    return Play(
        table=row.tbl,
        hand=row.hand,
        attempt=row.attempt,
        game=opened.tables[row.tbl].game,
        stacks={int(seat): chips for seat, chips in json.loads(row.stacks).items()},
        players=players_value(row.tbl, row.players, opened),
        line=tuple([Move(*move) for move in json.loads(row.line)]),
        result=result_value(row.result),
        ruled=tuple(json.loads(row.ruled)) if row.ruled else (),
    )


def players_value(table: str, stored: str, opened: SessionOpened) -> Mapping[int, Player]:
    """The players of a play by seat, with the names as sent; ``""``: those of the opening."""
    if not stored:
        return opened.tables[table].players
    return {int(seat): Player.model_validate(player) for seat, player in json.loads(stored).items()}


def result_value(stored: str) -> dict[int, Chips]:
    return {int(seat): parse_chips(chips) for seat, chips in json.loads(stored).items()}


@cache
def _upsert(table: Table) -> tuple[str, str]:
    """Head and tail of the statement; rows are in the order of the columns."""
    names = [column.name for column in table.columns]
    keys = [column.name for column in table.primary_key]
    changed = ", ".join(f"{name} = excluded.{name}" for name in names if name not in keys)
    head = f"INSERT INTO {table.name} ({', '.join(names)}) VALUES"
    return head, f"ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {changed}"


def _changes(state: WorkingState) -> tuple[set[Any], ...]:
    return (
        state.changed_sessions,
        state.changed_decks,
        state.changed_views,
        state.changed_plays,
        state.changed_marks,
        state.changed_streams,
    )


def _delete_replaced(connection: Connection, state: WorkingState) -> None:
    """Deletes void plays and earlier attempts: a table has one play of a deal."""
    for key, table in state.changed_plays & state.changed_marks:
        connection.execute(
            delete(plays).where(
                plays.c.session == key.session,
                plays.c.grp == key.group,
                plays.c.number == key.number,
                plays.c.tbl == table,
            )
        )


Row = tuple[object, ...]
"""In the order of the table's columns."""


def _mark_row(key: DealKey, table: str, mark: Mark) -> Row:
    return (*key, table, mark_json(mark))


def _stream_row(key: StreamKey, stream: Stream) -> Row:
    return (*key, stream.next, _json(stream.lost) if stream.lost else "[]", stream.last)


def _session_row(state: WorkingState, group: Group) -> Row:
    names = state.names.get(group)
    text = names.model_dump_json() if names else ""
    return (*group, state.sessions[group].model_dump_json(), text)


def _deal_row(key: DealKey, deck: StandingDeck) -> Row:
    cards = deck.cards
    return (*key, cards.button, _json(dict(cards.cards)), cards.board, int(deck.sure))


def _view_row(key: DealKey, view: DeckView) -> Row:
    shown = view.shown
    return (
        *key,
        view.table,
        view.hand,
        view.kind,
        view.pos,
        view.board_pos,
        view.source,
        shown.button,
        _json(dict(shown.cards)),
        shown.board,
        int(view.ended),
        int(view.void),
        _json(as_json(view.contradiction)) if view.contradiction else "",
        view.since,
    )


def _play_row(key: DealKey, judged: JudgedPlay, opened: SessionOpened) -> Row:
    play = judged.play
    players = ""
    if play.players != opened.tables[play.table].players:
        players = _json({seat: player.model_dump() for seat, player in play.players.items()})
    return (
        *key,
        play.table,
        play.attempt,
        play.hand,
        _json(dict(play.stacks)),
        players,
        _json([(move.phase, move.seat, move.action, move.detail) for move in play.line]),
        _json({seat: chips_json(chips) for seat, chips in play.result.items()}),
        int(judged.proof),
        _json(play.ruled) if play.ruled else "",
    )


_json = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
