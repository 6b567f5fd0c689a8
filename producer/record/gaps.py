"""What devices have not sent though they sent later events, and what waits for a session."""

from __future__ import annotations

import json
from dataclasses import dataclass

from sqlalchemy import Connection, and_, func, select

from producer.record.order import Range, missing, ranges_text
from producer.record.schema import aside, streams


@dataclass(frozen=True, slots=True)
class Gap:
    """The events of a device, by ``seq``, that ``waiting`` later ones wait for."""

    session: str
    group: str
    table: str
    source: str
    missing: tuple[Range, ...]
    waiting: int

    @property
    def words(self) -> str:
        return f"table {self.table}: waiting for {ranges_text(self.missing)}"


def read_gaps(connection: Connection) -> list[Gap]:
    """All gaps, in the order of sessions, groups and tables."""
    names = ("session", "grp", "tbl", "source")
    same = and_(*(aside.c[name] == streams.c[name] for name in names))
    query = (
        select(*(aside.c[name] for name in names), aside.c.seq, streams.c.next, streams.c.lost)
        .outerjoin(streams, same)
        .where(aside.c.why == "waiting")
        .order_by(*(aside.c[name] for name in names), aside.c.seq)
    )
    found: dict[tuple[str, str, str, str], tuple[list[int], int, list[Range]]] = {}
    for row in connection.execute(query):
        key = row.session, row.grp, row.tbl, row.source
        told = found.setdefault(key, ([], row.next or 1, json.loads(row.lost or "[]")))
        told[0].append(row.seq)
    return [
        Gap(
            session,
            group,
            table,
            source,
            missing(next_, waiting, [(a, b) for a, b in lost]),
            len(waiting),
        )
        for (session, group, table, source), (waiting, next_, lost) in found.items()
    ]


def read_unopened(connection: Connection) -> dict[tuple[str, str], int]:
    """How many events wait for their session's opening, by session and group."""
    query = (
        select(aside.c.session, aside.c.grp, func.count())
        .where(aside.c.why == "unopened")
        .group_by(aside.c.session, aside.c.grp)
    )
    return {(session, group): count for session, group, count in connection.execute(query)}
