"""Open quarantine entries, by the tables and groups they may belong to."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePath

from sqlalchemy import Connection, text

from producer.games.line import DealKey
from producer.record.plan.marks import mark_value
from producer.record.tables.quarantine import read_missing_hands
from producer.record.tables.rows import read_sessions
from producer.record.tables.statements import ask

Group = tuple[str, str]
Place = tuple[str, str, str]
"""Session, group and table."""

_PLACES = (
    "SELECT session, grp, tbl, count(*) FROM quarantine WHERE decision IS NULL AND session <> '' "
    "GROUP BY session, grp, tbl"
)
_VOIDS = (
    "SELECT session, grp, deal, tbl, replay_of FROM quarantine WHERE decision IS NULL "
    "AND replay_of IS NOT NULL AND session <> '' AND grp <> '' AND tbl <> '' AND deal IS NOT NULL"
)
_COUNTS = (
    "SELECT session, grp, place, count(*) FROM quarantine WHERE decision IS NULL "
    "GROUP BY session, grp, CASE WHEN session = '' OR grp = '' THEN place ELSE '' END"
)
_MARK = "SELECT mark FROM marks WHERE session = ? AND grp = ? AND number = ? AND tbl = ?"
# Literal types, so that SQLite can use the partial indexes of the schema.
_OPENINGS = text(
    "SELECT DISTINCT session, grp, place FROM log WHERE type NOT LIKE 'hand.%' "
    "AND type = 'session.opened'"
)


def undecided_places(connection: Connection) -> Counter[Place]:
    """Numbers of open entries by session, group and table, which is empty if they name none."""
    return Counter({(s, g, table): count for s, g, table, count in ask(connection, _PLACES)})


def missing_hands(connection: Connection) -> dict[Place, tuple[int, ...]]:
    """The hands that never arrived, in order, by session, group and table."""
    hands: dict[Place, tuple[int, ...]] = {}
    for each in read_missing_hands(connection):
        of = each.identity
        place = of.session, of.group, of.table
        hands[place] = tuple(sorted({*hands.get(place, ()), each.hand}))
    return hands


def undecided_voids(connection: Connection) -> dict[DealKey, frozenset[str]]:
    """By deal, the tables with an open void that asks for a replay: it may have come before its
    hand or name another. Voids of hands that are void already are left out."""
    voids: dict[DealKey, frozenset[str]] = {}
    for *deal, table, hand in ask(connection, _VOIDS):
        key = DealKey(*deal)
        marks = ask(connection, _MARK, (*key, table))
        if not any(hand in mark_value(mark).voided for (mark,) in marks):
            voids[key] = voids.get(key, frozenset()) | {table}
    return voids


def undecided_counts(connection: Connection) -> Counter[Group]:
    """Numbers of open entries, by the group that they may belong to.

    An entry without a session may belong to any session that its file opens; if it opens none, to
    any session at all. One that names its session never belongs to another.
    """
    opened = set(read_sessions(connection))
    files: dict[str, set[Group]] = {}
    for session, group, place in connection.execute(_OPENINGS):
        for file in (_path(place), _file(place)):
            files.setdefault(file, set()).add((session, group))
    counts: Counter[Group] = Counter()
    for session, group, place, count in ask(connection, _COUNTS):
        file = _path(place) if _path(place) in files else _file(place)
        candidates = files.get(file, opened)
        if session and group:
            candidates = {(session, group)}
        elif session:
            candidates = {each for each in opened if each[0] == session}
        counts.update(dict.fromkeys(candidates, count))
    return counts


def _path(place: str) -> str:
    """The file in ``FILE:LINE``."""
    return place.rpartition(":")[0]


def _file(place: str) -> str:
    """The name of the file in ``FILE:LINE``, wherever it lies."""
    return PurePath(place.rpartition(":")[0]).name
