"""What lies undecided in quarantine, and whose it is as far as that can be told."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePath

from sqlalchemy import Connection, text

from producer.feeds.told import deal_in, replay_in, told_in
from producer.games.line import DealKey
from producer.record.derived import read_sessions
from producer.record.listed import ask
from producer.record.marks import mark_value

Group = tuple[str, str]
Place = tuple[str, str, str]
"""Session, group and table."""

# Literal types, so that SQLite can use the partial indexes of the schema.
_OPEN = (
    "SELECT place, raw FROM quarantine WHERE pos NOT IN (SELECT json_extract(event, '$.data.entry')"
    " FROM log WHERE type NOT LIKE 'hand.%' AND type = 'quarantine.decided')"
)
_UNDECIDED = text(_OPEN)
_VOIDS = text(f"{_OPEN} AND instr(raw, CAST('hand.voided' AS BLOB))")
_MARK = "SELECT mark FROM marks WHERE session = ? AND grp = ? AND number = ? AND tbl = ?"
_OPENINGS = text(
    "SELECT DISTINCT session, grp, place FROM log WHERE type NOT LIKE 'hand.%' "
    "AND type = 'session.opened'"
)


def undecided_places(connection: Connection) -> Counter[Place]:
    """Of every session, group and table how many entries of the quarantine are events of it that
    nobody has decided about; the table is empty where they name none."""
    found: Counter[Place] = Counter()
    for _, raw in connection.execute(_UNDECIDED):
        told = told_in(raw)
        if told.session:
            found[told.session, told.group, told.table] += 1
    return found


def undecided_voids(connection: Connection) -> dict[DealKey, frozenset[str]]:
    """By deal the tables of which a void with a replay lies there that nobody has decided about: it
    may have come before its hand, or name another. One of a hand that is void already is none."""
    found: dict[DealKey, frozenset[str]] = {}
    for _, raw in connection.execute(_VOIDS):
        told, deal, hand = told_in(raw), deal_in(raw), replay_in(raw)
        if not (told.session and told.group and told.table) or deal is None or hand is None:
            continue
        key = DealKey(told.session, told.group, deal)
        marks = ask(connection, _MARK, (*key, told.table))
        if not any(hand in mark_value(mark).voided for (mark,) in marks):
            found[key] = found.get(key, frozenset()) | {told.table}
    return found


def undecided_counts(connection: Connection) -> Counter[Group]:
    """How many entries nobody has decided about, by the group that they may be of.

    Bytes that name no session are of the sessions that their file opens; where that tells
    nothing, they may be of any.
    """
    opened = set(read_sessions(connection))
    files: dict[str, set[Group]] = {}
    for session, group, place in connection.execute(_OPENINGS):
        files.setdefault(_file(place), set()).add((session, group))
    found: Counter[Group] = Counter()
    for place, raw in connection.execute(_UNDECIDED):
        told = told_in(raw)
        named = told.session, told.group
        found.update([named] if all(named) else files.get(_file(place), opened))
    return found


def _file(place: str) -> str:
    """The name of the file in ``FILE:LINE``, wherever it lies."""
    return PurePath(place.rpartition(":")[0]).name
