"""The derived tables: sessions, deals and plays as rows, and back as values."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, delete, or_, select
from sqlalchemy.dialects.sqlite import insert

from producer.events import DealCards, Player, SessionOpened, chips_json, parse_chips
from producer.feeds import Heard
from producer.games.line import DealKey, Move, Play
from producer.record import log
from producer.record.derive import Group, Known, take_live
from producer.record.judge import Proof
from producer.record.schema import DERIVED, deals, plays, sessions


def load(connection: Connection, items: Iterable[Heard], before: int) -> Known:
    """What is known of everything that ``items`` touch; live events below position ``before``."""
    known = Known()
    groups: set[Group] = set()
    keys: set[DealKey] = set()
    tables: set[str] = set()
    for item in items:
        event = item.event
        groups.add((event.session, event.group))
        tables.add(event.table or "")
        if event.type != "session.opened":
            keys.add(DealKey(event.session, event.group, event.data.deal))
    known.sessions = {
        group: opened for group, opened in read_sessions(connection).items() if group in groups
    }
    for item in log.live_hands(connection, keys, before):
        take_live(known, item)
    tables |= {name.table for name in known.hands}
    for session, group, numbers in log.by_group(keys):
        _load_deals(connection, known, (session, group), numbers)
        if (session, group) in known.sessions:
            _load_plays(connection, known, (session, group), numbers, tables)
    return known


def write(connection: Connection, known: Known) -> None:
    """Writes what has changed in ``known``."""
    opened = [_session_row(known, group) for group in known.changed_sessions]
    dealt = [_deal_row(key, known.deals[key]) for key in known.changed_deals]
    played = [
        _play_row(key, known.plays[key][table], known.sessions[key.session, key.group])
        for key, table in known.changed_plays
    ]
    for table, rows in ((sessions, opened), (deals, dealt), (plays, played)):
        if rows:
            names = [column.name for column in table.primary_key]
            statement = insert(table)
            changed = {
                column.name: statement.excluded[column.name]
                for column in table.columns
                if column.name not in names
            }
            connection.execute(statement.on_conflict_do_update(names, set_=changed), rows)


def empty(connection: Connection) -> None:
    for table in DERIVED:
        connection.execute(delete(table))


def read_sessions(connection: Connection) -> dict[tuple[str, str], SessionOpened]:
    """All sessions by session and group, in that order."""
    query = select(sessions).order_by(sessions.c.session, sessions.c.grp)
    return {
        (row.session, row.grp): SessionOpened.model_validate_json(row.opened)
        for row in connection.execute(query)
    }


def deal_value(row: Any) -> DealCards:
    return DealCards(
        deal=row.number, button=row.button, cards=json.loads(row.cards), board=row.board
    )


def play_value(row: Any, opened: SessionOpened) -> Play:
    """A play from its row and the session's roster."""
    info = opened.tables[row.tbl]
    players: Mapping[int, Player] = info.players
    if row.players:
        told = json.loads(row.players)
        players = {int(seat): Player.model_validate(player) for seat, player in told.items()}
    return Play(
        table=row.tbl,
        hand=row.hand,
        attempt=row.attempt,
        game=info.game,
        stacks={int(seat): chips for seat, chips in json.loads(row.stacks).items()},
        players=players,
        line=tuple([Move(*move) for move in json.loads(row.line)]),
        result={int(seat): parse_chips(chips) for seat, chips in json.loads(row.result).items()},
    )


def _load_deals(connection: Connection, known: Known, group: Group, numbers: list[int]) -> None:
    query = select(deals).where(
        deals.c.session == group[0], deals.c.grp == group[1], deals.c.number.in_(numbers)
    )
    for row in connection.execute(query):
        known.deals[DealKey(*group, row.number)] = deal_value(row)


def _load_plays(
    connection: Connection, known: Known, group: Group, numbers: list[int], tables: set[str]
) -> None:
    query = select(plays).where(
        plays.c.session == group[0],
        plays.c.grp == group[1],
        plays.c.number.in_(numbers),
        or_(plays.c.tbl.in_(tables), plays.c.proved == 0),
    )
    for row in connection.execute(query):
        proof = Proof(play_value(row, known.sessions[group]), bool(row.proved))
        known.plays.setdefault(DealKey(*group, row.number), {})[row.tbl] = proof


def _session_row(known: Known, group: Group) -> dict[str, object]:
    opened = known.sessions[group].model_dump_json()
    return {"session": group[0], "grp": group[1], "opened": opened}


def _deal_row(key: DealKey, deal: DealCards) -> dict[str, object]:
    return {
        "session": key.session,
        "grp": key.group,
        "number": key.number,
        "button": deal.button,
        "cards": _json(dict(deal.cards)),
        "board": deal.board,
    }


def _play_row(key: DealKey, proof: Proof, opened: SessionOpened) -> dict[str, object]:
    play = proof.play
    players: object = ""
    if play.players != opened.tables[play.table].players:
        told = {seat: player.model_dump() for seat, player in play.players.items()}
        players = _json(told)
    return {
        "session": key.session,
        "grp": key.group,
        "number": key.number,
        "tbl": play.table,
        "attempt": play.attempt,
        "hand": play.hand,
        "stacks": _json(dict(play.stacks)),
        "players": players,
        "line": _json([(move.street, move.seat, move.action, move.to) for move in play.line]),
        "result": _json({seat: chips_json(chips) for seat, chips in play.result.items()}),
        "proved": proof.proved,
    }


_json = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
