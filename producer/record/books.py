"""What the release gate asks of the record: for every group, how far each deal is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection, text

from producer.record.derived import read_sessions

Group = tuple[str, str]


@dataclass(frozen=True, slots=True)
class DealBook:
    """How far one deal is. ``finished``: tables that need not play it (again); ``hands``: its hole
    cards, each hand's two sorted, as far as known; ``heard``: when the last table's end of it was
    heard, by our clock; ``voided``: the log's position of the last void that asks for a replay.
    """

    number: int
    finished: frozenset[str]
    hands: frozenset[str]
    board: str
    heard: datetime | None = None
    voided: int = 0


@dataclass(frozen=True, slots=True)
class GroupBook:
    """A group: its roster, in order, how many deals it plays where known, and its deals."""

    session: str
    group: str
    kind: Literal["live", "archive"]
    tables: tuple[str, ...]
    total: int | None
    deals: Mapping[int, DealBook]


@dataclass(frozen=True, slots=True)
class End:
    """A hand's end: ``at`` by the device's clock where it tells one, ``heard`` by ours."""

    table: str
    deal: int
    at: datetime
    heard: datetime


@dataclass(frozen=True, slots=True)
class Afterwards:
    """A correction, void, review, nudge or decision as it stands in the log."""

    position: int
    at: datetime
    by: str
    type: str
    session: str
    group: str
    deal: int | None
    table: str | None
    reason: str


# Literal types, so that SQLite can use the partial indexes of the schema.
_ENDS = text(
    "SELECT deal, max(CASE WHEN type <> 'hand.voided' THEN heard_at END) AS heard, "
    "max(CASE WHEN type = 'hand.voided' AND json_extract(event, '$.data.replay') THEN pos END) "
    "AS voided FROM log WHERE session = :session AND grp = :grp AND deal IS NOT NULL "
    "AND type IN ('hand.finished','hand.recorded','hand.voided') GROUP BY deal"
)
_DEALS = text(
    "SELECT number, cards, board FROM deals WHERE session = :session AND grp = :grp ORDER BY number"
)
_PLAYED = text(
    "SELECT number, json_group_array(tbl) FROM plays WHERE session = :session AND grp = :grp "
    "GROUP BY number"
)
_FINAL = text(
    "SELECT number, tbl FROM marks WHERE session = :session AND grp = :grp AND tbl <> '' "
    "AND json_extract(mark, '$.void') = 'final'"
)
_WAITING_VOIDS = text(
    "SELECT log.deal, log.tbl FROM aside JOIN log ON log.pos = aside.pos "
    "WHERE aside.session = :session AND aside.grp = :grp AND aside.why = 'waiting' "
    "AND log.type = 'hand.voided'"
)
_EVERY_END = text(
    "SELECT tbl, deal, coalesce(at, heard_at), heard_at FROM log WHERE session = :session "
    "AND grp = :grp AND deal IS NOT NULL AND tbl IS NOT NULL "
    "AND type IN ('hand.finished','hand.recorded','hand.voided') AND type <> 'hand.voided' "
    "ORDER BY pos"
)
_AFTERWARDS = text(
    "SELECT pos, heard_at, source, type, session, grp, deal, tbl, "
    "json_extract(event, '$.data.reason') AS reason FROM log WHERE type IN ('hand.voided', "
    "'hand.corrected', 'hand.under_review', 'hand.cleared', 'deal.corrected', 'table.nudged', "
    "'event.nudged', 'gap.lost', 'quarantine.decided') ORDER BY pos"
)
_CHANGED = text("SELECT DISTINCT session, grp, type FROM log WHERE pos > :after")
_SIGNATURE = text(
    "SELECT (SELECT count(*) || ' ' || total(hand) || ' ' || total(attempt) FROM plays "
    "WHERE session = :session AND grp = :grp), "
    "(SELECT count(*) || ' ' || total(length(cards) + length(board)) FROM deals "
    "WHERE session = :session AND grp = :grp), "
    "(SELECT group_concat(number || tbl || mark) FROM marks "
    "WHERE session = :session AND grp = :grp), "
    "(SELECT count(*) FROM aside WHERE session = :session AND grp = :grp AND why = 'waiting')"
)
QUIET = frozenset({"hand.started", "hand.action", "hand.board", "hand.finished", "table.clock"})
"""What changes nothing that the gate asks for, unless it ends a hand: that shows in the plays."""
_UNOPENED = text("SELECT DISTINCT session, grp FROM aside WHERE why = 'unopened'")


def read_books(connection: Connection, groups: set[Group] | None) -> dict[Group, GroupBook]:
    """The books of ``groups``, ``None`` for all; without those that are not open."""
    opened = read_sessions(connection)
    wanted = list(opened) if groups is None else [group for group in opened if group in groups]
    return {
        group: GroupBook(
            session=group[0],
            group=group[1],
            kind=opened[group].kind,
            tables=tuple(opened[group].tables),
            total=opened[group].deals,
            deals={book.number: book for book in _deals(connection, group)},
        )
        for group in wanted
    }


def changed_groups(connection: Connection, after: int) -> dict[Group, frozenset[str]]:
    """The groups of which something stands above position ``after`` of the log: its types."""
    found: dict[Group, set[str]] = {}
    for session, group, kind in connection.execute(_CHANGED, {"after": after}):
        found.setdefault((session, group), set()).add(kind)
    return {group: frozenset(kinds) for group, kinds in found.items()}


def read_signature(connection: Connection, group: Group) -> str:
    """Differs wherever plays, decks or marks of the group do that ``QUIET`` events can change."""
    names = {"session": group[0], "grp": group[1]}
    return repr(tuple(connection.execute(_SIGNATURE, names).one()))


def unopened_groups(connection: Connection) -> set[Group]:
    """Groups that were heard of and are not open: nobody knows who plays in them."""
    return {(row[0], row[1]) for row in connection.execute(_UNOPENED)}


def read_ends(connection: Connection, group: Group) -> list[End]:
    rows = connection.execute(_EVERY_END, {"session": group[0], "grp": group[1]})
    return [
        End(table, deal, datetime.fromisoformat(at), datetime.fromisoformat(heard))
        for table, deal, at, heard in rows
    ]


def read_afterwards(connection: Connection) -> list[Afterwards]:
    return [
        Afterwards(
            position=row.pos,
            at=datetime.fromisoformat(row.heard_at),
            by=row.source,
            type=row.type,
            session=row.session,
            group=row.grp,
            deal=row.deal,
            table=row.tbl,
            reason=row.reason or "",
        )
        for row in connection.execute(_AFTERWARDS)
    ]


def _deals(connection: Connection, group: Group) -> Iterator[DealBook]:
    names = {"session": group[0], "grp": group[1]}

    def rows(query: Any) -> Any:
        return connection.execute(query, names)

    played = {number: set(json.loads(tables)) for number, tables in rows(_PLAYED)}
    for number, table in rows(_FINAL):
        played.setdefault(number, set()).add(table)
    for number, table in rows(_WAITING_VOIDS):
        # A void that waits for its turn may ask for a replay: until then the table has not played.
        played.get(number, set()).discard(table)
    ends = {number: (heard, voided) for number, heard, voided in rows(_ENDS)}
    for number, cards, board in rows(_DEALS):
        heard, voided = ends.get(number, (None, None))
        yield DealBook(
            number=number,
            finished=frozenset(played.get(number, ())),
            hands=_hands(cards),
            board=board,
            heard=datetime.fromisoformat(heard) if heard else None,
            voided=voided or 0,
        )


def _hands(cards: str) -> frozenset[str]:
    held = json.loads(cards).values()
    return frozenset("".join(sorted((hole[:2], hole[2:]))) for hole in held if hole)
