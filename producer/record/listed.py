"""Statements that name several values, of few enough shapes that prepared ones serve again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from sqlalchemy import Connection

from producer.games.line import DealKey

AT_ONCE = (64, 16, 4, 1)
"""Rows of one statement."""


def marks_for(values: Iterable[object]) -> tuple[str, tuple[object, ...]]:
    """Question marks for ``IN (...)`` and what stands for them; the last value is repeated up to
    the next power of two.

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


def insert_rows(
    connection: Connection, head: str, rows: Sequence[tuple[object, ...]], tail: str = ""
) -> None:
    """``rows``, each in the order of the columns that ``head`` names, up to its ``VALUES``.

    Many with one statement: between two of them another thread may keep Python to itself.
    """
    at = 0
    for size in AT_ONCE:
        while len(rows) - at >= size:
            part = rows[at : at + size]
            one = f"({','.join('?' * len(part[0]))})"
            values = tuple(chain.from_iterable(part))
            connection.exec_driver_sql(f"{head} {','.join([one] * size)} {tail}", values)
            at += size


def by_group(keys: Iterable[DealKey]) -> Iterator[tuple[str, str, list[int]]]:
    """``keys`` as numbers by session and group."""
    numbers: dict[tuple[str, str], list[int]] = {}
    for session, group, number in keys:
        numbers.setdefault((session, group), []).append(number)
    for (session, group), found in numbers.items():
        yield session, group, found
