"""Gaps in the events of devices, and events that wait for their session to open."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, and_, func, select, true

from producer.messages import counted, message
from producer.record.plan.order import Range, missing, ranges_text
from producer.record.tables.schema import aside, log, streams

Place = tuple[str, str, str]
"""Session, group and table."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Missing events of a device. ``missing``: ranges of ``seq``. ``waiting``: how many later
    events wait for them. ``since``: when the first of those was received, RFC 3339."""

    session: str
    group: str
    table: str
    source: str
    missing: tuple[Range, ...]
    waiting: int
    since: str = ""

    @property
    def place(self) -> Place:
        return self.session, self.group, self.table

    @property
    def numbers(self) -> str:
        return ranges_text(self.missing)

    @property
    def behind(self) -> str:
        """
        >>> Gap("S", "A", "3", "d", ((73, 73),), 2).behind
        'table 3 waits behind event 73'
        """
        many = self.missing[1:] or any(a != b for a, b in self.missing)
        return counted(
            "{table} waits behind event {numbers}",
            "{table} waits behind events {numbers}",
            2 if many else 1,
            table=message("table {name}", name=self.table),
            numbers=self.numbers,
        )

    @property
    def words(self) -> str:
        return message("table {name}: waiting for {numbers}", name=self.table, numbers=self.numbers)


def read_gaps(connection: Connection) -> list[Gap]:
    """All gaps, in the order of sessions, groups and tables."""
    names = ("session", "grp", "tbl", "source")
    same = and_(*(aside.c[name] == streams.c[name] for name in names))
    wanted = (aside.c.seq, log.c.received_at, streams.c.next, streams.c.lost)
    query = (
        select(*(aside.c[name] for name in names), *wanted)
        .join(log, log.c.pos == aside.c.pos)
        .outerjoin(streams, same)
        .where(aside.c.why == "waiting")
        .order_by(*(aside.c[name] for name in names), aside.c.seq)
    )
    rows: list[Any] = list(connection.execute(query))
    return [_gap(list(waiting)) for _, waiting in groupby(rows, key=_device)]


def _device(row: Any) -> tuple[str, str, str, str]:
    return row.session, row.grp, row.tbl, row.source


def _gap(rows: list[Any]) -> Gap:
    """The gap behind the waiting entries of one device."""
    first = rows[0]
    lost = [(a, b) for a, b in json.loads(first.lost or "[]")]
    return Gap(
        session=first.session,
        group=first.grp,
        table=first.tbl,
        source=first.source,
        missing=missing(first.next or 1, [row.seq for row in rows], lost),
        waiting=len(rows),
        since=min(row.received_at for row in rows),
    )


def read_unopened(connection: Connection, table: str | None = None) -> dict[tuple[str, str], int]:
    """How many events wait for their session to open, by session and group; of all tables or of
    one."""
    query = (
        select(aside.c.session, aside.c.grp, func.count())
        .where(aside.c.why == "unopened", true() if table is None else aside.c.tbl == table)
        .group_by(aside.c.session, aside.c.grp)
    )
    return {(session, group): count for session, group, count in connection.execute(query)}
