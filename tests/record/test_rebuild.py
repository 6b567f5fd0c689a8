"""Dropping and deriving everything again gives the same tables, for any events."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from effort import counts
from hypothesis import given, settings
from hypothesis import strategies as st
from record_events import (
    BOARD,
    TO_THE_FLOP,
    TO_THE_FLOP_RESULT,
    contents,
    database,
    deck,
    live,
    opened,
    received,
    recorded,
    temporary,
)

from producer.events import Event
from producer.feeds import Received, Refused, read
from producer.feeds.native import read_line
from producer.feeds.raw_lines import RawLine
from producer.record import open_store

REAL = Path(__file__).parents[2] / "assets" / "demo" / "real.ndjson"
DERIVED = ("sessions", "deals", "plays", "marks", "streams", "newest", "aside")
SHORT = {"line": TO_THE_FLOP, "result": TO_THE_FLOP_RESULT, "board": BOARD[:6]}
HIDDEN = {"cards": {}, "board": ""}


def _no_board(item: Event) -> bool:
    return item.type != "hand.board"


SCRIPT = received(
    opened("1", "2", "3"),
    deck(2),
    *live("1", 1),
    recorded("2", 1, **SHORT),
    recorded("3", 1, **HIDDEN),
    *live("1", 2, TO_THE_FLOP, TO_THE_FLOP_RESULT, (BOARD[:6],)),
    recorded("2", 2),
    recorded("3", 2, button=1),
    *live("2", 3),
    deck(3),
    recorded("3", 3, **HIDDEN),
    opened("4"),
    recorded("4", 3),
    deck(1),
    *live("1", 4, TO_THE_FLOP, TO_THE_FLOP_RESULT, (BOARD[:6],))[:-1],
    *[item for item in live("2", 4, TO_THE_FLOP, TO_THE_FLOP_RESULT, ("Qs",)) if _no_board(item)],
    *[item for item in live("3", 4, TO_THE_FLOP, {"1": 0}, ("Qs",)) if _no_board(item)],
    deck(4),
)


def derived(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """The rows of the derived tables, and the quarantine's, as they lie on disk."""
    with closing(sqlite3.connect(path)) as connection:
        return {
            table: connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2, 3").fetchall()
            for table in (*DERIVED, "quarantine")
        }


def test_the_demo_s_real_hands_are_the_same_after_a_rebuild(tmp_path: Path) -> None:
    path = database(tmp_path)
    with open_store(path) as store:
        tally = store.append(read(REAL))
        assert (tally.new, tally.quarantined) == (241, 0)
        before, answers = derived(path), contents(store)
        assert len(before["plays"]) == 240
        store.rebuild()
        assert derived(path) == before
        assert contents(store) == answers


def test_a_rebuild_heals_what_was_changed_in_the_derived_tables(tmp_path: Path) -> None:
    path = database(tmp_path)
    with open_store(path) as store:
        store.append(SCRIPT)
        before = derived(path)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("UPDATE plays SET result = '{}'")
            connection.execute("UPDATE deals SET board = ''")
            connection.commit()
        store.rebuild()
        assert derived(path) == before


@settings(max_examples=counts(15, 500))
@given(st.permutations(SCRIPT), st.integers(1, len(SCRIPT)))
def test_any_order_and_batching_rebuilds_to_itself(order: list[Received], batch: int) -> None:
    with temporary() as (store, path):
        for start in range(0, len(order), batch):
            store.append(order[start : start + batch])
        before, answers = derived(path), contents(store)
        store.rebuild()
        assert derived(path) == before
        assert contents(store) == answers


@settings(max_examples=counts(15, 500))
@given(st.permutations(SCRIPT), st.integers(1, len(SCRIPT)))
def test_batching_changes_nothing(order: list[Received], batch: int) -> None:
    with temporary() as (one, one_path), temporary() as (other, other_path):
        one.append(order)
        for start in range(0, len(order), batch):
            other.append(order[start : start + batch])
        assert contents(one) == contents(other)
        assert [row[:5] for row in derived(one_path)["quarantine"]] == [
            row[:5] for row in derived(other_path)["quarantine"]
        ]


@settings(max_examples=counts(15, 500))
@given(st.data())
def test_mutated_events_never_raise_and_every_play_adds_up(data: st.DataObject) -> None:
    """RULES P3: the results of every accepted play add up to 0."""
    items: list[Received | Refused] = []
    for item in SCRIPT:
        output = json.loads(item.raw)
        if data.draw(st.integers(0, 3)) == 0:
            _mutate(output, data)
        raw = json.dumps(output).encode()
        items.append(read_line(RawLine(1, raw, ended=True, whole=True), item.place, ""))
    with temporary() as (store, path):
        tally = store.append(items)
        assert tally.new + tally.known + tally.quarantined >= len(items)
        for deal in store.deals():
            assert all(sum(play.result.values()) == 0 for play in deal.plays)
            shown = [card for hole in deal.cards.values() for card in hole] + list(deal.board)
            assert len(shown) == len(set(shown))
        before = derived(path)
        store.rebuild()
        assert derived(path) == before


def _mutate(value: object, data: st.DataObject) -> None:
    """Replaces one leaf of a JSON value, or drops one member."""
    while isinstance(value, dict | list) and value:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = data.draw(st.sampled_from(keys))
        inner = value[key]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.integers(0, 5)) == 0:
            if data.draw(st.booleans()):
                value[key] = data.draw(st.sampled_from(LEAVES))
            else:
                del value[key]
            return
        value = inner


LEAVES = [None, 0, 1, 2, 3, 9, -1, 10**20, 2.5, "", "1", "2", "AsAh", BOARD, "fold", "call", {}, []]
LEAVES += ["raise", "check", "river", "flop", True, 990, 1000, {"1": 0}, {"2": 5, "1": -5}]
