"""Many events at once: all are accepted, and other senders do not wait."""

from __future__ import annotations

import base64
import gc
import json
import os
import socket
import types
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from patience import eventually
from service import SIGNED, open_gate_on, serving
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect
from wire import line

import producer.web.feed.queue
import producer.web.feed.routes
from producer.record import open_store
from producer.web.feed.bodies import is_quick


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "many.db"


@pytest.fixture
def address(db: Path, tmp_path: Path) -> Iterator[str]:
    with open_gate_on(db) as gate, serving(gate, tmp_path) as at:
        yield at


@pytest.fixture
def desk(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, headers=SIGNED, trust_env=False, timeout=60) as client:
        yield client


def event(name: str) -> bytes:
    """An event of a session that is not open, so that it waits."""
    result = {"v": 1, "id": name, "session": "s", "group": "A", "table": "1", "source": "t"}
    return json.dumps({**result, "type": "table.clock", "data": {"paused": True}}).encode()


def events(count: int) -> bytes:
    return b"\n".join(event(f"e{n}") for n in range(count))


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(producer.web.feed.queue, "BATCH", 20)
    monkeypatch.setattr(producer.web.feed.queue, "FULL", 100)
    monkeypatch.setattr(producer.web.feed.routes, "MOST_EVENTS", 200)


@pytest.mark.usefixtures("_small")
def test_one_body_may_hold_more_events_than_the_queue(desk: httpx.Client, db: Path) -> None:
    answer = desk.post("/feed/events", content=events(150))
    assert answer.status_code == 200
    assert [each["id"] for each in answer.json()["outcomes"]] == [f"e{n}" for n in range(150)]
    with open_store(db) as store:
        assert [entry.id for entry in store.entries()] == [f"e{n}" for n in range(150)]


@pytest.mark.usefixtures("_small")
def test_a_message_of_more_lines_than_may_wait_is_answered_and_what_comes_behind_it(
    desk: httpx.Client,
) -> None:
    at = f"ws://127.0.0.1:{desk.base_url.port}/feed"
    with connect(at, proxy=None) as wire:
        wire.send(b"{}\n" * 150)
        wire.send(event("behind").decode())
        assert json.loads(wire.recv(30))["refused"] == 150
        assert json.loads(wire.recv(30))["waiting"] == 1


@pytest.mark.usefixtures("_small")
def test_too_many_events_in_one_body_are_refused_with_the_fix(desk: httpx.Client, db: Path) -> None:
    for body in (b"{}\n" * 201, b"[" + b"1," * 200 + b"1]"):
        answer = desk.post("/feed/events", content=body)
        assert answer.status_code == 413
        assert answer.json() == {
            "error": "The body has more than 200 events; none of it was accepted.",
            "hint": "Send the events in several requests.",
        }
    with connect(f"ws://127.0.0.1:{desk.base_url.port}/feed", proxy=None) as wire:
        wire.send(b"{}\n" * 201)
        with pytest.raises(ConnectionClosed) as closed:
            wire.recv(30)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    with open_store(db) as store:
        assert store.quarantine() == []


@pytest.mark.parametrize(
    ("body", "quick"),
    [
        pytest.param(event("one"), True, id="an event"),
        pytest.param(events(50), True, id="fifty events"),
        pytest.param(b"{}\n" * 5000, False, id="lines"),
        pytest.param(b"u\r" * 5000, False, id="lines of an old kind"),
        pytest.param(b"[" + b"1," * 5000 + b"1]", False, id="an array"),
        pytest.param(b" " * (1 << 16), False, id="long"),
    ],
)
def test_a_slow_body_is_not_read_in_the_event_loop(body: bytes, quick: bool) -> None:
    assert is_quick(body) == quick


def test_equal_refusals_keep_their_numbers_without_gaps(desk: httpx.Client, db: Path) -> None:
    for _ in range(2):
        for body in (b"one\ntwo\none", b"two\nthree\nnone"):
            assert desk.post("/feed/events", content=body).json()["refused"] == 3
    with open_store(db) as store:
        entries = [(entry.pos, entry.raw, entry.place) for entry in store.quarantine()]
    result = ((b"one", 1), (b"two", 2), (b"one", 3), (b"two", 1), (b"three", 2), (b"none", 3))
    assert entries == [(n, raw, f"POST, event {at}") for n, (raw, at) in enumerate(result, 1)]


def test_a_sender_of_far_too_much_gets_the_answer(address: str) -> None:
    sent = b"POST /feed/events HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n" % (
        24 << 20
    )
    with line(address) as wire:
        wire.sendall(sent + bytes(24 << 20))
        assert wire.recv(65536).startswith(b"HTTP/1.1 413 ")


def test_an_endless_body_is_cut_off(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(producer.web.feed.routes, "DROP_BYTES", 1 << 20)
    mib = b"100000\r\n%b\r\n" % bytes(1 << 20)
    with line(address) as wire:
        wire.sendall(
            b"POST /feed/events HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        with pytest.raises(ConnectionError):
            wire.sendall(mib * 200)


def test_a_device_that_reads_no_answers_leaves_nothing_behind(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(producer.web.feed.routes, "UNANSWERED", 2)
    lines = b"\n".join([event("y" * 200)] * 200)
    frame = Frame(Opcode.TEXT, lines).serialize(mask=True)
    with line(address) as wire:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        key = base64.b64encode(os.urandom(16)).decode()
        wire.sendall(
            b"GET /feed HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket"
            b"\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %b\r\n\r\n" % key.encode()
        )
        assert wire.recv(1000).startswith(b"HTTP/1.1 101 ")
        eventually(lambda: talks() == 1, "its handler runs")
        wire.settimeout(2)
        with suppress(TimeoutError):
            for _ in range(2000):
                wire.sendall(frame)
            pytest.fail("it is read though nobody reads its answers")
    eventually(lambda: talks() == 0, "its handler has ended")


def talks() -> int:
    """The number of device handlers in this process."""
    coroutines = [each for each in gc.get_objects() if type(each) is types.CoroutineType]
    return sum(each.__name__ == "_talk" for each in coroutines)
