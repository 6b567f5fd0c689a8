"""One thread writes what the network sends: in order, in shared commits, without blocking."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from patience import eventually
from service import open_gate_on, serving

from producer.events import event_json
from producer.games.line import DealKey
from producer.record import open_store
from producer.release import Gate, Receipt, StoreError
from producer.release.by_hand import seen_of
from producer.simulate import session_events
from producer.web.feed import queue as inlet_
from producer.web.feed.queue import Inlet, Item, read_items
from producer.web.ops.writer_threads import on_one_thread


def items() -> list[Item]:
    lines = [event_json(event).encode() for event in session_events(3, 1, tables=3)]
    return read_items(lines, "POST")


def inlet_of(gate: Gate) -> Inlet:
    return Inlet(on_one_thread("the test's writer", gate.ingest))


def test_calls_run_one_by_one_in_order_and_each_gets_its_own_result() -> None:
    busy = threading.Lock()

    def work(number: int) -> int:
        assert busy.acquire(blocking=False), "two at a time"
        time.sleep(0.001)
        busy.release()
        done.append(number)
        if number % 7 == 3:
            raise ZeroDivisionError(number)
        return number * number

    async def ask() -> list[int | BaseException]:
        call = on_one_thread("the test", work)
        return await asyncio.gather(*map(call, range(20)), return_exceptions=True)

    done: list[int] = []
    outcomes = asyncio.run(ask())
    assert done == list(range(20))
    for number, outcome in enumerate(outcomes):
        if number % 7 == 3:
            assert isinstance(outcome, ZeroDivisionError)
        else:
            assert outcome == number * number


def test_senders_get_their_own_answers_and_the_record_holds_everything_in_order(
    tmp_path: Path,
) -> None:
    sent, db = items(), tmp_path / "record.db"
    start = [item for item in sent if item.event.table is None]
    devices = [[i for i in sent if i.event.table == table] for table in ("1", "2", "3")]

    async def device(inlet: Inlet, own: list[Item]) -> list[str | None]:
        return [(await inlet.offer([item]))[0].id for item in own]

    async def all_of_them(gate: Gate) -> list[list[str | None]]:
        inlet = inlet_of(gate)
        await inlet.offer(start)
        answers = await asyncio.gather(*(device(inlet, own) for own in devices))
        assert inlet.outcomes == {"accepted": len(sent)}
        return answers

    with open_gate_on(db) as gate:
        answers = asyncio.run(all_of_them(gate))
    assert answers == [[i.event.id for i in own] for own in devices]
    with open_store(db) as store:
        assert sorted(each.id for each in store.entries()) == sorted(i.event.id for i in sent)


def test_one_event_a_commit_gives_the_record_that_one_batch_gives(tmp_path: Path) -> None:
    sent, db = items(), tmp_path / "record.db"

    async def one_by_one(gate: Gate) -> None:
        inlet = inlet_of(gate)
        for n, item in enumerate(sent):
            await inlet.offer([item])
            if n % 7 == 0:  # acts of the house come between, and change nothing
                gate.act(seen_of(gate, DealKey("S", "A", 1), "the test"))

    with open_gate_on(db) as gate:
        asyncio.run(one_by_one(gate))
    with open_store(db) as store:
        ids = [item.event.id for item in sent]
        assert [entry.id for entry in store.entries() if entry.id in ids] == ids
        before = list(store.deals()), store.tables()
        store.rebuild()
        assert (list(store.deals()), store.tables()) == before
    with open_store(tmp_path / "alone.db") as other:
        other.ingest(sent)
        assert list(other.deals()) == before[0]


def test_a_hanging_disk_is_reported_and_events_are_accepted_when_it_recovers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = tmp_path / "record.db"

    async def take(gate: Gate) -> list[Receipt]:
        inlet = inlet_of(gate)
        first = await inlet.offer(items()[:1])
        with closing(sqlite3.connect(db, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # nobody else can commit
            answer = inlet.offer(items()[1:2])
            assert inlet.trouble() is None
            monkeypatch.setattr(inlet_, "HANGS_AFTER", 0.2)
            while (trouble := inlet.trouble()) is None:
                await asyncio.sleep(0.01)
            assert "are not written yet" in trouble.reason
            other.execute("ROLLBACK")
        second = await answer
        assert inlet.trouble() is None
        return first + second

    with open_gate_on(db) as gate:
        assert [each.outcome for each in asyncio.run(take(gate))] == ["accepted", "accepted"]


def test_pages_and_readyz_answer_and_the_service_stops_while_the_disk_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inlet_, "HANGS_AFTER", 0.2)
    db, got = tmp_path / "record.db", list[httpx.Response]()
    with open_gate_on(db) as gate, closing(sqlite3.connect(db, isolation_level=None)) as other:
        with serving(gate, tmp_path) as address:

            def post() -> None:
                body = items()[0].raw
                at = f"{address}/feed/events"
                got.append(httpx.post(at, content=body, trust_env=False, timeout=60))

            def readyz() -> httpx.Response:
                return httpx.get(f"{address}/readyz", trust_env=False, timeout=60)

            assert readyz().status_code == 200
            other.execute("BEGIN IMMEDIATE")
            posting = threading.Thread(target=post)
            posting.start()
            eventually(lambda: readyz().status_code == 503, "not ready")
            assert "are not written yet" in readyz().json()["reason"]
            assert httpx.get(address, trust_env=False, timeout=60).status_code == 200
        other.execute("ROLLBACK")  # `serving` has seen the service stop before this
        posting.join()
    assert got[0].status_code == 503
    assert got[0].json()["hint"] == "Send the same again when it is back."


def test_a_record_error_is_reported_and_the_next_events_are_accepted(
    tmp_path: Path,
) -> None:
    db = tmp_path / "record.db"

    async def take(gate: Gate) -> str:
        inlet = inlet_of(gate)
        await inlet.offer(items()[:1])
        with closing(sqlite3.connect(db, isolation_level=None)) as other:
            other.execute("ALTER TABLE aside RENAME TO elsewhere")
            with pytest.raises(StoreError) as refused:
                await inlet.offer(items()[1:])
            other.execute("ALTER TABLE elsewhere RENAME TO aside")
        assert {taken.outcome for taken in await inlet.offer(items())} == {"known", "accepted"}
        return str(refused.value)

    with open_gate_on(db) as gate:
        refused = asyncio.run(take(gate))
    assert str(db) in refused
    assert "no such table: aside" in refused
