"""A batch once more, item by item: the one at which we fail takes no other with it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError

from producer.feeds import Received, Refused
from producer.record.intake.batch import Batch, Place
from producer.record.intake.chain import Receipt
from producer.record.intake.internal_errors import Unjudged, cause_of, of_ours, tell
from producer.record.plan.state import Known
from producer.record.tables.quarantine import refusal
from producer.record.tables.statements import ask

DISK_S = (DatabaseError, sqlite3.DatabaseError)
"""What is wrong with the disk or the database is no item's fault."""


def one_by_one(
    batch: Batch, items: list[Received | Refused], renamed: dict[Place, str]
) -> tuple[list[Receipt], int]:
    """As ``Batch.take``, in the same transaction."""
    told: list[Receipt] = []
    refused = 0
    for item in items:
        taken, more = _take(batch, item, renamed)
        told.append(taken)
        refused += more
    return told, refused


def try_logged(batch: Batch, item: Received) -> Receipt | None:
    """As ``Batch.try_logged``; where the rules fail at it, it stays refused."""
    try:
        with _undone(batch.connection):
            return batch.try_logged(item)
    except DISK_S:
        raise
    except Exception as error:  # noqa: BLE001 - it is told as what it is: refused once more
        batch.known = Known()
        tell(error, item.event.id)
        found = of_ours(cause_of(error))
        return Receipt(item.place, item.event.id, "refused", found)


def _take(batch: Batch, item: Received | Refused, renamed: dict[Place, str]) -> tuple[Receipt, int]:
    """``item``, with what waited for it; of these an event that the rules fail at is kept out."""
    while True:
        try:
            with _undone(batch.connection):
                (taken,), refused = batch.take([item], renamed)
                return taken, refused
        except DISK_S:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the others are to be taken
            batch.known = Known()
            if not isinstance(error, Unjudged) or error.name in batch.beyond:
                return _keep_out(batch, item, error), 1
            batch.beyond[error.name] = cause_of(error)
            tell(error, error.name.id)


def _keep_out(batch: Batch, item: Received | Refused, error: Exception) -> Receipt:
    if isinstance(item, Refused):
        raise error
    tell(error, item.event.id)
    found = of_ours(cause_of(error))
    batch.take([refusal(item, found)], {})
    return Receipt(item.place, item.event.id, "refused", found)


@contextmanager
def _undone(connection: Connection) -> Iterator[None]:
    """Of what is written meanwhile nothing stays where an exception ends it."""
    ask(connection, "SAVEPOINT item")
    try:
        yield
    except DISK_S:
        raise
    except BaseException:
        ask(connection, "ROLLBACK TO item")
        ask(connection, "RELEASE item")
        raise
    ask(connection, "RELEASE item")
