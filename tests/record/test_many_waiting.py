"""More events may wait for one than fit into one SQLite statement."""

from __future__ import annotations

import sqlite3

from record_events import opened
from sqlalchemy import create_engine, func, select

from producer.record.intake.admission import PendingBatch
from producer.record.intake.batch import write_aside
from producer.record.plan.state import WorkingState
from producer.record.tables.schema import METADATA, aside

SQLITE_S_OWN = 32_766
"""Values of one statement where who builds SQLite says nothing else."""


def test_more_than_one_statement_holds_are_freed_at_once() -> None:
    many = range(1, SQLITE_S_OWN + 3)
    with create_engine("sqlite://").connect() as connection:
        METADATA.create_all(connection)
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        driver.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, SQLITE_S_OWN)
        waiting = dict.fromkeys(many, (opened(), "waiting"))
        write_aside(PendingBatch(connection, WorkingState(), 0, set_aside=waiting))
        write_aside(PendingBatch(connection, WorkingState(), 0, freed=set(many[1:])))
        assert connection.execute(select(func.count(aside.c.pos))).scalar() == 1
