"""Statements for many values at once, and straight to SQLite: asked for with every batch of the
feed, where SQLAlchemy's own way costs several times what SQLite needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import lru_cache
from itertools import chain, islice
from typing import Any, TypeVar

from sqlalchemy import Connection

from producer.games.line import DealKey

Values = Sequence[object] | Mapping[str, object]
"""In the order of the question marks, or by the names that a statement has in their place."""

AT_ONCE = 64
"""Rows of one statement."""
IN_ONE = 512
"""Values of one ``IN (...)``; SQLite itself has a limit."""

_Value = TypeVar("_Value")


def ask(connection: Connection, statement: str, values: Values = ()) -> list[Any]:
    """The rows of ``statement``, or none where it has none, in the connection's transaction.

    Raises sqlite3.Error.
    """
    driver = connection.connection.driver_connection
    assert driver is not None, "a connection in use"
    with closing(driver.execute(statement, values)) as cursor:
        found: list[Any] = cursor.fetchall()
    return found


def marks_for(values: Iterable[object]) -> tuple[str, tuple[object, ...]]:
    """Question marks for ``IN (...)`` and what stands for them; the last value is repeated up to
    the next power of two, so that there are few statements, and prepared ones serve again.

    >>> marks_for("abc")
    ('?,?,?,?', ('a', 'b', 'c', 'c'))
    >>> marks_for([])
    ('', ())
    """
    told = tuple(values)
    if not told:
        return "", ()
    size = 1 << (len(told) - 1).bit_length()
    return ",".join("?" * size), told + told[-1:] * (size - len(told))


def in_pieces(values: Iterable[_Value]) -> Iterator[list[_Value]]:
    """As many as one ``IN (...)`` may hold, whatever there are.

    >>> [len(piece) for piece in in_pieces(range(1000))]
    [512, 488]
    """
    rest = iter(values)
    while piece := list(islice(rest, IN_ONE)):
        yield piece


def insert_rows(
    connection: Connection, head: str, rows: Sequence[tuple[object, ...]], tail: str = ""
) -> None:
    """``rows``, each in the order of the columns that ``head`` names, up to its ``VALUES``.

    Many with one statement: between two of them another thread may keep Python to itself.
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
    """``keys`` as numbers by session and group."""
    numbers: dict[tuple[str, str], list[int]] = {}
    for session, group, number in keys:
        numbers.setdefault((session, group), []).append(number)
    for (session, group), found in numbers.items():
        yield session, group, found
