"""The cache of comparisons: bytes, with a mark of what they were made from."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from sqlalchemy import Connection, text

from producer.games.line import DealKey
from producer.record.tables.statements import ask

_READ = "SELECT mark, body FROM compared WHERE session = ? AND grp = ? AND number = ?"
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
    rows = ((key, ask(connection, _READ, key)) for key in keys)
    return {key: StoredComparison(*found[0]) for key, found in rows if found}


def write_comparisons(connection: Connection, new: Mapping[DealKey, StoredComparison]) -> None:
    rows = [
        {"session": key.session, "grp": key.group, "number": key.number, **saved._asdict()}
        for key, saved in new.items()
    ]
    connection.execute(_SAVE, rows)
