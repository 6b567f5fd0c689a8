"""What the tables of the record themselves refuse, whatever a faulty program writes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from record_events import database, opened, received, recorded

from producer.record import open_store
from producer.record.tables.schema import METADATA

MAY_BE_UNKNOWN = {
    "log": {"tbl", "deal", "hand", "seq", "at"},
    "quarantine": {"deal", "seq", "replay_of", "decision", "by_origin"},
    "views": {"button", "board"},
    "aside": {"tbl", "seq"},
}
"""An event may have no table, deal, hand, number or time; an entry may be undecided or of no file;
a hand may have shown no button and no board yet. Everything else is always known."""

KEYS = {
    **{key: ["pos"] for key in ("log", "quarantine", "aside")},
    "sessions": ["session", "grp"],
    **{key: ["session", "grp", "number"] for key in ("deals", "compared")},
    "views": ["session", "grp", "number", "tbl", "hand"],
    "plays": ["session", "grp", "number", "tbl", "attempt"],
    "streams": ["session", "grp", "tbl", "source"],
    "newest": ["session", "grp", "tbl"],
    "marks": ["session", "grp", "number", "tbl"],
}
ROWIDS = {*("log", "quarantine", "aside", "compared"), "sqlite_sequence"}
"""The tables with row numbers. Small rows with a key of several columns are stored without."""


@pytest.fixture
def file(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A record with one event and one entry in quarantine."""
    with open_store(database(tmp_path)) as store:
        store.ingest(received(opened(), recorded(), recorded(hand=2, id="again", result={})))
    with closing(sqlite3.connect(database(tmp_path))) as connection:
        yield connection


@pytest.mark.parametrize("table", sorted(METADATA.tables))
def test_only_what_may_be_unknown_may_be_null_and_a_row_has_one_key(
    file: sqlite3.Connection, table: str
) -> None:
    columns = file.execute(f"PRAGMA table_info({table})").fetchall()
    assert {name for _, name, _, not_null, _, _ in columns if not not_null} == (
        MAY_BE_UNKNOWN.get(table, set())
    )
    key = sorted((place, name) for _, name, _, _, _, place in columns if place)
    assert [name for _, name in key] == KEYS[table]


def test_tables_with_a_key_of_several_columns_have_no_row_numbers(file: sqlite3.Connection) -> None:
    tables = file.execute("SELECT name, wr FROM pragma_table_list WHERE type = 'table'").fetchall()
    named = {name for name, without in tables if not without and name in METADATA.tables}
    assert named == ROWIDS - {"sqlite_sequence"}


def test_the_same_refusal_is_stored_once(file: sqlite3.Connection) -> None:
    """By its place, and by its origin."""
    unique = {
        name
        for _, index, is_unique, *_ in file.execute("PRAGMA index_list(quarantine)")
        for _, _, name in file.execute(f"PRAGMA index_info('{index}')")
        if is_unique
    }
    assert unique == {"by_place", "by_origin"}


@pytest.mark.parametrize("table", ["log", "quarantine"])
def test_a_position_is_used_once(file: sqlite3.Connection, table: str) -> None:
    """SQLite notes the highest one in ``sqlite_sequence``, also where rows were lost."""
    (highest,) = file.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)).fetchone()
    assert (highest,) == file.execute(f"SELECT max(pos) FROM {table}").fetchone()
