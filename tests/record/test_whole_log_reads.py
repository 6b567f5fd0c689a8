"""What a running service asks of the record at every request never reads the whole log.

SQLite's own query plan is the judge: a search of an index, not a scan of the log. A partial index
does not serve a query that gives its condition as a parameter.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from producer.events import event_json
from producer.feeds import Received
from producer.record import open_store
from producer.simulate import session_events

Statement = tuple[str, Any]


@pytest.fixture
def statements() -> Any:
    """Every SELECT that SQLAlchemy sends, with its parameters."""
    seen: list[Statement] = []

    def note(_: Any, __: Any, statement: str, parameters: Any, ___: Any, many: bool) -> None:
        if statement.lstrip().upper().startswith(("SELECT", "WITH")) and not many:
            seen.append((statement, parameters))

    event.listen(Engine, "before_cursor_execute", note)
    yield seen
    event.remove(Engine, "before_cursor_execute", note)


def test_acts_states_and_events_search_an_index(
    tmp_path: Path, statements: list[Statement]
) -> None:
    events = list(session_events(2, 1, tables=3))
    with open_store(tmp_path / "duplicast.db") as store:
        store.append([Received(event_json(each).encode(), each, "test") for each in events[:40]])
        statements.clear()
        for each in events[40:50]:
            store.append([Received(event_json(each).encode(), each, "test")])
        store.acts()
        store.acts(after=20)
        store.group_states()
        store.gaps()
        with store.snapshot() as record:
            record.group_states()
            record.acts()
        assert statements
        scans = [
            f"{step}: {statement}"
            for statement, parameters in statements
            for step in _plan(store, statement, parameters)
            if step == "SCAN log"
        ]
    assert not scans, "\n".join(scans)


def _plan(store: Any, statement: str, parameters: Any) -> list[str]:
    with store._reading() as connection:
        rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        return [row[-1] for row in rows]
