"""The state of every deal of a group, for the release gate."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, Literal

from sqlalchemy import Connection, text

from producer.events import SessionOpened
from producer.games.cards import hand_identity
from producer.messages import message
from producer.record.tables.rows import read_sessions
from producer.record.tables.schema import OF_HANDS, OF_PLAY, OURS
from producer.record.tables.statements import ask

Group = tuple[str, str]


@dataclass(frozen=True, slots=True)
class DealState:
    """How far one deal has been played. ``finished``: tables that need not play it (again).
    ``hands``: the known hole cards, each hand's cards sorted. ``received``: when the end of the
    last table's hand was received, by the service's clock; a final void or the correction of a
    whole hand counts as its end. ``voided``: the log position of the last void with a replay.
    ``sure``: the office, two tables or the only table have shown the deck. ``contradictions``:
    hands that do not fit the deck, in words, and when that was first found. ``others``: hole cards
    and board of every hand that is void or does not fit: they may be those of another deal.
    """

    number: int
    finished: frozenset[str]
    hands: frozenset[str]
    board: str
    received: datetime | None = None
    voided: int = 0
    sure: bool = True
    contradictions: tuple[tuple[str, datetime], ...] = ()
    others: tuple[tuple[frozenset[str], str], ...] = ()


@dataclass(frozen=True, slots=True)
class GroupState:
    """A group: the tables where people play, in order, the number of deals it plays, if known, and
    its deals. ``waiting``: the number of events that wait for earlier ones. ``teams``: the number
    of teams."""

    session: str
    group: str
    kind: Literal["live", "archive"]
    tables: tuple[str, ...]
    total: int | None
    deals: Mapping[int, DealState]
    waiting: int
    teams: int


@dataclass(frozen=True, slots=True)
class HandEnd:
    """The end of a hand. ``at``: by the device's clock if it gives a time; ``received``: by the
    service's."""

    table: str
    deal: int
    at: datetime
    received: datetime


@dataclass(frozen=True, slots=True)
class CorrectionEntry:
    """A correction, void, review, nudge or decision in the log. ``by``: the user; for a feed or a
    file, which may use any name, ``feed: NAME``. ``decided``: such as ``entry 3 discarded``."""

    position: int
    at: datetime
    by: str
    type: str
    session: str
    group: str
    deal: int | None
    table: str | None
    reason: str
    decided: str = ""


# Literal types, so that SQLite can use the partial indexes of the schema.
_OF_DEAL = "session = deals.session AND grp = deals.grp AND"
_PLAYING = (
    f"SELECT 1 FROM log WHERE {OF_HANDS} AND {OF_PLAY} AND log.session = marks.session "
    "AND log.grp = marks.grp AND log.deal = marks.number AND log.tbl = marks.tbl "
    "AND hand NOT IN (SELECT value FROM json_each(marks.mark, '$.voided')) "
    "AND NOT EXISTS (SELECT 1 FROM aside WHERE aside.pos = log.pos AND why <> 'waiting')"
)
"""Finds a table's hand of the deal that is not void."""

_OVER = (
    "SELECT min(log.received_at) AS at FROM marks CROSS JOIN log ON log.session = marks.session "
    "AND log.grp = marks.grp AND log.deal = marks.number AND log.tbl = marks.tbl "
    "WHERE marks.session = deals.session AND marks.grp = deals.grp "
    f"AND marks.number = deals.number AND {OF_HANDS} AND (type = 'hand.voided' "
    "AND NOT json_extract(event, '$.data.replay') OR type = 'hand.corrected' "
    "AND json_extract(event, '$.data.line') <> '' AND json_extract(event, '$.data.result') <> '') "
    "AND NOT EXISTS (SELECT 1 FROM log AS ended WHERE ended.session = marks.session "
    "AND ended.grp = marks.grp AND ended.deal = marks.number "
    "AND ended.type IN ('hand.finished','hand.recorded','hand.voided') "
    "AND ended.type <> 'hand.voided' AND ended.tbl = marks.tbl AND ended.hand = log.hand) "
    "GROUP BY log.tbl, log.hand"
)
"""When hands without an end event were over: finally void, or corrected as a whole."""

