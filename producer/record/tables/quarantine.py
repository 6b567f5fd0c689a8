"""The quarantine: items that could not be used, as received, with the reason. Never deleted.

The same refusal is stored once: the same bytes and reason at the same place (file name and line) or
from the same origin (the event's id, or the file's digest and line under any name).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import PurePath
from typing import Any

from sqlalchemy import Connection, Row, select, update
from sqlalchemy.dialects.sqlite import insert

from producer.bounds import LARGEST_NUMBER
from producer.events import QuarantineDecidedEvent
from producer.feeds import Received, Refused
from producer.feeds.identity import Identity, identity_of
from producer.games.line import DealKey
from producer.messages import as_json, from_json
from producer.problems import Edge, Problem
from producer.record.plan.live_hands import HandKey
from producer.record.tables.schema import log, quarantine
from producer.record.tables.statements import ask, in_pieces, marks_for

TRY = "correction of entry "
"""How the place of a correction begins; places in files end with a colon and a line number."""

_HAS_OPEN = "SELECT 1 FROM quarantine WHERE decision IS NULL LIMIT 1"
_OPEN = "SELECT pos, id, session, grp, tbl, raw FROM quarantine WHERE decision IS NULL"

_OPEN_OF_FILES = (
    "SELECT pos, session, grp, tbl, deal, place, raw FROM quarantine WHERE decision IS NULL "
    "AND id = '' AND code <> 'cut-off' AND session IN ('', ?)"
)

_OPEN_HANDS = (
    "SELECT pos, id, session, grp, tbl, raw, deal, seq FROM quarantine WHERE decision IS NULL "
    "AND (code = 'hand-incomplete' OR json_extract(fields, '$.of_live_hand')) ORDER BY pos"
)
_MISSING_HANDS = (
    "SELECT pos, id, session, grp, tbl, seq, json_extract(fields, '$.fields.hand') "
    "FROM quarantine WHERE decision IS NULL AND code = 'hand-missing' ORDER BY pos"
)


@dataclass(frozen=True, slots=True)
class Decision:
    """The decision about an entry: ``released``, ``resent`` or ``discarded``; why, when, by
    whom."""

    what: str
    reason: str
    received_at: str
    by: str


@dataclass(frozen=True, slots=True)
class Quarantined:
    """One entry. ``pos``: its number, from 1. ``received_at``: RFC 3339 with zone. ``identity``:
    whose event it is, as far as known. ``decision``: None while it is open."""

    pos: int
    place: str
    problem: Problem
    raw: bytes
    received_at: str
    identity: Identity
    decision: Decision | None = None

    @property
    def reason(self) -> str:
        return self.problem.reason

    def hint(self, edge: Edge = "terminal") -> str:
        """What to do about it."""
        return self.problem.hint(edge)

    @property
    def is_try(self) -> bool:
        """Whether it is a person's correction of another entry."""
        return self.place.startswith(TRY)


@dataclass(frozen=True, slots=True)
class OpenEntry:
    """An open entry, with the fields needed to settle it."""

    pos: int
    identity: Identity
    raw: bytes


@dataclass(frozen=True, slots=True)
class OpenFileHand:
    """An open entry without an id of its own: what stood at ``place`` in a file of hands."""

    pos: int
    identity: Identity
    place: str
    raw: bytes


@dataclass(frozen=True, slots=True)
class MissingHand:
    """An open entry: a hand of which nothing arrived, by its table's number."""

    pos: int
    identity: Identity
    hand: int


@dataclass(frozen=True, slots=True)
class OpenHand:
    """An open entry: a hand that never arrived, or one sent action by action that cannot be
    used."""

    pos: int
    identity: Identity
    hand: HandKey


def refusal(item: Received, fault: Problem) -> Refused:
    """An event that was received and cannot be used."""
    return Refused(item.raw, item.place, fault, item.event.id, identity_of(item.event))


def add(connection: Connection, items: Iterable[Refused], received_at: str) -> None:
    """Adds those of ``items`` that are not stored yet."""
    rows = [_row(item, received_at) for item in items]
    if rows:
        connection.execute(insert(quarantine).on_conflict_do_nothing(), rows)


def decide(connection: Connection, pos: int, entry: int) -> None:
    """Notes that the decision about ``entry`` is at position ``pos`` of the log."""
    connection.execute(update(quarantine).where(quarantine.c.pos == entry).values(decision=pos))


def undecide_all(connection: Connection) -> None:
    connection.execute(update(quarantine).values(decision=None))


def read(
    connection: Connection, entry: int | None = None, *, only_open: bool = False
) -> list[Quarantined]:
    """The quarantine in the order received; one ``entry`` of it, or those that are open."""
    query = (
        select(quarantine, log.c.event.label("decided"), log.c.received_at.label("decided_at"))
        .outerjoin(log, log.c.pos == quarantine.c.decision)
        .order_by(quarantine.c.pos)
    )
    if entry is not None:
        if not 1 <= entry <= LARGEST_NUMBER:  # SQLite has no such number
            return []
        query = query.where(quarantine.c.pos == entry)
    if only_open:
        query = query.where(quarantine.c.decision.is_(None))
    return [_entry(row) for row in connection.execute(query)]


