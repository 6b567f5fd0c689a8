"""The cache of comparisons: bytes, with a mark of what they were made from."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from sqlalchemy import Connection, select, text

from producer.games.line import DealKey
from producer.record.tables.schema import compared

ONE_BY_ONE = 100
"""Above this number of deals the whole table is read at once."""

_SAVE = text(
    "INSERT INTO compared (session, grp, number, mark, body) "
    "VALUES (:session, :grp, :number, :mark, :body) "
    "ON CONFLICT (session, grp, number) DO UPDATE SET mark = excluded.mark, body = excluded.body"
)


class StoredComparison(NamedTuple):
    mark: bytes
    body: bytes


def read_comparisons(
    connection: Connection, keys: Collection[DealKey]
) -> dict[DealKey, StoredComparison]:
    columns = compared.c
    if len(keys) > ONE_BY_ONE:
        rows = connection.execute(select(compared)).all()
        found = {
            DealKey(session, grp, number): StoredComparison(*saved)
            for session, grp, number, *saved in rows
        }
        return {key: found[key] for key in keys if key in found}
    each = {
        key: connection.execute(
            select(columns.mark, columns.body).where(
                columns.session == key.session,
                columns.grp == key.group,
                columns.number == key.number,
            )
        ).first()
        for key in keys
    }
    return {key: StoredComparison(*row) for key, row in each.items() if row is not None}


def write_comparisons(connection: Connection, new: Mapping[DealKey, StoredComparison]) -> None:
    rows = [
        {"session": key.session, "grp": key.group, "number": key.number, **saved._asdict()}
        for key, saved in new.items()
    ]
    connection.execute(_SAVE, rows)