_DEALS = (
    "SELECT number, cards, board, "
    f"(SELECT json_group_array(tbl) FROM plays WHERE {_OF_DEAL} number = deals.number) AS played, "
    f"(SELECT json_group_array(tbl) FROM marks WHERE {_OF_DEAL} number = deals.number "
    "AND tbl <> '' AND json_extract(mark, '$.void') = 'final' "
    f"AND NOT EXISTS ({_PLAYING})) AS final, "
    f"(SELECT max(received_at) FROM log WHERE {_OF_DEAL} deal = deals.number "
    "AND type IN ('hand.finished','hand.recorded','hand.voided') "
    "AND type <> 'hand.voided') AS received, "
    f"(SELECT max(at) FROM ({_OVER})) AS over, "
    f"(SELECT max(pos) FROM log WHERE {_OF_DEAL} deal = deals.number "
    "AND type IN ('hand.finished','hand.recorded','hand.voided') "
    "AND type = 'hand.voided' AND json_extract(event, '$.data.replay')) AS voided, "
    "sure, "
    f"(SELECT json_group_array(json_array(tbl, received_at)) FROM "
    f"(SELECT views.tbl, received_at FROM views JOIN log ON log.pos = since "
    f"WHERE views.session = deals.session AND views.grp = deals.grp AND number = deals.number "
    "AND since > 0 AND NOT void ORDER BY since)) AS contradictions, "
    f"(SELECT json_group_array(json_array(json(cards), board)) FROM views WHERE {_OF_DEAL} "
    "number = deals.number AND (void OR since > 0) AND tbl <> '') AS others "
    "FROM deals WHERE session = :session AND grp = :grp"
)
_EVERY_DEAL = f"{_DEALS} ORDER BY number"
_WAITING = "SELECT count(*) FROM aside WHERE session = ? AND grp = ? AND why = 'waiting'"
_WAITING_VOIDS = text(
    "SELECT log.deal, log.tbl FROM aside JOIN log ON log.pos = aside.pos "
    "WHERE aside.session = :session AND aside.grp = :grp AND aside.why = 'waiting' "
    "AND log.type = 'hand.voided'"
)
_EVERY_END = text(
    "SELECT tbl, deal, coalesce(at, received_at), received_at FROM log WHERE session = :session "
    "AND grp = :grp AND deal IS NOT NULL AND tbl IS NOT NULL "
    "AND type IN ('hand.finished','hand.recorded','hand.voided') AND type <> 'hand.voided' "
    "ORDER BY pos"
)
_AFTERWARDS = text(
    "SELECT pos, received_at, place, source, type, session, grp, deal, tbl, "
    "json_extract(event, '$.data.reason') AS reason, "
    "json_extract(event, '$.data.entry') AS entry, "
    "json_extract(event, '$.data.decision') AS decision "
    "FROM log WHERE type IN ('hand.voided', "
    "'hand.corrected', 'hand.under_review', 'hand.cleared', 'deal.corrected', 'deck.chosen', "
    "'hand.ruled', 'roster.corrected', "
    "'table.nudged', "
    "'event.nudged', 'gap.lost', 'recording.added', 'quarantine.decided') "
    "OR (type = 'tournament.chips' AND json_extract(event, '$.data.reason') IS NOT NULL) "
    "ORDER BY pos"
)
DECIDED = "quarantine.decided"
_UNOPENED = text("SELECT DISTINCT session, grp FROM aside WHERE why = 'unopened'")


