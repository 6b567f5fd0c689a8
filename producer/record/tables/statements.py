"""Direct SQLite statements, many values at a time, for the queries of every batch: SQLAlchemy's own
way costs several times what SQLite needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import lru_cache
from itertools import chain, islice
from typing import Any, TypeVar

from sqlalchemy import Connection

from producer.games.line import DealKey

Values = Sequence[object] | Mapping[str, object]
"""Values in the order of the question marks, or by name."""

AT_ONCE = 64
"""Rows of one INSERT."""
IN_ONE = 512
"""Values of one ``IN (...)``; SQLite itself has a limit."""

_Value = TypeVar("_Value")


def ask(connection: Connection, statement: str, values: Values = ()) -> list[Any]:
    """Runs ``statement`` in the connection's transaction; its rows, if it has any.

    Raises sqlite3.Error.
    """
    driver = connection.connection.driver_connection
    assert driver is not None, "a connection in use"
    with closing(driver.execute(statement, values)) as cursor:
        answer: list[Any] = cursor.fetchall()
    return answer


def marks_for(values: Iterable[object]) -> tuple[str, tuple[object, ...]]:
    """Question marks for ``IN (...)`` and their values. The last value is repeated up to the next
    power of two, so that few distinct statements need preparing.

    >>> marks_for("abc")
    ('?,?,?,?', ('a', 'b', 'c', 'c'))
    >>> marks_for([])
    ('', ())
    """
    found = tuple(values)
    if not found:
        return "", ()
    size = 1 << (len(found) - 1).bit_length()
    return ",".join("?" * size), found + found[-1:] * (size - len(found))


def in_pieces(values: Iterable[_Value]) -> Iterator[list[_Value]]:
    """``values`` in lists of at most ``IN_ONE``.

    >>> [len(piece) for piece in in_pieces(range(1000))]
    [512, 488]
    """
    rest = iter(values)
    while piece := list(islice(rest, IN_ONE)):
        yield piece


def insert_rows(
    connection: Connection, head: str, rows: Sequence[tuple[object, ...]], tail: str = ""
) -> None:
    """Inserts ``rows``, each in the order of the columns in ``head``, which ends with ``VALUES``.

    Many rows per statement, as another thread may take over between two statements.
    """
    for at in range(0, len(rows), AT_ONCE):
        part = rows[at : at + AT_ONCE]
        statement = _insert(head, len(part[0]), len(part), tail)
        ask(connection, statement, tuple(chain.from_iterable(part)))


@lru_cache(maxsize=8 * AT_ONCE)
def _insert(head: str, columns: int, rows: int, tail: str) -> str:
    one = f"({','.join('?' * columns)})"
    return f"{head} {','.join([one] * rows)} {tail}"


def by_group(keys: Iterable[DealKey]) -> Iterator[tuple[str, str, list[int]]]:
    """The deal numbers of ``keys`` by session and group."""
    numbers: dict[tuple[str, str], list[int]] = {}
    for session, group, number in keys:
        numbers.setdefault((session, group), []).append(number)
    for (session, group), found in numbers.items():
        yield session, group, found