def has_open(connection: Connection) -> bool:
    return bool(ask(connection, _HAS_OPEN))


def read_open(connection: Connection, ids: Iterable[str]) -> list[OpenEntry]:
    """Open entries whose event has one of ``ids``, in the order received."""
    entries: list[OpenEntry] = []
    for piece in in_pieces(sorted(ids)):
        marks, names = marks_for(piece)
        for pos, id, session, group, table, raw in ask(
            connection, f"{_OPEN} AND id IN ({marks})", names
        ):
            entries.append(OpenEntry(pos, Identity(id, session, group, table), raw))
    return sorted(entries, key=lambda entry: entry.pos)


def read_open_of_files(connection: Connection, session: str) -> list[OpenFileHand]:
    """Open entries without an id, of the session or of none."""
    return [
        OpenFileHand(pos, Identity("", of, group, table, deal), place, raw)
        for pos, of, group, table, deal, place, raw in ask(connection, _OPEN_OF_FILES, (session,))
    ]


def read_missing_hands(connection: Connection) -> list[MissingHand]:
    return [
        MissingHand(pos, Identity(id, session, group, table, seq=seq), hand)
        for pos, id, session, group, table, seq, hand in ask(connection, _MISSING_HANDS)
    ]


def read_open_hands(connection: Connection, hands: Iterable[HandKey]) -> list[OpenHand]:
    """Open entries of ``hands`` that never arrived, or were sent action by action and cannot be
    used."""
    wanted = set(hands)
    numbered = {(*name.deal[:2], name.table, name.hand): name for name in wanted}
    entries: list[OpenHand] = []
    for missing in read_missing_hands(connection):
        of = missing.identity
        if found := numbered.get((of.session, of.group, of.table, missing.hand)):
            entries.append(OpenHand(missing.pos, of, found))
    for pos, id, session, group, table, raw, deal, seq in ask(connection, _OPEN_HANDS):
        if any(name.deal == (session, group, deal) and name.table == table for name in wanted):
            identity = Identity(id, session, group, table, deal, seq)
            name = HandKey(DealKey(session, group, deal), table, json.loads(raw)["data"]["hand"])
            if name in wanted:
                entries.append(OpenHand(pos, identity, name))
    return entries


def last_position(connection: Connection) -> int:
    ((position,),) = ask(connection, "SELECT max(pos) FROM quarantine")
    return int(position or 0)


def _entry(row: Row[Any]) -> Quarantined:
    decision = None
    if row.decided is not None:
        event = QuarantineDecidedEvent.model_validate_json(row.decided)
        decision = Decision(event.data.decision, event.data.reason, row.decided_at, event.source)
    return Quarantined(
        pos=row.pos,
        place=row.place,
        problem=_problem(row.code, json.loads(row.fields)),
        raw=row.raw,
        received_at=row.received_at,
        identity=Identity(row.id, row.session, row.grp, row.tbl, row.deal, row.seq, row.replay_of),
        decision=decision,
    )


def _row(item: Refused, received_at: str) -> dict[str, object]:
    of = item.identity
    return {
        "place": item.place,
        "code": item.problem.code,
        "fields": _stored(item.problem),
        "raw": item.raw,
        "received_at": received_at,
        "id": of.id,
        "session": of.session,
        "grp": of.group,
        "tbl": of.table,
        "deal": of.deal,
        "seq": of.seq,
        "replay_of": of.replay_of,
        "by_place": _digest(PurePath(item.place).name, item),
        "by_origin": _digest(item.origin, item) if item.origin else None,
    }


def _stored(fault: Problem) -> str:
    """With what the texts among its fields are made of, so that pages can translate them."""
    made_of = {
        name: as_json(value) if isinstance(value, str) else value
        for name, value in fault.fields.items()
    }
    return _fields(replace(fault, fields=made_of))


def _fields(fault: Problem) -> str:
    fields = {
        "fields": dict(fault.fields),
        "at": fault.at,
        "of_live_hand": fault.of_live_hand,
    }
    return json.dumps(fields, ensure_ascii=False, sort_keys=True)


def _problem(code: str, stored: Mapping[str, Any]) -> Problem:
    fields = {
        name: from_json(value) if isinstance(value, list) else value
        for name, value in stored["fields"].items()
    }
    return Problem(code, fields, stored["at"], stored["of_live_hand"])


def _digest(where: str, item: Refused) -> bytes:
    parts = (where.encode(), item.problem.code.encode(), _fields(item.problem).encode(), item.raw)
    return sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).digest()