def read_group_states(connection: Connection, groups: set[Group] | None) -> dict[Group, GroupState]:
    """The states of the open ``groups``; None for all groups."""
    opened = read_sessions(connection, groups)
    return {
        group: GroupState(
            session=group[0],
            group=group[1],
            kind=opened[group].kind,
            tables=_tables(opened[group]),
            total=opened[group].deals,
            deals={deal.number: deal for deal in _deals(connection, group, opened[group])},
            waiting=waiting_events(connection, group),
            teams=len(opened[group].teams),
        )
        for group in opened
    }


def _tables(opened: SessionOpened) -> tuple[str, ...]:
    """Those where people play: no deal waits for a reference by bots (RULES B5), and none is
    released because of it."""
    return tuple(table for table, info in opened.tables.items() if not info.by_bots)


def waiting_events(connection: Connection, group: Group) -> int:
    """The number of events of the group that wait for earlier ones."""
    ((number,),) = ask(connection, _WAITING, group)
    return int(number)


def unopened_groups(connection: Connection) -> set[Group]:
    """Groups that have sent events but are not open."""
    return {(row[0], row[1]) for row in connection.execute(_UNOPENED)}


def read_hand_ends(connection: Connection, group: Group) -> list[HandEnd]:
    rows = connection.execute(_EVERY_END, _named(group))
    return [
        HandEnd(table, deal, datetime.fromisoformat(at), datetime.fromisoformat(received))
        for table, deal, at, received in rows
    ]


def _decided(entry: int, decision: str) -> str:
    return message(f"entry {{n}} {decision}", n=entry)


def read_corrections(connection: Connection) -> list[CorrectionEntry]:
    return [
        CorrectionEntry(
            position=row.pos,
            at=datetime.fromisoformat(row.received_at),
            by=row.source if row.place == OURS else f"feed: {row.source}",
            type=row.type,
            session=row.session,
            group=row.grp,
            deal=row.deal,
            table=row.tbl,
            reason=row.reason or "",
            decided=_decided(row.entry, row.decision) if row.type == DECIDED else "",
        )
        for row in connection.execute(_AFTERWARDS)
    ]


def _deals(connection: Connection, group: Group, opened: SessionOpened) -> Iterator[DealState]:
    # In a group of one table no other could show the deck.
    is_alone = len(_tables(opened)) == 1 and len(opened.teams) <= 1
    waiting: dict[int, set[str]] = {}
    for number, table in connection.execute(_WAITING_VOIDS, _named(group)):
        waiting.setdefault(number, set()).add(table)
    for row in ask(connection, _EVERY_DEAL, _named(group)):
        deal = _deal_state(row, frozenset(waiting.get(row[0], ())))
        yield replace(deal, sure=True) if is_alone and not deal.sure else deal


@lru_cache(maxsize=1024)
def _listed(text: str) -> tuple[Any, ...]:
    """A JSON array; most deals of a group have the same ones."""
    return tuple(json.loads(text))


@lru_cache(maxsize=4096)
def _deal_state(row: tuple[Any, ...], voids: frozenset[str]) -> DealState:
    """``voids``: tables with a void that waits for earlier events. It may ask for a replay, so the
    tables count as not finished."""
    number, cards, board, played, final, received, over, voided, sure, contradictions, others = row
    ended = max(received or "", over or "")
    return DealState(
        number=number,
        finished=frozenset({*_listed(played), *_listed(final)} - voids),
        hands=_hands(json.loads(cards)),
        board=board,
        received=datetime.fromisoformat(ended) if ended else None,
        voided=voided or 0,
        sure=bool(sure),
        contradictions=tuple(
            # The contradiction may name a card; the forecast must show none.
            (message("table {name} shows another deck", name=table), datetime.fromisoformat(at))
            for table, at in _listed(contradictions)
        ),
        others=tuple((_hands(hands), shown or "") for hands, shown in _listed(others)),
    )


def _named(group: Group) -> dict[str, str]:
    return {"session": group[0], "grp": group[1]}


def _hands(cards: Mapping[str, str]) -> frozenset[str]:
    return frozenset(hand_identity(hole) for hole in cards.values() if hole)
