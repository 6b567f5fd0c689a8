"""Retries a failed batch one item at a time, so that a bad item does not stop the others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from producer.feeds import Received, Refused
from producer.record.intake.batch import Place, WriteTransaction
from producer.record.intake.internal_errors import (
    RulesFailed,
    cause_of,
    internal_error,
    log_failure,
)
from producer.record.intake.receipt import Receipt
from producer.record.plan.state import WorkingState
from producer.record.tables.connection import is_of_disk
from producer.record.tables.quarantine import refusal
from producer.record.tables.statements import ask


def ingest_one_by_one(
    batch: WriteTransaction, items: list[Received | Refused], renamed: dict[Place, str]
) -> tuple[list[Receipt], int]:
    """As ``WriteTransaction.ingest``, each item in a savepoint of its own."""
    receipts: list[Receipt] = []
    refused = 0
    for item in items:
        receipt, more = _ingest(batch, item, renamed)
        receipts.append(receipt)
        refused += more
    return receipts, refused


def retry_logged(batch: WriteTransaction, item: Received) -> Receipt | None:
    """As ``WriteTransaction.retry_logged``; if the rules raise, the event stays refused."""
    try:
        with _savepoint(batch.connection):
            return batch.retry_logged(item)
    except Exception as error:
        if is_of_disk(error):
            raise
        batch.state = WorkingState()
        log_failure(error, item.event.id)
        problem = internal_error(cause_of(error))
        return Receipt(item.place, item.event.id, "refused", problem)


def _ingest(
    batch: WriteTransaction, item: Received | Refused, renamed: dict[Place, str]
) -> tuple[Receipt, int]:
    """Ingests ``item`` and the events that waited for it; those at which the rules raise are
    quarantined."""
    while True:
        try:
            with _savepoint(batch.connection):
                (receipt,), refused = batch.ingest([item], renamed)
                return receipt, refused
        except Exception as error:
            if is_of_disk(error):
                raise
            batch.state = WorkingState()
            if not isinstance(error, RulesFailed) or error.name in batch.rule_failures:
                return _quarantine(batch, item, error), 1
            batch.rule_failures[error.name] = cause_of(error)
            log_failure(error, error.name.id)


def _quarantine(batch: WriteTransaction, item: Received | Refused, error: Exception) -> Receipt:
    if isinstance(item, Refused):
        raise error
    log_failure(error, item.event.id)
    problem = internal_error(cause_of(error))
    batch.ingest([refusal(item, problem)], {})
    return Receipt(item.place, item.event.id, "refused", problem)


@contextmanager
def _savepoint(connection: Connection) -> Iterator[None]:
    """Undoes what was written inside if an exception ends it."""
    ask(connection, "SAVEPOINT item")
    try:
        yield
    except BaseException as error:
        if is_of_disk(error):
            raise
        ask(connection, "ROLLBACK TO item")
        ask(connection, "RELEASE item")
        raise
    ask(connection, "RELEASE item")
