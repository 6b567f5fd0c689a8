"""A batch once more, item by item: the one at which we fail takes no other with it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError

from producer.feeds import Received, Refused
from producer.record.intake.admission import Receipt
from producer.record.intake.batch import Place, WriteTransaction
from producer.record.intake.internal_errors import (
    RulesFailed,
    cause_of,
    internal_error,
    log_failure,
)
from producer.record.plan.state import WorkingState
from producer.record.tables.quarantine import refusal
from producer.record.tables.statements import ask

DISK_ERRORS = (DatabaseError, sqlite3.DatabaseError)
"""What is wrong with the disk or the database is no item's fault."""


def ingest_one_by_one(
    batch: WriteTransaction, items: list[Received | Refused], renamed: dict[Place, str]
) -> tuple[list[Receipt], int]:
    """As ``WriteTransaction.take``, in the same transaction."""
    told: list[Receipt] = []
    refused = 0
    for item in items:
        taken, more = _ingest(batch, item, renamed)
        told.append(taken)
        refused += more
    return told, refused


def retry_logged(batch: WriteTransaction, item: Received) -> Receipt | None:
    """As ``WriteTransaction.try_logged``; where the rules fail at it, it stays refused."""
    try:
        with _savepoint(batch.connection):
            return batch.retry_logged(item)
    except DISK_ERRORS:
        raise
    except Exception as error:  # noqa: BLE001 - it is told as what it is: refused once more
        batch.state = WorkingState()
        log_failure(error, item.event.id)
        found = internal_error(cause_of(error))
        return Receipt(item.place, item.event.id, "refused", found)


def _ingest(
    batch: WriteTransaction, item: Received | Refused, renamed: dict[Place, str]
) -> tuple[Receipt, int]:
    """``item``, with what waited for it; of these an event that the rules fail at is kept out."""
    while True:
        try:
            with _savepoint(batch.connection):
                (taken,), refused = batch.ingest([item], renamed)
                return taken, refused
        except DISK_ERRORS:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the others are to be taken
            batch.state = WorkingState()
            if not isinstance(error, RulesFailed) or error.name in batch.rule_failures:
                return _keep_out(batch, item, error), 1
            batch.rule_failures[error.name] = cause_of(error)
            log_failure(error, error.name.id)


def _keep_out(batch: WriteTransaction, item: Received | Refused, error: Exception) -> Receipt:
    if isinstance(item, Refused):
        raise error
    log_failure(error, item.event.id)
    found = internal_error(cause_of(error))
    batch.ingest([refusal(item, found)], {})
    return Receipt(item.place, item.event.id, "refused", found)


@contextmanager
def _savepoint(connection: Connection) -> Iterator[None]:
    """Of what is written meanwhile nothing stays where an exception ends it."""
    ask(connection, "SAVEPOINT item")
    try:
        yield
    except DISK_ERRORS:
        raise
    except BaseException:
        ask(connection, "ROLLBACK TO item")
        ask(connection, "RELEASE item")
        raise
    ask(connection, "RELEASE item")
