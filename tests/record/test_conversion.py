"""Records of earlier versions open as they are: everything that was in them is in them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from record_events import contents, event, live, opened, received

from producer.record import Store, open_store
from producer.record.tables.schema import APPLICATION, VERSION
from producer.simulate import session_events

VERSION_1 = """
CREATE TABLE log (
  pos INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, id VARCHAR NOT NULL UNIQUE,
  session VARCHAR NOT NULL, grp VARCHAR NOT NULL, tbl VARCHAR, deal INTEGER, hand INTEGER,
  source VARCHAR NOT NULL, seq INTEGER, at VARCHAR, heard_at VARCHAR NOT NULL,
  type VARCHAR NOT NULL, place VARCHAR NOT NULL, raw BLOB NOT NULL, digest BLOB NOT NULL,
  event TEXT NOT NULL);
CREATE INDEX log_live_hands ON log (session, grp, deal, tbl)
  WHERE type IN ('hand.started','hand.action','hand.board','hand.finished');
CREATE TABLE quarantine (
  pos INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, place VARCHAR NOT NULL, reason TEXT NOT NULL,
  mend TEXT NOT NULL, raw BLOB NOT NULL, heard_at VARCHAR NOT NULL,
  by_place BLOB NOT NULL UNIQUE, by_origin BLOB UNIQUE);
CREATE TABLE sessions (
  session VARCHAR NOT NULL, grp VARCHAR NOT NULL, opened TEXT NOT NULL,
  PRIMARY KEY (session, grp)) WITHOUT ROWID;
CREATE TABLE deals (
  session VARCHAR NOT NULL, grp VARCHAR NOT NULL, number INTEGER NOT NULL,
  button INTEGER NOT NULL, cards TEXT NOT NULL, board TEXT NOT NULL,
  PRIMARY KEY (session, grp, number),
  FOREIGN KEY (session, grp) REFERENCES sessions (session, grp)) WITHOUT ROWID;
CREATE TABLE plays (
  session VARCHAR NOT NULL, grp VARCHAR NOT NULL, number INTEGER NOT NULL, tbl VARCHAR NOT NULL,
  attempt INTEGER NOT NULL, hand INTEGER NOT NULL, stacks TEXT NOT NULL, players TEXT NOT NULL,
  line TEXT NOT NULL, result TEXT NOT NULL, proved INTEGER NOT NULL,
  PRIMARY KEY (session, grp, number, tbl, attempt),
  FOREIGN KEY (session, grp, number) REFERENCES deals (session, grp, number)) WITHOUT ROWID;
CREATE TRIGGER log_keeps BEFORE UPDATE ON log
  BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER log_stays BEFORE DELETE ON log
  BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
"""
"""The tables as version 1 made them."""

WORDS = {
    "digest": "zeroblob(32)",
    "heard_at": "received_at",
    "reason": "'card As is dealt twice'",
    "mend": "'Correct it'",
}
"""What version 1 had and a record of today has not, or by another name."""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A record of version 1: a simulated session, a hand in progress, one refusal."""
    now, old = tmp_path / "now.db", tmp_path / "old.db"
    with open_store(now) as store:
        store.append(received(*session_events(3, 1, tables=3)))
        store.append(received(opened("1", kind="live"), *live()[:2]))
        wrong = event("hand.recorded", {"deal": 9, "hand": 9, "button": 1, "cards": {"1": "AsAs"},
                                        "line": [], "result": {"1": 0}}, table="1")  # fmt: skip
        assert store.append(received(wrong)).quarantined == 1
    with closing(sqlite3.connect(old)) as made:
        made.executescript(VERSION_1)
        made.execute("ATTACH ? AS newer", (str(now),))
        for table in ("log", "quarantine"):
            columns = [row[1] for row in made.execute(f"PRAGMA main.table_info({table})")]
            values = ",".join(WORDS.get(column, column) for column in columns)
            made.execute(f"INSERT INTO {table} SELECT {values} FROM newer.{table}")
        made.execute(f"PRAGMA application_id = {APPLICATION}")
        made.execute("PRAGMA user_version = 1")
        made.commit()
    return old


def everything(store: Store) -> tuple[object, ...]:
    return contents(store), [entry.raw for entry in store.quarantine()], list(store.entries())


def test_all_of_version_1_is_there_and_can_be_derived_again(old: Path, tmp_path: Path) -> None:
    with open_store(tmp_path / "now.db") as now, open_store(old) as converted:
        before = everything(now)
        assert everything(converted) == before
        (entry,) = converted.quarantine()
        assert (entry.reason, entry.hint()) == ("card As is dealt twice", "Correct it")
        assert (entry.identity.id, entry.identity.table) == ("hand.recorded/1/9/9", "1")
        converted.rebuild()
        assert contents(converted) == before[0]
    with closing(sqlite3.connect(old)) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (VERSION,)


def schema(path: Path) -> dict[str, str]:
    query = "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
    with closing(sqlite3.connect(path)) as file:
        return dict(file.execute(query).fetchall())


def test_version_1_has_the_tables_of_a_new_record(old: Path, tmp_path: Path) -> None:
    open_store(old).close()
    open_store(tmp_path / "new.db").close()
    assert schema(old) == schema(tmp_path / "new.db")


def test_a_conversion_that_is_interrupted_leaves_the_old_record(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = schema(old)
    monkeypatch.setattr("producer.record.intake.batch.derive_again", interrupt)
    with pytest.raises(KeyboardInterrupt):
        open_store(old)
    monkeypatch.undo()
    assert schema(old) == before
    with open_store(old) as store:
        assert store.sessions()


def test_version_8_is_the_same_but_for_the_name_of_a_column(old: Path) -> None:
    with open_store(old) as store:
        before = everything(store)
    with closing(sqlite3.connect(old, isolation_level=None)) as file:
        for table in ("log", "quarantine"):
            file.execute(f"ALTER TABLE {table} RENAME COLUMN received_at TO heard_at")
        file.execute("PRAGMA user_version = 8")
    with open_store(old) as converted:
        assert everything(converted) == before


def test_a_hand_goes_on_where_version_1_left_it(old: Path) -> None:
    rest = received(*live()[2:])
    with open_store(old) as store:
        assert {taken.outcome for taken in store.ingest(rest)} == {"accepted"}
        assert store.gaps() == []


def test_two_that_open_it_at_once_convert_it_once(old: Path) -> None:
    with open_store(old) as one, open_store(old) as other:
        assert contents(one) == contents(other)
