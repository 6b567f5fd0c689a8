"""The record's writer as a process of its own: what it says is on disk, in the order it was asked,
and nothing is lost or taken twice where it ends in the midst of it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from patience import PATIENCE, eventually
from ports import free_port
from starlette.types import Message

from producer.events import event_json
from producer.games.line import DealKey
from producer.record import open_store
from producer.release import Receipt, StoreError, apart, open_gate
from producer.release.hand import note_seen
from producer.simulate import session_events
from producer.web import inlet as inlet_
from producer.web.feed import PostEvents
from producer.web.inlet import Inlet, Item, Unsure, read_items
from producer.web.roles import Who
from producer.web.writer import AHEAD, Writer


def items() -> list[Item]:
    lines = [event_json(event).encode() for event in session_events(3, 1, tables=3)]
    return read_items(lines, "POST")


def alone(db: Path, told: list[Item]) -> object:
    """What the record says that took the same in by itself."""
    with open_store(db) as store:
        store.hear(told)
        return everything(db)


def everything(db: Path) -> object:
    with open_store(db) as store:
        log = [(entry.pos, entry.id, entry.event) for entry in store.entries()]
        return log, list(store.deals()), store.tables()[0].deal, store.gaps()


def test_it_takes_in_what_the_record_itself_would(tmp_path: Path) -> None:
    """One item a call, many calls at once: they are answered in their order."""
    told, db = items(), tmp_path / "record.db"

    async def take() -> list[list[Receipt]]:
        writer = Writer(db)
        await writer.start()
        taken = await asyncio.gather(*(writer.take([item]) for item in told))
        await writer.stop()
        return taken

    answers = asyncio.run(take())
    assert [answer[0].outcome for answer in answers] == ["accepted"] * len(told)
    assert [answer[0].id for answer in answers] == [item.event.id for item in told]
    assert everything(db) == alone(tmp_path / "alone.db", told)


def test_senders_through_the_inlet_get_their_own_answers(tmp_path: Path) -> None:
    told, db = items(), tmp_path / "record.db"
    start = [item for item in told if item.event.table is None]
    devices = [[i for i in told if i.event.table == table] for table in ("1", "2", "3")]

    async def device(inlet: Inlet, own: list[Item]) -> list[str | None]:
        return [(await inlet.offer([item]))[0].id for item in own]

    async def all_of_them() -> list[list[str | None]]:
        writer = Writer(db)
        inlet = Inlet(writer.take, ahead=AHEAD)
        await inlet.offer(start)
        answers = await asyncio.gather(*(device(inlet, own) for own in devices))
        await writer.stop()
        assert inlet.outcomes == {"accepted": len(told)}
        return answers

    assert asyncio.run(all_of_them()) == [[i.event.id for i in own] for own in devices]
    assert sorted(each.id for each in open_store(db).entries()) == sorted(i.event.id for i in told)


def test_one_that_is_killed_is_started_again_and_nothing_is_lost(tmp_path: Path) -> None:
    told, db = items(), tmp_path / "record.db"

    async def take() -> list[str]:
        writer, outcomes = Writer(db), []
        await writer.start()
        for n, item in enumerate(told):
            if n % 20 == 10:
                asking = asyncio.create_task(writer.take([item]))
                await asyncio.sleep(0)
                assert writer._running is not None
                os.kill(writer._running.process.pid, signal.SIGKILL)
                (answer,) = await asyncio.gather(asking, return_exceptions=True)
                assert isinstance(answer, list) or "started again" in str(answer)
            outcomes.append((await writer.take([item]))[0].outcome)
        await writer.stop()
        return outcomes

    assert set(asyncio.run(take())) <= {"accepted", "known"}
    assert everything(db) == alone(tmp_path / "alone.db", told)


def test_one_that_hangs_is_told_and_what_it_was_asked_for_is_taken_when_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped by a signal, as a disk that does not answer stops it."""
    monkeypatch.setattr(inlet_, "LONG", 0.2)

    async def take() -> list[Receipt]:
        writer = Writer(tmp_path / "record.db")
        inlet = Inlet(writer.take, ahead=AHEAD)
        first = await inlet.offer(items()[:1])
        assert writer._running is not None
        os.kill(writer._running.process.pid, signal.SIGSTOP)
        answer = inlet.offer(items()[1:2])
        assert inlet.trouble() is None
        while (trouble := inlet.trouble()) is None:
            await asyncio.sleep(0.01)
        assert re.fullmatch(r"what was sent \d+ s ago is still not written", trouble.reason)
        os.kill(writer._running.process.pid, signal.SIGCONT)
        second = await answer
        assert inlet.trouble() is None
        await writer.stop()
        return first + second

    assert [each.outcome for each in asyncio.run(take())] == ["accepted", "accepted"]


