"""The file itself: append-only, durable, ours, of a version that is known."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from record_events import (
    contents,
    database,
    event,
    log_version,
    opened,
    reasons,
    received,
    recorded,
)

from producer.events import event_json, parse_event
from producer.feeds import Received, Refused
from producer.feeds.native import read_line
from producer.feeds.raw_lines import RawLine
from producer.problems import problem
from producer.record import IngestCounts, StoreError, open_store
from producer.record.tables.schema import APPLICATION, VERSION


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with open_store(database(tmp_path)) as store:
        store.append([*received(opened(), recorded()), Refused(b"?", "f:1", problem("no-object"))])
    return database(tmp_path)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE log SET event = '{}'",
        "UPDATE log SET pos = pos + 10",
        "DELETE FROM log",
        "REPLACE INTO log SELECT * FROM log",
        "REPLACE INTO log SELECT pos + 10, id, session, grp, tbl, deal, hand, source, seq, at, "
        "received_at, type, place, raw, event FROM log",
        "UPDATE quarantine SET code = ''",
        "DELETE FROM quarantine",
    ],
)
def test_log_and_quarantine_refuse_change_by_anybody(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT * FROM log").fetchall()
        assert len(rows) == 2
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute(statement)
        connection.rollback()
        assert connection.execute("SELECT * FROM log").fetchall() == rows
        assert connection.execute("SELECT count(*) FROM quarantine").fetchone() == (1,)


def test_the_log_keeps_bytes_event_place_and_times(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT pos, id, tbl, type, place, raw, event, received_at FROM log ORDER BY pos"
        first, second = connection.execute(query).fetchall()
    assert (first[0], second[0]) == (1, 2)
    assert second[1:5] == ("1/1", "1", "hand.recorded", "feed.ndjson:2")
    assert second[5] == second[6].encode() == received(recorded())[0].raw
    assert second[7].endswith("+00:00")


def test_the_database_is_durable(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    with open_store(path) as store, store._reading() as connection:
        pragma = connection.exec_driver_sql
        assert pragma("PRAGMA synchronous").scalar_one() == 2
        assert pragma("PRAGMA foreign_keys").scalar_one() == 1
        assert pragma("PRAGMA busy_timeout").scalar_one() == 30_000


KILLED = """
import os, sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from record_events import opened, received, recorded
from producer.record import open_store

def on_batch(count):
    on_batch.done += count
    print(on_batch.done, flush=True)
    if on_batch.done >= 2000:
        os._exit(9)

on_batch.done = 0
items = received(opened(), *(recorded("1", deal) for deal in range(1, 5000)))
open_store(Path(sys.argv[2])).append(items, on_batch)
"""


def test_what_was_acknowledged_is_there_after_a_sudden_end(tmp_path: Path) -> None:
    path = database(tmp_path)
    here = Path(__file__).parents[1]
    arguments = [sys.executable, "-c", KILLED, str(here), str(path)]
    ended = subprocess.run(arguments, capture_output=True, text=True, timeout=120, check=False)
    assert (ended.returncode, ended.stdout.split()) == (9, ["1000", "2000"]), ended.stderr
    with open_store(path) as store:
        assert log_version(store) == 2000
        assert [deal.key.number for deal in store.deals()] == list(range(1, 2000))


def test_a_failing_source_leaves_the_batches_before_it(tmp_path: Path) -> None:
    def source():  # type: ignore[no-untyped-def]
        yield from received(opened(), *(recorded("1", deal) for deal in range(1, 1200)))
        raise RuntimeError("the feed is gone")

    with open_store(database(tmp_path)) as store:
        with pytest.raises(RuntimeError, match="the feed is gone"):
            store.append(source())
        assert log_version(store) == 1000
        assert store.append(received(opened())) == IngestCounts(0, 1, 0)


def test_a_newer_schema_is_refused_in_words(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match=r"record\.db: the record has schema 99") as caught:
        open_store(path)
    assert "newer program" in caught.value.hint


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE log (id)")
    with pytest.raises(StoreError, match="of another program"):
        open_store(other)
    with closing(sqlite3.connect(other)) as connection:
        assert connection.execute("SELECT name FROM sqlite_schema").fetchall() == [("log",)]


@pytest.mark.parametrize(
    ("application", "version"),
    [(0, VERSION), (0, 99), (1, VERSION), (1, 99), (1, 0), (APPLICATION, 0)],
)
def test_a_file_is_a_record_by_both_numbers_in_it(
    tmp_path: Path, application: int, version: int
) -> None:
    """Another program's version says nothing about ours; a record always has a version."""
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute(f"PRAGMA application_id = {application}")
        connection.execute(f"PRAGMA user_version = {version}")
    with pytest.raises(StoreError, match="of another program"):
        open_store(other)
    with closing(sqlite3.connect(other)) as connection:
        assert connection.execute("SELECT name FROM sqlite_schema").fetchall() == []


def test_what_is_no_database_or_no_place_is_refused_in_words(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not a database " * 100)
    for place, reason in (
        (text, "file is not a database"),
        (tmp_path, "unable to open"),
        (tmp_path / "missing" / "record.db", "unable to open"),
    ):
        with pytest.raises(StoreError, match=reason) as caught:
            open_store(place)
        assert str(caught.value).startswith(f"{place}: ")


def test_a_path_with_every_kind_of_character_is_a_path(tmp_path: Path) -> None:
    path = tmp_path / "a?b=c#d %41 é.db"
    with open_store(path) as store:
        store.append(received(opened()))
    assert path.exists()
    with open_store(path) as store:
        assert (len(store.sessions()), reasons(store)) == (1, [])


def test_an_event_of_a_hand_is_stored_once_and_read_in_full(path: Path) -> None:
    """The bytes of a device are its event, in whatever order it writes the fields."""
    result = event("hand.started", {"deal": 2, "hand": 2, "button": 3}, source="dealer")
    sent = json.dumps(dict(reversed(json.loads(event_json(result)).items())), indent=1).encode()
    line = b"  " + b" ".join(sent.splitlines()) + b"\r"
    (item,) = [read_line(RawLine(1, line, ended=True, whole=True), "POST", "")]
    assert isinstance(item, Received)
    with open_store(path) as store:
        outcomes = [store.ingest([each])[0].outcome for each in (item, item, *received(result))]
        assert outcomes == ["accepted", "known", "known"]
        (other,) = received(
            result.model_copy(update={"data": result.data.model_copy(update={"hand": 3})})
        )
        assert store.ingest([other])[0].outcome == "refused"
        *_, entry = store.entries()
        before = contents(store)
        store.rebuild()
        assert contents(store) == before
    assert parse_event(entry.event) == result
    assert entry.event == event_json(result)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT raw, event FROM log ORDER BY pos DESC").fetchone() == (
            item.raw,
            "",
        )