def test_one_that_cannot_be_started_is_told_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def take() -> list[Receipt]:
        writer = Writer(tmp_path / "record.db")
        inlet = Inlet(writer.take, ahead=AHEAD)
        with monkeypatch.context() as patch:
            patch.setattr(sys, "executable", str(tmp_path / "no python"))
            await inlet.ready(writer.start)
            trouble = inlet.trouble()
            assert trouble is not None
            assert "cannot be started (No such file or directory)" in trouble.reason
            with pytest.raises(StoreError, match="cannot be started"):
                await inlet.offer(items()[:1])
        taken = await inlet.offer(items()[:1])
        assert inlet.trouble() is None
        await writer.stop()
        return taken

    assert [taken.outcome for taken in asyncio.run(take())] == ["accepted"]


def test_a_line_to_it_that_is_closed_is_its_end(tmp_path: Path) -> None:
    """uvloop raises a RuntimeError where asyncio's own pipes say nothing."""
    uvloop = pytest.importorskip("uvloop")
    told, db = items(), tmp_path / "record.db"

    async def take() -> list[Receipt]:
        writer = Writer(db)
        await writer.start()
        assert writer._running is not None
        assert writer._running.process.stdin is not None
        writer._running.process.stdin.close()
        with pytest.raises(Unsure, match="started again"):
            await writer.take(told[:1])
        taken = await writer.take(told)
        await writer.stop()
        return taken

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        taken = runner.run(take())
    assert [each.outcome for each in taken] == ["accepted"] * len(told)


def test_what_it_does_not_know_is_told_and_ends_nothing(tmp_path: Path) -> None:
    async def take() -> list[Receipt]:
        writer = Writer(tmp_path / "record.db")
        with pytest.raises(apart.WriterError, match="nothing else is packed"):
            await writer.take([7])  # type: ignore[list-item]
        taken = await writer.take(items()[:1])
        await writer.stop()
        return taken

    assert [taken.outcome for taken in asyncio.run(take())] == ["accepted"]


def test_what_the_record_refuses_is_told_in_its_words(tmp_path: Path) -> None:
    """Somebody else's lock stands for whatever the database says; the next is taken."""
    db = tmp_path / "record.db"
    open_store(db).close()

    async def take() -> str:
        writer = Writer(db)
        await writer.take(items()[:1])
        with closing(sqlite3.connect(db, isolation_level=None)) as other:
            other.execute("ALTER TABLE aside RENAME TO elsewhere")
            with pytest.raises(StoreError) as told:
                await writer.take(items()[1:])
            other.execute("ALTER TABLE elsewhere RENAME TO aside")
        assert {taken.outcome for taken in await writer.take(items())} == {"known", "accepted"}
        await writer.stop()
        return str(told.value)

    told = asyncio.run(take())
    assert str(db) in told
    assert "no such table: aside" in told


def test_acts_of_the_house_come_between_and_change_nothing(tmp_path: Path) -> None:
    told, db = items(), tmp_path / "record.db"

    async def take() -> None:
        writer = Writer(db)
        with closing(open_gate(db)) as gate:
            for n, item in enumerate(told):
                await writer.take([item])
                if n % 7 == 0:
                    note_seen(gate, DealKey("S", "A", 1), "the test")
        await writer.stop()

    asyncio.run(take())
    with open_store(db) as store:
        before = list(store.deals()), store.tables()
        store.rebuild()
        assert (list(store.deals()), store.tables()) == before


def parent_of(stat: Path) -> int | None:
    try:
        return int(stat.read_text().rsplit(")", 1)[1].split()[1])
    except OSError:
        return None  # it has ended


@pytest.mark.skipif(sys.platform != "linux", reason="looks for the process in /proc")
def test_it_ends_with_a_service_that_is_killed(tmp_path: Path) -> None:
    serve = "from producer.cli import main; main()"
    command = [sys.executable, "-c", serve, "serve", "--port", str(free_port())]
    service = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL)

    def writers() -> list[str]:
        found = Path("/proc").glob("[0-9]*/stat")
        mine = [path.parent for path in found if parent_of(path) == service.pid]
        return [each.name for each in mine if b"apart" in (each / "cmdline").read_bytes()]

    eventually(lambda: bool(writers()), "a writer")
    (writer,) = writers()
    service.kill()
    service.wait(PATIENCE)
    eventually(lambda: not Path(f"/proc/{writer}").exists(), "its end")


def test_a_device_is_answered_by_a_service_that_stops_before_the_disk_does() -> None:
    """uvicorn ends what lasts longer than it waits; the device must not take that for a refusal."""
    sent: list[Message] = []

    async def never(_: list[Item]) -> list[Receipt]:
        return await asyncio.get_running_loop().create_future()

    async def receive() -> Message:
        return {"type": "http.request", "body": items()[0].raw}

    async def send(message: Message) -> None:
        sent.append(message)

    async def ask() -> None:
        inlet = Inlet(never)
        scope = {"type": "http", "method": "POST", "path": "/feed/events", "headers": []}
        scope |= {"query_string": b"", "who": Who("producer", "the test")}
        asking = asyncio.create_task(PostEvents(inlet)(scope, receive, send))
        while not inlet._working:
            await asyncio.sleep(0)
        asking.cancel()
        await asking
        for working in inlet._working:
            working.cancel()

    asyncio.run(ask())
    assert sent[0]["status"] == 503
    assert json.loads(sent[1]["body"])["mend"] == "Send the same once more when it is back."
